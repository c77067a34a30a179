package dev.ccl.algorithms.evidence;

import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.SmallMatrix;

/** The triangular factor of a small positive definite matrix, kept in place: no allocation. */
public final class Cholesky {
  private final int n;
  private final double[] factor; // lower triangle, row-major

  /**
   * Makes room for a factor.
   *
   * @param n the size of the matrices
   */
  public Cholesky(int n) {
    this.n = n;
    this.factor = new double[n * n];
  }

  /**
   * Factors A + shift·I.
   *
   * @param matrix A, symmetric, row-major; read
   * @param shift added to the diagonal
   * @return false if the sum is not safely positive definite
   */
  public boolean factor(double[] matrix, double shift) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = matrix[i * n + j] + (i == j ? shift : 0);
        double before = sum;
        for (int k = 0; k < j; k++) {
          sum -= factor[i * n + k] * factor[j * n + k];
        }
        if (i == j) {
          if (!(sum > 1e-13 * Math.abs(before))) {
            return false;
          }
          factor[i * n + i] = Math.sqrt(sum);
        } else {
          factor[i * n + j] = sum / factor[j * n + j];
        }
      }
    }
    return true;
  }

  /**
   * Solves A x = b for the matrix factored last.
   *
   * @param b the right side; overwritten with the solution
   */
  public void solve(double[] b) {
    SmallMatrix.solve(factor, b);
  }

  /** {@return the logarithm of the determinant of the matrix factored last} */
  public double logDeterminant() {
    double log = 0;
    for (int i = 0; i < n; i++) {
      log += Elementary.log(factor[i * n + i]);
    }
    return 2 * log;
  }
}
