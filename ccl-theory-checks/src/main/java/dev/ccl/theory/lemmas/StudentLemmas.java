package dev.ccl.theory.lemmas;

import dev.ccl.theory.search.Trial;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;

/**
 * lem:ced-selection to thm:ced-main: selection, progress, rates and budgets; for the paper's
 * students.
 */
public interface StudentLemmas extends UnderTest {
  /**
   * C26 (lem:ced-selection).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label(
      "C26 lem:ced-selection: C_t(θ_t) ≤ min_k C_t(ϑ_k) + ξ_t, E ξ_t ≤ 16λBH/(t+1), and ties go to k = 1")
  default void selection(@ForAll("tinyTargets") Trial trial) {
    LemmaRun.check("C26", this, trial);
  }

  /**
   * C27 (eq:ced-true-gap-range, lem:ced-hybrid).
   *
   * @param trial an instance with parameters
   */
  @SlowLemmaProperty
  @Label(
      "C27 eq:ced-true-gap-range, lem:ced-hybrid: 0 ≤ Δ ≤ M_opt; the projected step falls by ‖y−θ‖²/(2α); progress ≥ κ_opt Δ²")
  default void hybridProgress(@ForAll("lowDimensions") Trial trial) {
    LemmaRun.slow("C27", this, trial);
  }

  /**
   * C28 (eq:ced-volume-hit).
   *
   * @param trial an instance with parameters
   */
  @SlowLemmaProperty
  @Label(
      "C28 eq:ced-volume-hit: A uniform candidate is within u of the minimum with probability ≥ (u/M_opt)^d")
  default void volume(@ForAll("lowDimensions") Trial trial) {
    LemmaRun.slow("C28", this, trial);
  }

  /**
   * C29 (eq:ced-gradient-recursion, lem:ced-optimization).
   *
   * @param trial an instance with parameters
   */
  @SlowLemmaProperty
  @Label(
      "C29 eq:ced-gradient-recursion, lem:ced-optimization: |ε − Δ| ≤ 4λH‖w − w*‖ on every path, and E Δ(θ_T) ≤ K_opt (T+1)^{−1/4}")
  default void optimization(@ForAll("lowDimensions") Trial trial) {
    LemmaRun.slow("C29", this, trial);
  }

  /**
   * C30 (lem:ced-lojas).
   *
   * @param trial an instance with parameters
   */
  @SlowLemmaProperty
  @Label(
      "C30 lem:ced-lojas: Δ(θ) ≥ a 𝒦(θ)^p, with p = 1 where θ† is interior with a positive Hessian")
  default void lojasiewicz(@ForAll("instances") Trial trial) {
    LemmaRun.slow("C30", this, trial);
  }

  /**
   * C31 (thm:ced-main).
   *
   * @param trial an instance with parameters
   */
  @SlowLemmaProperty
  @Label("C31 thm:ced-main: E 𝒦(θ_T) falls to 0 no slower than C(T+1)^{−1/(4p)}")
  default void rate(@ForAll("lowDimensions") Trial trial) {
    LemmaRun.slow("C31", this, trial);
  }

  /**
   * C32 (sec:algorithm).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label(
      "C32 sec:algorithm: T source queries, b_t + 2q_t target rollouts per round, no target reward read")
  default void budgets(@ForAll("instances") Trial trial) {
    LemmaRun.check("C32", this, trial);
  }
}
