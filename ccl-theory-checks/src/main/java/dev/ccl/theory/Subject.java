package dev.ccl.theory;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.GroundTruth;

/**
 * The implementation under test: one method for each formula of the paper, which asks the library.
 * Claims see the library only through it. A liar is a subclass in which one answer is wrong; a user
 * who has another implementation overrides what is theirs.
 */
public class Subject implements TruthFormulas, CostFormulas, Algorithms {
  private final Instance instance;
  private final GroundTruth truth;

  /**
   * Makes the library's own answers about an instance.
   *
   * @param instance the instance
   */
  public Subject(Instance instance) {
    this.instance = instance;
    this.truth = GroundTruth.of(instance);
  }

  /**
   * Returns the instance.
   *
   * @return the instance
   */
  public final Instance instance() {
    return instance;
  }

  @Override
  public final LearningProblem problem() {
    return truth.problem();
  }

  @Override
  public final GroundTruth truth() {
    return truth;
  }
}
