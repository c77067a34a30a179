package dev.ccl.theory.lemmas;

import dev.ccl.theory.search.Trial;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;

/**
 * lem:ced-z to lem:ced-smoothness: the cost of a student, its scores and derivatives; for every
 * class of students, with the bounds that it declares.
 */
public interface CostLemmas extends UnderTest {
  /**
   * C15 (lem:ced-z).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label("C15 lem:ced-z: |Z| ≤ 4λBH on every feasible answer")
  default void logRatio(@ForAll("instances") Trial trial) {
    LemmaRun.check("C15", this, trial);
  }

  /**
   * C16 (eq:ced-cost-bound).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label("C16 eq:ced-cost-bound: 0 ≤ C_w(θ) ≤ 4λBH")
  default void costRange(@ForAll("instances") Trial trial) {
    LemmaRun.check("C16", this, trial);
  }

  /**
   * C17 (eq:ced-score-pointwise, eq:ced-score-moment).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label(
      "C17 eq:ced-score-pointwise, eq:ced-score-moment: ‖S‖ ≤ 2H, E S = 0, E‖S‖² ≤ H, and token increments are orthogonal")
  default void scores(@ForAll("instances") Trial trial) {
    LemmaRun.check("C17", this, trial);
  }

  /**
   * C18 (eq:ced-cost-gradient).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label("C18 eq:ced-cost-gradient: ∇C_w = E[S·Z], and it is the derivative of C_w")
  default void gradient(@ForAll("instances") Trial trial) {
    LemmaRun.check("C18", this, trial);
  }

  /**
   * C19 (eq:ced-stu-lip).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label("C19 eq:ced-stu-lip: C_w is 4λBH^{3/2}-Lipschitz in θ")
  default void lipschitzInTheta(@ForAll("instances") Trial trial) {
    LemmaRun.check("C19", this, trial);
  }

  /**
   * C20 (eq:ced-w-lip).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label("C20 eq:ced-w-lip: |C_w(θ) − C_v(θ)| ≤ 2λH‖w − v‖ for every θ")
  default void lipschitzInW(@ForAll("instances") Trial trial) {
    LemmaRun.check("C20", this, trial);
  }

  /**
   * C21 (eq:ced-student-unbiased).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label(
      "C21 eq:ced-student-unbiased: E ĝ = ∇C_{t+1}(θ_t), with the new calibration and the old student")
  default void unbiasedGradient(@ForAll("instances") Trial trial) {
    LemmaRun.check("C21", this, trial);
  }

  /**
   * C22 (eq:ced-student-variance).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label("C22 eq:ced-student-variance: E‖ĝ − ∇C‖² ≤ 16λ²B²H³/b")
  default void gradientVariance(@ForAll("instances") Trial trial) {
    LemmaRun.check("C22", this, trial);
  }

  /**
   * C23 (eq:ced-hessian-expression).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label(
      "C23 eq:ced-hessian-expression: The Hessian formula is the derivative of the gradient, and 0 ⪯ −∇S ⪯ H·I")
  default void hessianFormula(@ForAll("instances") Trial trial) {
    LemmaRun.check("C23", this, trial);
  }

  /**
   * C24 (eq:ced-hessian-bound, eq:ced-gradient-smoothness).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label(
      "C24 eq:ced-hessian-bound, eq:ced-gradient-smoothness: ‖∇²C_w‖ ≤ L_st = λH(1 + 8BH), and the gradient is L_st-Lipschitz")
  default void smoothness(@ForAll("instances") Trial trial) {
    LemmaRun.check("C24", this, trial);
  }

  /**
   * C25 (eq:ced-gradient-calibration).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label("C25 eq:ced-gradient-calibration: ‖∇C_w − ∇C_v‖ ≤ 2λH^{3/2}‖w − v‖")
  default void gradientUnderCalibration(@ForAll("instances") Trial trial) {
    LemmaRun.check("C25", this, trial);
  }
}
