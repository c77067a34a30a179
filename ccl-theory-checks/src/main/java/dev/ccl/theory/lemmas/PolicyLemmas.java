package dev.ccl.theory.lemmas;

import dev.ccl.theory.search.Trial;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;

/**
 * Section 3 and lem:ced-gibbs: feasible answers, the policies on them, the optimum; for every class
 * of students.
 */
public interface PolicyLemmas extends UnderTest {
  /**
   * C01 (def:ced-feasible-trajectories).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label(
      "C01 def:ced-feasible-trajectories: Legal sets are those of the definition, EOS absorbs, every answer has H tokens")
  default void feasibleAnswers(@ForAll("instances") Trial trial) {
    LemmaRun.check("C01", this, trial);
  }

  /**
   * C02 (eq:ced-chain).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label("C02 eq:ced-chain: The law of an answer is the product of its token laws and sums to 1")
  default void lawOfAnAnswer(@ForAll("instances") Trial trial) {
    LemmaRun.check("C02", this, trial);
  }

  /**
   * C03 (eq:ced-return).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label("C03 eq:ced-return: The full-answer KL is the expected sum of token log-ratios")
  default void divergenceTokenByToken(@ForAll("instances") Trial trial) {
    LemmaRun.check("C03", this, trial);
  }

  /**
   * C04 (lem:ced-gibbs, eq:ced-gibbs).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label(
      "C04 lem:ced-gibbs, eq:ced-gibbs: The Gibbs policy is the unique unrestricted optimum, and 1 ≤ Z_λ ≤ e^{1/λ}")
  default void gibbsPolicy(@ForAll("instances") Trial trial) {
    LemmaRun.check("C04", this, trial);
  }

  /**
   * C05 (eq:ced-gibbs-student).
   *
   * @param trial an instance with parameters
   */
  @SlowLemmaProperty
  @Label(
      "C05 eq:ced-gibbs-student: J(π_θ) = (λ/m) Σ log Z_λ − C_{w*}(θ), so that argmax J = argmin C_{w*}")
  default void distillationIsOptimization(@ForAll("instances") Trial trial) {
    LemmaRun.slow("C05", this, trial);
  }

  /**
   * C09 (eq:ced-student-token-coverage, eq:ced-student-envelope).
   *
   * @param trial an instance with parameters
   */
  @LemmaProperty
  @Label(
      "C09 eq:ced-student-token-coverage, eq:ced-student-envelope: e^{−2B}/|B(s)| ≤ π(a|s) ≤ e^{2B}/|B(s)| for both classes")
  default void envelope(@ForAll("instances") Trial trial) {
    LemmaRun.check("C09", this, trial);
  }
}
