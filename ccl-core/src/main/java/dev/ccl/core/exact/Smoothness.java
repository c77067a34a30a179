package dev.ccl.core.exact;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.policy.BoundedDerivatives;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;

/**
 * The smoothness constant of C<sub>w</sub> for any student class, which takes the place of
 * L<sub>st</sub> (lem:ced-smoothness). Let |f| ≤ F, ‖∇f‖ ≤ G and ‖∇²f‖ ≤ M for the student's logits
 * and |f<sub>w</sub>| ≤ F<sub>w</sub> for the calibrated ones. Then ‖∇²C<sub>w</sub>‖ is at most
 *
 * <p>L = λHG² + Z̄ (HG² + H(2M + G²)), where Z̄ = 2λH(F + F<sub>w</sub>).
 *
 * <p>Proof. Both token laws lie within e<sup>±2F</sup>, e<sup>±2F<sub>w</sub></sup> of the uniform
 * one, so |Z| ≤ Z̄. Token scores D = ∇f − E∇f are martingale differences with E‖D‖² ≤ G², so ‖E
 * SSᵀ‖ ≤ E‖S‖² ≤ HG². Each term of ∇S is ∇²f − E∇²f − Cov(∇f), so ‖∇S‖ ≤ H(2M + G²). Now bound the
 * three terms of ∇²C<sub>w</sub> = E[Z SSᵀ] + E[Z ∇S] + λE[SSᵀ] (eq:ced-hessian-expression).
 *
 * <p>With F = F<sub>w</sub> = B, G = 1 and M = 0, the linear class on B-balls, L = λH(1 + 8BH) =
 * L<sub>st</sub>.
 */
public final class Smoothness {
  private Smoothness() {}

  /**
   * Returns L.
   *
   * @param lambda λ
   * @param horizon H
   * @param student the student's class
   * @param theta Θ
   * @param calibratedLogits F<sub>w</sub>
   * @return a bound of ‖∇²C<sub>w</sub>‖ on Θ
   */
  public static double of(
      double lambda,
      int horizon,
      BoundedDerivatives student,
      ConvexSet theta,
      double calibratedLogits) {
    double gradient = student.gradientBound(theta);
    double square = gradient * gradient;
    double largest = 2 * lambda * horizon * (student.logitBound(theta) + calibratedLogits);
    return lambda * horizon * square
        + largest * horizon * (2 * square + 2 * student.hessianBound(theta));
  }

  /**
   * Returns L for the classes and sets of a problem.
   *
   * @param problem the problem; both classes declare bounds
   * @return a bound of ‖∇²C<sub>w</sub>‖ on Θ for every w in W
   */
  public static double of(LearningProblem problem) {
    BoundedDerivatives calibration = bounded("calibration", problem.calibration().family());
    return of(
        problem.lambda(),
        problem.horizon(),
        bounded("student", problem.student().family()),
        problem.student().set(),
        calibration.logitBound(problem.calibration().set()));
  }

  private static BoundedDerivatives bounded(String role, PolicyFamily family) {
    checkArgument(
        family instanceof BoundedDerivatives,
        "%s: the class declares no bounds of its derivatives (BoundedDerivatives)",
        role);
    return (BoundedDerivatives) family;
  }
}
