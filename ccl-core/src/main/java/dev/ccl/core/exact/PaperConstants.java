package dev.ccl.core.exact;

import dev.ccl.core.math.Elementary;
import dev.ccl.core.policy.BoundedDerivatives;
import dev.ccl.core.policy.LinearFamily;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;

/**
 * The constants of the paper for linear classes with features in the unit ball. A class that is not
 * linear and declares bounds has the bound of its logits in the place of B in γ: that of the
 * student in e<sup>−2B</sup>, by which alternatives are proposed, and that of the teacher's class
 * in σ′(2B), the least slope of the label's law; and {@link Smoothness} takes the place of
 * L<sub>st</sub>.
 *
 * @param muJoint μ<sub>joint</sub>, the smallest eigenvalue of G<sub>joint</sub>
 * @param gamma γ = e<sup>−1/λ</sup> e<sup>−2B</sup> σ′(2B) μ<sub>joint</sub> (eq:ced-gamma); 0
 *     where it underflows
 * @param logGamma log γ, finite where γ underflows; −∞ only if μ<sub>joint</sub> = 0
 * @param smoothness L<sub>st</sub> = λH(1 + 8BH) (lem:ced-smoothness)
 * @param studentStep α<sub>stu</sub> = 1/(2 L<sub>st</sub>)
 * @param excessRange M<sub>opt</sub> = 8λB²H<sup>3/2</sup> (lem:ced-hybrid)
 */
public record PaperConstants(
    double muJoint,
    double gamma,
    double logGamma,
    double smoothness,
    double studentStep,
    double excessRange) {

  /**
   * Computes the constants of a problem.
   *
   * @param problem the problem, with a complete source forest
   * @return its constants
   */
  public static PaperConstants of(LearningProblem problem) {
    return of(problem, SourceInformation.of(problem).mu());
  }

  /**
   * Computes the constants of a problem whose source information is known.
   *
   * @param problem the problem
   * @param muJoint μ<sub>joint</sub>
   * @return its constants
   */
  public static PaperConstants of(LearningProblem problem, double muJoint) {
    double lambda = problem.lambda();
    double b = problem.bound();
    double h = problem.horizon();
    double students = logitBound(problem, problem.student());
    double teachers = logitBound(problem, problem.calibration());
    // log σ′(u) = −u − 2 log(1 + e^{−u}) for u ≥ 0
    double logDensity = -2 * teachers - 2 * Elementary.log1p(Elementary.exp(-2 * teachers));
    double logGamma = -1 / lambda - 2 * students + logDensity + Elementary.log(muJoint);
    double gamma =
        Elementary.exp(-1 / lambda)
            * Elementary.exp(-2 * students)
            * Elementary.logisticDensity(2 * teachers)
            * muJoint;
    double smoothness = smoothness(problem);
    return new PaperConstants(
        muJoint,
        gamma,
        logGamma,
        smoothness,
        1 / (2 * smoothness),
        8 * lambda * b * b * h * Math.sqrt(h));
  }

  /**
   * Tells whether {@link #smoothness} is a bound for the classes of a problem: they are linear, or
   * declare bounds. For others L<sub>st</sub> is no more than a guess.
   *
   * @param problem the problem
   * @return whether the step α<sub>stu</sub> is one of the theory
   */
  public static boolean boundSmoothness(LearningProblem problem) {
    return isKnown(problem.student().family()) && isKnown(problem.calibration().family());
  }

  private static double logitBound(LearningProblem problem, PolicyClass policies) {
    PolicyFamily family = policies.family();
    return family instanceof BoundedDerivatives && !(family instanceof LinearFamily)
        ? ((BoundedDerivatives) family).logitBound(policies.set())
        : problem.bound();
  }

  private static boolean isKnown(PolicyFamily family) {
    return family instanceof LinearFamily || family instanceof BoundedDerivatives;
  }

  private static double smoothness(LearningProblem problem) {
    PolicyFamily student = problem.student().family();
    boolean other = student instanceof BoundedDerivatives && !(student instanceof LinearFamily);
    if (other && problem.calibration().family() instanceof BoundedDerivatives) {
      return Smoothness.of(problem);
    }
    double h = problem.horizon();
    return problem.lambda() * h * (1 + 8 * problem.bound() * h); // lem:ced-smoothness
  }
}
