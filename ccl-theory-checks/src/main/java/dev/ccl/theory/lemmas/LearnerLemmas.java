package dev.ccl.theory.lemmas;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.core.instance.Instance;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Subject;
import dev.ccl.theory.search.Trial;
import dev.ccl.theory.search.Trials;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Provide;

/**
 * The lemmas about rounds of Algorithm 1, for an implementation of one's own: its labels, its
 * calibration steps, its gradient steps, its selection and its budgets. Many single rounds are
 * played on some instances with several prompts, positions and letters, and compared with their
 * exact laws; whole runs are those of {@link LearnerRunLemmas}.
 */
public interface LearnerLemmas extends UnderTest {
  /** {@return the learner: an implementation of Algorithm 1 (alg:ced)} */
  Learner learner();

  @Override
  default Subject subject(Instance instance) {
    Learner learner = learner();
    return new Subject(instance) {
      @Override
      public Session open(LearnerState state) {
        return learner.open(problem(), state, 1);
      }
    };
  }

  /**
   * Returns how many rounds are played.
   *
   * @return so many that draws which share a stream show; a learner that takes a millisecond for a
   *     round or more says {@link Effort#ROUNDS}
   */
  @Override
  default Effort effort() {
    return Effort.MANY_ROUNDS;
  }

  /**
   * Provides the instances on which rounds are played.
   *
   * @return the arbitrary
   */
  @Provide
  default Arbitrary<Trial> rounds() {
    return Arbitraries.of(Trials.of().sampled());
  }

  /**
   * Provides those with d = 1 and few target answers.
   *
   * @return the arbitrary
   */
  @Provide
  default Arbitrary<Trial> tinyRounds() {
    return Arbitraries.of(Trials.of(Requirement.TINY_TARGET).sampled());
  }

  /**
   * C06 (eq:ced-acceptance).
   *
   * @param trial an instance with parameters
   */
  @RoundProperty
  @Label("C06 eq:ced-acceptance: Rounds from one state accept as often as the law of a trial says")
  default void acceptance(@ForAll("rounds") Trial trial) {
    LemmaRun.check("C06", this, trial);
  }

  /**
   * C07 (eq:ced-accepted-label).
   *
   * @param trial an instance with parameters
   */
  @RoundProperty
  @Label("C07 eq:ced-accepted-label: Labels of the first round, at θ = 0, have their exact law")
  default void acceptedLabel(@ForAll("rounds") Trial trial) {
    LemmaRun.check("C07", this, trial);
  }

  /**
   * C11 (eq:ced-source-conditional-mean).
   *
   * @param trial an instance with parameters
   */
  @RoundProperty
  @Label(
      "C11 eq:ced-source-conditional-mean: w_{t+1} has its exact law given (w_t, θ_t), at t = 0 and"
          + " 16")
  default void conditionalMean(@ForAll("rounds") Trial trial) {
    LemmaRun.check("C11", this, trial);
  }

  /**
   * C13 (eq:ced-source-recursion).
   *
   * @param trial an instance with parameters
   */
  @RoundProperty
  @Label("C13 eq:ced-source-recursion: Every w_{t+1} is Proj(w_t − η_t g) for a value of g_t")
  default void calibrationSteps(@ForAll("rounds") Trial trial) {
    LemmaRun.check("C13", this, trial);
  }

  /**
   * C21 (eq:ced-student-unbiased).
   *
   * @param trial an instance with parameters
   */
  @RoundProperty
  @Label(
      "C21 eq:ced-student-unbiased: A gradient step that wins is Proj(θ_t − α ĝ) for a batch of two"
          + " answers, with the new calibration")
  default void gradientSteps(@ForAll("rounds") Trial trial) {
    LemmaRun.check("C21", this, trial);
  }

  /**
   * C26 (lem:ced-selection).
   *
   * @param trial an instance with parameters
   */
  @RoundProperty
  @Label(
      "C26 lem:ced-selection: θ_{t+1} has its exact law given w_{t+1} and θ_t, rounds are"
          + " independent, and ties go to k = 1")
  default void selection(@ForAll("tinyRounds") Trial trial) {
    LemmaRun.check("C26", this, trial);
  }

  /**
   * C32 (sec:algorithm).
   *
   * @param trial an instance with parameters
   */
  @RoundProperty
  @Label("C32 sec:algorithm: One source query and b_t + 2q_t target rollouts in each round")
  default void budgets(@ForAll("rounds") Trial trial) {
    LemmaRun.check("C32", this, trial);
  }
}
