package dev.ccl.core.exact;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * The source information matrices G<sub>h</sub> of eq:ced-gram, their average G<sub>joint</sub> and
 * its eigenvalues. Forced tails contribute nothing, since their feature differences are 0.
 */
public final class SourceInformation {
  private final int dimension;
  private final double[][] byStep;
  private final double[] joint;
  private final double[] eigenvalues;
  private final double[][] eigenvectors;

  private SourceInformation(int dimension, double[][] byStep, double[] joint) {
    this.dimension = dimension;
    this.byStep = byStep;
    this.joint = joint;
    EigenDecomposition_F64<DMatrixRMaj> eig =
        DecompositionFactory_DDRM.eig(dimension, true, true);
    DMatrixRMaj matrix = new DMatrixRMaj(dimension, dimension, true, joint);
    if (!eig.decompose(matrix.copy())) {
      throw new ArithmeticException("the eigenvalues of G_joint did not converge");
    }
    Integer[] order = new Integer[dimension];
    java.util.Arrays.setAll(order, i -> i);
    java.util.Arrays.sort(
        order,
        (i, k) -> Double.compare(eig.getEigenvalue(i).getReal(), eig.getEigenvalue(k).getReal()));
    this.eigenvalues = new double[dimension];
    this.eigenvectors = new double[dimension][];
    for (int i = 0; i < dimension; i++) {
      eigenvalues[i] = eig.getEigenvalue(order[i]).getReal();
      eigenvectors[i] = eig.getEigenVector(order[i]).getData().clone();
    }
  }

  /**
   * Computes the matrices of a problem.
   *
   * @param problem the problem, with a complete source forest
   * @return its source information
   */
  public static SourceInformation of(LearningProblem problem) {
    EdgeModel model = problem.calibrationOnSource();
    Forest forest = model.forest();
    double[] w = problem.calibration().initial().toArray();
    EdgeLaw teacher = model.law(w);
    double[] reach = Sweeps.reach(teacher, problem.source().rootWeights());
    int d = model.dimension();
    int horizon = problem.horizon();
    double[][] byStep = new double[horizon][d * d];
    int[] depth = new int[forest.nodes()];
    double[] rows = new double[0];
    for (int s = 0; s < forest.nodes(); s++) {
      if (forest.parentEdge(s) >= 0) {
        depth[s] = depth[forest.node(forest.parentEdge(s))] + 1;
      }
      int degree = forest.degree(s);
      rows = rows.length < degree * d ? new double[degree * d] : rows;
      model.gradients(w, s, rows);
      addComparisons(forest, teacher, s, reach[s], rows, d, byStep[depth[s]]);
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
   */
  private static void addComparisons(
      Forest forest, EdgeLaw teacher, int s, double reach, double[] rows, int d, double[] out) {
    int degree = forest.degree(s);
    int from = forest.firstEdge(s);
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
        teacherMean[i] += teacher.probability(from + k) * rows[k * d + i];
      }
    }
    double[] uniformMean = new double[d]; // what rounding left of 0
    for (int k = 0; k < degree; k++) {
      for (int i = 0; i < d; i++) {
        uniformMean[i] += rows[k * d + i] / degree;
      }
    }
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        double second = 0;
        for (int k = 0; k < degree; k++) {
          double weight = teacher.probability(from + k) + 1.0 / degree;
          second += weight * rows[k * d + i] * rows[k * d + j];
        }
        double cross = teacherMean[i] * uniformMean[j] + uniformMean[i] * teacherMean[j];
        out[i * d + j] += reach * (second - cross);
      }
    }
  }

  /**
   * Returns D.
   *
   * @return the dimension of the matrices
   */
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

  /**
   * Returns G<sub>joint</sub>.
   *
   * @return a fresh matrix, row-major
   */
  public double[] joint() {
    return joint.clone();
  }

  /**
   * Returns the eigenvalues of G<sub>joint</sub>, the smallest first.
   *
   * @return a fresh array
   */
  public double[] eigenvalues() {
    return eigenvalues.clone();
  }

  /**
   * Returns a unit eigenvector of G<sub>joint</sub>.
   *
   * @param i its place, 0 for the smallest eigenvalue
   * @return a fresh array
   */
  public double[] eigenvector(int i) {
    return eigenvectors[i].clone();
  }

  /**
   * Returns μ<sub>joint</sub>, the smallest eigenvalue. One that rounding cannot tell from 0 counts
   * as 0: then γ = 0 and the paper's assumption fails.
   *
   * @return the smallest eigenvalue, not negative
   */
  public double mu() {
    double largest = eigenvalues[dimension - 1];
    return eigenvalues[0] <= 1e-13 * dimension * largest ? 0 : eigenvalues[0];
  }
}
