package dev.ccl.algorithms.ccl;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.exact.SymmetricEigen;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.AffineFamily;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;

/**
 * A constant γ′ ≥ γ for which the drift inequality eq:ced-source-drift still holds, from what a
 * learner may see:
 *
 * <p>γ′ = e<sup>−1/λ</sup> λ<sub>min</sub>( E Σ<sub>b</sub> ν(b|s) σ′(|o| + r‖z‖) zzᵀ ), z = φ(s,c)
 * − φ(s,b),
 *
 * <p>where s and c are the teacher's prefix and token, r is the radius of W, o is the difference of
 * the fixed logits of a residual class (0 in the linear one), and ν(b|s) is a lower bound of the
 * probability with which b is proposed: its probability itself where it does not depend on the
 * student, else 1/(1 + Σ<sub>a≠b</sub> exp(r<sub>Θ</sub>‖φ<sub>stu</sub>(s,a) −
 * φ<sub>stu</sub>(s,b)‖)), the least over Θ up to the common direction of the terms.
 *
 * @param gamma γ′; 0 where it underflows
 * @param logGamma log γ′; −∞ only if the matrix is singular
 */
public record SharperDrift(double gamma, double logGamma) {

  /**
   * Computes the constant of a problem.
   *
   * @param problem the problem, with a complete source forest
   * @param comparisons how comparisons are drawn
   * @return the constant
   */
  public static SharperDrift of(LearningProblem problem, Comparisons comparisons) {
    checkArgument(
        problem.calibration().family() instanceof AffineFamily,
        "the sharper step rests on a linear or residual calibration class; calibration=newton needs"
            + " none");
    double[] matrix = information(problem, comparisons);
    double smallest = SymmetricEigen.smallest(matrix);
    double logGamma = -1 / problem.lambda() + Elementary.log(smallest);
    return new SharperDrift(Elementary.exp(logGamma), logGamma);
  }

  private static double[] information(LearningProblem problem, Comparisons comparisons) {
    EdgeModel model = problem.source().calibration();
    Forest forest = model.forest();
    double[] w = problem.calibration().initial().toArray();
    double radius = problem.calibration().set().radius();
    EdgeLaw teacher = model.law(w);
    double[] reach = Sweeps.reach(teacher, problem.source().dataset().rootWeights());
    int d = model.dimension();
    double[] matrix = new double[d * d];
    double[] z = new double[d];
    double[] zero = new double[d];
    for (int s = 0; s < forest.nodes(); s++) {
      int degree = forest.degree(s);
      if (degree == 1) {
        continue;
      }
      double[] rows = new double[degree * d];
      double[] coverage = comparisons.coverage(problem, teacher, s);
      for (int a = 0; a < degree; a++) {
        double chance = reach[s] * teacher.probability(forest.firstEdge(s) + a) / problem.horizon();
        for (int b = 0; b < degree; b++) {
          double offset = model.logOdds(zero, s, a, b, rows, z); // of a residual class
          double most = Math.abs(offset) + radius * Math.sqrt(Vectors.dot(z, z)); // of |u| on W
          double c = chance * coverage[b] * Elementary.logisticDensity(most);
          for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
              matrix[i * d + j] += c * z[i] * z[j];
            }
          }
        }
      }
    }
    return matrix;
  }
}
