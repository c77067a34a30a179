package dev.ccl.theory.lemmas;

import dev.ccl.theory.search.Trial;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;

/**
 * lem:ced-label and lem:ced-calibration: what an accepted trial says about w*, and what a
 * calibration step does.
 */
public interface CalibrationLemmas extends UnderTest {
  /**
   * C06 (eq:ced-acceptance).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label(
      "C06 eq:ced-acceptance: A trial is accepted with probability at least e^{−1/λ}, whatever s, c1 and c0")
  default void acceptance(@ForAll("instances") Trial trial) {
    LemmaRun.check("C06", this, trial);
  }

  /**
   * C07 (eq:ced-accepted-label).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label(
      "C07 eq:ced-accepted-label: P(Y = 1 | accepted) = σ(zᵀw*), also where both tokens coincide")
  default void acceptedLabel(@ForAll("instances") Trial trial) {
    LemmaRun.check("C07", this, trial);
  }

  /**
   * C08 (eq:ced-suffix-moment, eq:ced-joint-label-acceptance).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label(
      "C08 eq:ced-suffix-moment, eq:ced-joint-label-acceptance: 1 ≤ M ≤ e^{1/λ}, and the joint law of label and acceptance")
  default void momentsAndJointLaw(@ForAll("instances") Trial trial) {
    LemmaRun.check("C08", this, trial);
  }

  /**
   * C10 (eq:ced-adaptive-design).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label("C10 eq:ced-adaptive-design: E[zzᵀ|F_t] ⪰ e^{−2B} G_joint for every student, and ‖z‖ ≤ 2")
  default void adaptiveDesign(@ForAll("instances") Trial trial) {
    LemmaRun.check("C10", this, trial);
  }

  /**
   * C11 (eq:ced-source-conditional-mean).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label("C11 eq:ced-source-conditional-mean: E[g_t | s, c1, c0] = P(I = 1) z [σ(zᵀw_t) − σ(zᵀw*)]")
  default void conditionalMean(@ForAll("instances") Trial trial) {
    LemmaRun.check("C11", this, trial);
  }

  /**
   * C12 (eq:ced-source-drift).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label("C12 eq:ced-source-drift: E[(w − w*)ᵀg | F_t] ≥ γ‖w − w*‖², and ‖g‖ ≤ 2")
  default void drift(@ForAll("instances") Trial trial) {
    LemmaRun.check("C12", this, trial);
  }

  /**
   * C13 (eq:ced-source-recursion, eq:ced-source-mse).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label(
      "C13 eq:ced-source-recursion, eq:ced-source-mse: E‖w_t − w*‖² ≤ 4/(γ²(t+2)) for t ≥ 1, and its recursion in every round")
  default void calibrationError(@ForAll("instances") Trial trial) {
    LemmaRun.check("C13", this, trial);
  }

  /**
   * C14 (eq:ced-source-increment).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label("C14 eq:ced-source-increment: ‖w_t − w_{t−1}‖ ≤ 2/(γ(t+1)) on every path")
  default void increments(@ForAll("instances") Trial trial) {
    LemmaRun.check("C14", this, trial);
  }
}
