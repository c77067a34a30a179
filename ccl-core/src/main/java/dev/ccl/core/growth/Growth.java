package dev.ccl.core.growth;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.policy.FrozenPolicy;
import dev.ccl.core.policy.PolicyFamily;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The trees of both sides of a problem, as runs take them. What one run got to know serves the next
 * one, which asks the frozen models about new states only; runs at the same time know nothing of
 * each other. No result depends on it.
 */
public final class Growth {
  private final Dataset source;
  private final Dataset target;
  private final PolicyFamily student;
  private final PolicyFamily calibration;
  private final FrozenPolicy reference;
  private final GrowthBudget budget;
  private final Queue<GrowingForest> idle = new ConcurrentLinkedQueue<>();

  private Growth(
      Dataset source,
      Dataset target,
      PolicyFamily student,
      PolicyFamily calibration,
      FrozenPolicy reference,
      GrowthBudget budget) {
    this.source = source;
    this.target = target;
    this.student = student;
    this.calibration = calibration;
    this.reference = reference;
    this.budget = budget;
  }

  /**
   * Returns the trees of a problem.
   *
   * @param source 𝒟<sub>src</sub>, below which the reference is kept as well
   * @param target 𝒟<sub>tar</sub>
   * @param student the student's class
   * @param calibration the teacher's class
   * @param reference π<sub>pre</sub>
   * @param budget how much one run keeps
   * @return the trees, of which nothing is known yet
   */
  public static Growth of(
      Dataset source,
      Dataset target,
      PolicyFamily student,
      PolicyFamily calibration,
      FrozenPolicy reference,
      GrowthBudget budget) {
    return new Growth(source, target, student, calibration, reference, budget);
  }

  /** {@return how much one run keeps; the budget of each forest} */
  public GrowthBudget budget() {
    return budget;
  }

  /**
   * Takes a forest for the use of one thread.
   *
   * @return one that another run has given back, or a new one
   */
  public GrowingForest take() {
    GrowingForest known = idle.poll();
    if (known != null) {
      return known;
    }
    List<Prompt> all = new ArrayList<>(source.prompts());
    all.addAll(target.prompts());
    return GrowingForest.of(
        source.mdp(),
        ImmutableList.copyOf(Dataset.distinct(all)),
        source.prompts(),
        student,
        calibration,
        reference,
        budget);
  }

  /**
   * Gives a forest back.
   *
   * @param forest what {@link #take} returned; not to be used any more
   */
  public void giveBack(GrowingForest forest) {
    if (!forest.isOverdrawn()) { // else it is left to the garbage collector
      idle.add(forest);
    }
  }
}
