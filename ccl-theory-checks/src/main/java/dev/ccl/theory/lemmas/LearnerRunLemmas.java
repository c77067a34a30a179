package dev.ccl.theory.lemmas;

import dev.ccl.theory.Effort;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.search.Trial;
import dev.ccl.theory.search.Trials;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Provide;

/**
 * The lemmas about whole runs of Algorithm 1, for an implementation of one's own. A run of T rounds
 * has some T³ rollouts, so that they need a learner that draws batches as counts.
 */
public interface LearnerRunLemmas extends LearnerLemmas {
  @Override
  default Effort effort() {
    return Effort.RUNS;
  }

  /**
   * Provides the instances with d ≤ 2 on which runs are played.
   *
   * @return the arbitrary
   */
  @Provide
  default Arbitrary<Trial> runs() {
    return Arbitraries.of(Trials.of(Requirement.LOW_DIMENSION).sampled());
  }

  @Override
  @RoundProperty
  @Label(
      "C13 eq:ced-source-recursion, eq:ced-source-mse: Runs do not refute E‖w_T − w*‖² ≤"
          + " 4/(γ²(T+2)), and every w_{t+1} is Proj(w_t − η_t g) for a value of g_t")
  default void calibrationSteps(@ForAll("rounds") Trial trial) {
    LearnerLemmas.super.calibrationSteps(trial);
  }

  /**
   * C31 (thm:ced-main).
   *
   * @param trial an instance with parameters
   */
  @RoundProperty
  @Label(
      "C31 thm:ced-main: Runs do not refute E 𝒦(θ_T) ≤ C(T+1)^{−1/(4p)}, and it falls so where γ is"
          + " large")
  default void rate(@ForAll("runs") Trial trial) {
    LemmaRun.check("C31", this, trial);
  }
}
