package dev.ccl.core.growing;

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
 * Pool of growing forests that the runs of one problem share one after the other. States known to
 * an earlier run need no call of a model in the next; runs at the same time use different forests.
 * No result depends on it.
 */
public final class ForestPool {
  private final Dataset source;
  private final Dataset target;
  private final PolicyFamily student;
  private final PolicyFamily calibration;
  private final FrozenPolicy reference;
  private final ForestBudget budget;
  private final Queue<GrowingForest> idle = new ConcurrentLinkedQueue<>();

  private ForestPool(
      Dataset source,
      Dataset target,
      PolicyFamily student,
      PolicyFamily calibration,
      FrozenPolicy reference,
      ForestBudget budget) {
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
  public static ForestPool of(
      Dataset source,
      Dataset target,
      PolicyFamily student,
      PolicyFamily calibration,
      FrozenPolicy reference,
      ForestBudget budget) {
    return new ForestPool(source, target, student, calibration, reference, budget);
  }

  /** {@return the budget of each forest} */
  public ForestBudget budget() {
    return budget;
  }

  /**
   * Returns a forest for the use of one thread.
   *
   * @return one that another run has released, or a new one
   */
  public GrowingForest acquire() {
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
   * Returns a forest to the pool.
   *
   * @param forest what {@link #acquire} returned; not to be used any more
   */
  public void release(GrowingForest forest) {
    if (!forest.isOverdrawn()) { // else it is left to the garbage collector
      idle.add(forest);
    }
  }
}
