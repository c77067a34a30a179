package dev.ccl.certificates;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.problem.LearningProblem;

/**
 * A bound of Δ(θ) for a model that may be wrong (claim E14): if log π* − log π<sub>w</sub>
 * oscillates by at most o over the answers to each target prompt, Δ(θ) is at most the supremum over
 * θ′ of C<sub>w</sub>(θ) − C<sub>w</sub>(θ′) + λo·TV(θ, θ′). Nothing that a learner sees can check
 * o.
 */
public final class AgnosticBound {
  private AgnosticBound() {}

  /**
   * Bounds a student.
   *
   * @param problem the problem, with a whole target forest
   * @param w any calibration; read
   * @param theta θ; read
   * @param oscillation o, not negative; 2Hε where every token's log-probability is off by ε at most
   * @return the bound, certified or searched for as certificates are
   */
  public static double of(LearningProblem problem, double[] w, double[] theta, double oscillation) {
    checkArgument(
        oscillation >= 0 && oscillation < Double.POSITIVE_INFINITY,
        "oscillation: %s is not a number of at least 0",
        oscillation);
    checkArgument(problem.isWhole(), "a bound of the excess needs whole trees");
    StudentGeometry geometry = new StudentGeometry(problem);
    VariationBound bound = VariationBound.around(problem, geometry, w, oscillation);
    bound.prepare(theta);
    StudentSearch search = StudentSearch.of(problem, Certifier.VISITS);
    return Math.min(bound.largest(), search.supremum(bound, 0.02, 1e-10, 0));
  }
}
