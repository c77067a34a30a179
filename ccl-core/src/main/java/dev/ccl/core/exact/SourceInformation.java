package dev.ccl.core.exact;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;

/**
 * The source information matrices G<sub>h</sub> of eq:ced-gram, their average G<sub>joint</sub> and
 * its eigenvalues. Forced tails contribute nothing, since their feature differences are 0.
 */
public final class SourceInformation {
  private final int dimension;
  private final double[][] byStep;
  private final double[] joint;
  private final SymmetricEigen spectrum;

  private SourceInformation(int dimension, double[][] byStep, double[] joint) {
    this.dimension = dimension;
    this.byStep = byStep;
    this.joint = joint;
    this.spectrum = SymmetricEigen.of(joint);
  }

  /**
   * Computes the matrices of a problem.
   *
   * @param problem the problem, with a complete source forest
   * @return its source information
   */
  public static SourceInformation of(LearningProblem problem) {
    EdgeModel model = problem.source().calibration();
    Forest forest = model.forest();
    double[] w = problem.calibration().initial().toArray();
    EdgeLaw teacher = model.law(w);
    double[] reach = Sweeps.reach(teacher, problem.source().dataset().rootWeights());
    int d = model.dimension();
    int horizon = problem.horizon();
    double[][] byStep = new double[horizon][d * d];
    int[] depth = new int[forest.nodes()];
    int widest = forest.edgesOfNodes().longest();
    double[] rows = new double[widest * d];
    double[] chances = new double[widest];
    for (int s = 0; s < forest.nodes(); s++) {
      if (forest.parentEdge(s) >= 0) {
        depth[s] = depth[forest.node(forest.parentEdge(s))] + 1;
      }
      int degree = forest.degree(s);
      model.gradients(w, s, rows);
      for (int k = 0; k < degree; k++) {
        chances[k] = teacher.probability(forest.firstEdge(s) + k);
      }
      addComparisons(chances, degree, reach[s], rows, d, byStep[depth[s]]);
    }
    double[] joint = new double[d * d];
    for (double[] matrix : byStep) {
      for (int i = 0; i < joint.length; i++) {
        joint[i] += matrix[i] / horizon;
      }
    }
    return new SourceInformation(d, byStep, joint);
  }

  /**
   * Adds reach · Σ<sub>a</sub> π<sub>tea</sub>(a|s) (1/K) Σ<sub>b</sub> (φ<sub>a</sub> −
   * φ<sub>b</sub>)(φ<sub>a</sub> − φ<sub>b</sub>)ᵀ. Expanding the product needs only the two first
   * and the two second moments of φ; they are taken about the uniform mean, so that nothing cancels
   * when all features of a state lie close together.
   *
   * @param teacher π<sub>tea</sub>(·|s); read
   * @param degree K, the number of legal tokens
   * @param reach the weight of the state
   * @param rows the features, row-major; overwritten
   * @param d D
   * @param out increased, row-major
   */
  public static void addComparisons(
      double[] teacher, int degree, double reach, double[] rows, int d, double[] out) {
    if (degree == 1) {
      return;
    }
    double[] centre = new double[d];
    for (int k = 0; k < degree; k++) {
      for (int i = 0; i < d; i++) {
        centre[i] += rows[k * d + i] / degree;
      }
    }
    double[] teacherMean = new double[d]; // about the uniform mean, which itself becomes 0
    for (int k = 0; k < degree; k++) {
      for (int i = 0; i < d; i++) {
        rows[k * d + i] -= centre[i];
        teacherMean[i] += teacher[k] * rows[k * d + i];
      }
    }
    double[] uniformMean = new double[d]; // what rounding left of 0
    for (int k = 0; k < degree; k++) {
      for (int i = 0; i < d; i++) {
        uniformMean[i] += rows[k * d + i] / degree;
      }
    }
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++) {
        double second = 0;
        for (int k = 0; k < degree; k++) {
          double weight = teacher[k] + 1.0 / degree;
          second += weight * rows[k * d + i] * rows[k * d + j];
        }
        double cross = teacherMean[i] * uniformMean[j] + uniformMean[i] * teacherMean[j];
        out[i * d + j] += reach * (second - cross);
        out[j * d + i] = out[i * d + j];
      }
    }
  }

  /** {@return D, the dimension of the matrices} */
  public int dimension() {
    return dimension;
  }

  /**
   * Returns G<sub>h</sub>.
   *
   * @param h a step, from 1 to H
   * @return a fresh matrix, row-major
   */
  public double[] atStep(int h) {
    return byStep[h - 1].clone();
  }

  /** {@return G<sub>joint</sub>; a fresh matrix, row-major} */
  public double[] joint() {
    return joint.clone();
  }

  /**
   * {@return the eigenvalues and eigenvectors of G<sub>joint</sub>; small eigenvalues belong to
   * directions in which source comparisons tell little about w}
   */
  public SymmetricEigen spectrum() {
    return spectrum;
  }

  /**
   * Returns μ<sub>joint</sub>, the smallest eigenvalue. One that rounding cannot tell from 0 counts
   * as 0: then γ = 0 and the paper's assumption fails.
   *
   * @return the smallest eigenvalue, not negative
   */
  public double mu() {
    return spectrum.smallest();
  }
}
