package dev.ccl.algorithms.evidence;

/** The triangular factor of a small positive definite matrix, kept in place: no allocation. */
final class Cholesky {
  private final int n;
  private final double[] factor; // lower triangle, row-major

  Cholesky(int n) {
    this.n = n;
    this.factor = new double[n * n];
  }

  /** Factors A + shift·I; returns false if it is not safely positive definite. */
  boolean factor(double[] matrix, double shift) {
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

  /** Replaces b by the solution of A x = b. */
  void solve(double[] b) {
    for (int i = 0; i < n; i++) {
      double sum = b[i];
      for (int k = 0; k < i; k++) {
        sum -= factor[i * n + k] * b[k];
      }
      b[i] = sum / factor[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
      double sum = b[i];
      for (int k = i + 1; k < n; k++) {
        sum -= factor[k * n + i] * b[k];
      }
      b[i] = sum / factor[i * n + i];
    }
  }

  /** The product of the squared diagonal, the determinant of A, as a logarithm. */
  double logDeterminant() {
    double product = 1;
    double log = 0;
    for (int i = 0; i < n; i++) {
      product *= factor[i * n + i];
      if (product > 1e100 || product < 1e-100) {
        log += dev.ccl.core.math.Elementary.log(product);
        product = 1;
      }
    }
    return 2 * (log + dev.ccl.core.math.Elementary.log(product));
  }
}
