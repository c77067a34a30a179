package dev.ccl.theory.lemmas;

import dev.ccl.theory.search.Trial;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;

/** sec:sm-temperature: where direct matching keeps an error; for the paper's students. */
public interface SeparationLemmas extends UnderTest {
  /**
   * C33 (prop:sm-temp-oracle).
   *
   * @param trial an instance with parameters
   */
  @SlowLemmaProperty
  @Label(
      "C33 prop:sm-temp-oracle: θ† = 1/(4λ)·1, w* = (√2/λ)u_1, no student represents π*, and J(tea) > J(θ†)")
  default void separationOracle(@ForAll("separations") Trial trial) {
    LemmaRun.slow("C33", this, trial);
  }

  /**
   * C34 (eq:sm-temp-reference-cost).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label(
      "C34 eq:sm-temp-reference-cost: KL(student ‖ reference) = θ_i p(θ_i) − log((e^{θ_i}+2)/3), with its gradient")
  default void referenceCost(@ForAll("separations") Trial trial) {
    LemmaRun.check("C34", this, trial);
  }

  /**
   * C35 (eq:sm-temp-objective, eq:sm-temp-cost, eq:sm-temp-sample).
   *
   * @param trial an instance with parameters
   */
  @SlowLemmaProperty
  @Label(
      "C35 eq:sm-temp-objective, eq:sm-temp-cost, eq:sm-temp-sample: C_SM = −J_SM = E Z_SM, with minimiser α/(4λ(1+λ))·1")
  default void matchingObjective(@ForAll("separations") Trial trial) {
    LemmaRun.slow("C35", this, trial);
  }

  /**
   * C36 (eq:sm-temp-gap).
   *
   * @param trial an instance with parameters
   */
  @SlowLemmaProperty
  @Label("C36 eq:sm-temp-gap: ‖θ*_SM − θ†‖ = (√d/4λ)(1 − α/(1+λ)) ≥ √d(1−α)/(4λ)")
  default void matchingGap(@ForAll("separations") Trial trial) {
    LemmaRun.slow("C36", this, trial);
  }

  /**
   * C37 (eq:sm-temp-unbiased, eq:sm-temp-cross-term, eq:sm-temp-second-moment).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label(
      "C37 eq:sm-temp-unbiased, eq:sm-temp-cross-term, eq:sm-temp-second-moment: ĝ_SM is unbiased and strongly monotone with μ_SM, and E‖ĝ_SM‖² ≤ G_SM²")
  default void matchingGradient(@ForAll("separations") Trial trial) {
    LemmaRun.check("C37", this, trial);
  }

  /**
   * C38 (eq:sm-temp-mse).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label(
      "C38 eq:sm-temp-mse: E‖θ_T − θ*_SM‖² ≤ G_SM²/(μ_SM²(T+1)), and its recursion in every step")
  default void matchingError(@ForAll("separations") Trial trial) {
    LemmaRun.check("C38", this, trial);
  }

  /**
   * C39 (eq:sm-temp-kl-curvature).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label(
      "C39 eq:sm-temp-kl-curvature: The average KL to the oracle is at least κ_SM/(2d)·‖θ − θ†‖²")
  default void curvatureOfDivergence(@ForAll("separations") Trial trial) {
    LemmaRun.check("C39", this, trial);
  }

  /**
   * C40 (thm:sm-temperature).
   *
   * @param trial an instance with parameters
   */
  @SlowLemmaProperty
  @Label(
      "C40 thm:sm-temperature: Direct matching's E 𝒦(θ_T) has the finite-T bound and the floor κ_SM(1−α)²/(128λ²)")
  default void separation(@ForAll("separations") Trial trial) {
    LemmaRun.slow("C40", this, trial);
  }

  /**
   * C41 (sec:sm-temperature).
   *
   * @param trial an instance with parameters
   */
  @SlowLemmaProperty
  @Label(
      "C41 sec:sm-temperature: With source prompts CCL's 𝒦 falls below what direct matching keeps")
  default void message(@ForAll("separations") Trial trial) {
    LemmaRun.slow("C41", this, trial);
  }
}
