package dev.ccl.core.truth;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.math.Vectors;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/**
 * A stream of linear equations, kept as the triangular factor R of (A | b) and solved for the
 * minimum-norm least-squares solution by the singular values of R. Orthogonal reflections keep the
 * condition of A, which normal equations would square.
 */
final class LeastSquares {
  /** Singular values below this share of the largest count as 0. */
  private static final double RANK_TOLERANCE = 1e-13;

  private static final int BLOCK = 256;

  private final int dimension;
  private final int width; // D + 1: the last column is the right-hand side
  private final double[] rows; // R, then equations not yet worked in
  private int filled;

  private LeastSquares(int dimension) {
    this.dimension = dimension;
    this.width = dimension + 1;
    this.rows = new double[(width + BLOCK) * width];
    this.filled = width;
  }

  static LeastSquares of(int dimension) {
    return new LeastSquares(dimension);
  }

  /** Adds equations, all multiplied by a weight. The arrays are read, {@code left} row-major. */
  void add(double[] left, double[] right, int count, double weight) {
    for (int k = 0; k < count; k++) {
      int at = filled * width;
      for (int i = 0; i < dimension; i++) {
        rows[at + i] = weight * left[k * dimension + i];
      }
      rows[at + dimension] = weight * right[k];
      filled++;
      if (filled == width + BLOCK) {
        reduce();
      }
    }
  }

  /** Householder reflections make the filled rows triangular again. */
  private void reduce() {
    for (int j = 0; j < width; j++) {
      double[] v = new double[filled - j];
      for (int i = j; i < filled; i++) {
        v[i - j] = rows[i * width + j];
      }
      double norm = Vectors.norm(v);
      if (norm == 0) {
        continue;
      }
      v[0] += v[0] > 0 ? norm : -norm;
      double half = 0.5 * Vectors.dot(v, v);
      for (int k = j; k < width; k++) {
        double sum = 0;
        for (int i = j; i < filled; i++) {
          sum += v[i - j] * rows[i * width + k];
        }
        sum /= half;
        for (int i = j; i < filled; i++) {
          rows[i * width + k] -= sum * v[i - j];
        }
      }
      for (int i = j + 1; i < filled; i++) {
        rows[i * width + j] = 0;
      }
    }
    filled = width;
  }

  /**
   * The solution of the equations.
   *
   * @param point of all least-squares solutions the one with the smallest norm
   * @param rank the rank of the left-hand sides
   */
  record Solution(ImmutableDoubleArray point, int rank) {}

  Solution solve() {
    reduce();
    DMatrixRMaj r = new DMatrixRMaj(dimension, dimension);
    double[] right = new double[dimension];
    for (int i = 0; i < dimension; i++) {
      for (int k = 0; k < dimension; k++) {
        r.set(i, k, rows[i * width + k]);
      }
      right[i] = rows[i * width + dimension];
    }
    SingularValueDecomposition_F64<DMatrixRMaj> svd =
        DecompositionFactory_DDRM.svd(dimension, dimension, true, true, false);
    if (!svd.decompose(r)) {
      throw new ArithmeticException("the singular values of the equations did not converge");
    }
    DMatrixRMaj u = svd.getU(null, false);
    DMatrixRMaj v = svd.getV(null, false);
    double[] values = svd.getSingularValues();
    double largest = 0;
    for (double value : values) {
      largest = Math.max(largest, value);
    }
    double[] point = new double[dimension];
    int rank = 0;
    for (int j = 0; j < dimension; j++) {
      if (values[j] > RANK_TOLERANCE * largest) {
        rank++;
        double along = 0;
        for (int i = 0; i < dimension; i++) {
          along += u.get(i, j) * right[i];
        }
        along /= values[j];
        for (int i = 0; i < dimension; i++) {
          point[i] += v.get(i, j) * along;
        }
      }
    }
    return new Solution(ImmutableDoubleArray.copyOf(point), rank);
  }
}
