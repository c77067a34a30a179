package dev.ccl.algorithms.calibration;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.policy.BoundedDerivatives;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.policy.LinearFamily;
import dev.ccl.core.problem.LearningProblem;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * A constant γ′ ≥ γ for which the drift inequality eq:ced-source-drift still holds, from what a
 * learner may see:
 *
 * <p>γ′ = e<sup>−1/λ</sup> λ<sub>min</sub>( E Σ<sub>b</sub> ν(b|s) σ′(r‖z‖) zzᵀ ), z = φ(s,c) −
 * φ(s,b),
 *
 * <p>where s and c are the teacher's prefix and token, r is the radius of W, and ν(b|s) is a lower
 * bound of the probability with which b is proposed: its probability itself where it does not
 * depend on the student, else 1/(1 + Σ<sub>a≠b</sub> exp(r<sub>Θ</sub>‖φ<sub>stu</sub>(s,a) −
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
   * @param alternatives who proposes alternatives
   * @return the constant
   */
  public static SharperDrift of(LearningProblem problem, Alternatives alternatives) {
    double[] matrix = information(problem, alternatives);
    double smallest = smallestEigenvalue(matrix, problem.source().calibration().dimension());
    double logGamma = -1 / problem.lambda() + Elementary.log(smallest);
    return new SharperDrift(Elementary.exp(logGamma), logGamma);
  }

  private static double[] information(LearningProblem problem, Alternatives alternatives) {
    EdgeModel model = problem.source().calibration();
    Forest forest = model.forest();
    double[] w = problem.calibration().initial().toArray();
    double radius = problem.calibration().set().radius();
    EdgeLaw teacher = model.law(w);
    double[] reach = Sweeps.reach(teacher, problem.source().dataset().rootWeights());
    int d = model.dimension();
    double[] matrix = new double[d * d];
    double[] z = new double[d];
    for (int s = 0; s < forest.nodes(); s++) {
      int degree = forest.degree(s);
      if (degree == 1) {
        continue;
      }
      double[] rows = new double[degree * d];
      model.gradients(w, s, rows);
      double[] coverage = coverage(problem, alternatives, teacher, s);
      for (int a = 0; a < degree; a++) {
        double chance = reach[s] * teacher.probability(forest.firstEdge(s) + a) / problem.horizon();
        for (int b = 0; b < degree; b++) {
          double square = 0;
          for (int i = 0; i < d; i++) {
            z[i] = rows[a * d + i] - rows[b * d + i];
            square += z[i] * z[i];
          }
          double c = chance * coverage[b] * Elementary.logisticDensity(radius * Math.sqrt(square));
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

  /** Lower bounds of the probabilities with which the tokens of a node are proposed. */
  private static double[] coverage(
      LearningProblem problem, Alternatives alternatives, EdgeLaw teacher, int s) {
    Forest forest = teacher.forest();
    int degree = forest.degree(s);
    double[] coverage = new double[degree];
    for (int b = 0; b < degree; b++) {
      switch (alternatives) {
        case UNIFORM -> coverage[b] = 1.0 / degree;
        case TEACHER -> coverage[b] = teacher.probability(forest.firstEdge(s) + b);
        case STUDENT -> coverage[b] = studentCoverage(problem, s, b);
      }
    }
    return coverage;
  }

  private static double studentCoverage(LearningProblem problem, int s, int b) {
    EdgeModel model = problem.source().student();
    int degree = model.forest().degree(s);
    double radius = problem.student().set().radius();
    double others = 0;
    if (problem.student().family() instanceof LinearFamily) {
      int d = model.dimension();
      double[] rows = new double[degree * d];
      model.gradients(new double[d], s, rows);
      for (int a = 0; a < degree; a++) {
        double square = 0;
        for (int i = 0; i < d; i++) {
          double difference = rows[a * d + i] - rows[b * d + i];
          square += difference * difference;
        }
        others += a == b ? 0 : Elementary.exp(radius * Math.sqrt(square));
      }
    } else {
      checkArgument(
          problem.student().family() instanceof BoundedDerivatives,
          "the sharper step needs a student family that bounds its logits");
      BoundedDerivatives bounds = (BoundedDerivatives) problem.student().family();
      double range = 2 * bounds.logitBound(problem.student().set());
      others = (degree - 1) * Elementary.exp(range);
    }
    return 1 / (1 + others);
  }

  private static double smallestEigenvalue(double[] matrix, int d) {
    EigenDecomposition_F64<DMatrixRMaj> eig = DecompositionFactory_DDRM.eig(d, false, true);
    checkArgument(
        eig.decompose(new DMatrixRMaj(d, d, true, matrix.clone())),
        "the eigenvalues of the source information did not converge");
    double smallest = Double.POSITIVE_INFINITY;
    double largest = 0;
    for (int i = 0; i < d; i++) {
      smallest = Math.min(smallest, eig.getEigenvalue(i).getReal());
      largest = Math.max(largest, eig.getEigenvalue(i).getReal());
    }
    return smallest <= 1e-13 * d * largest ? 0 : smallest;
  }
}
