package dev.ccl.core.math;

/**
 * Small positive definite systems by their Cholesky factor L, A = LLᵀ, kept row-major in the lower
 * triangle of a square array. Nothing is allocated.
 */
public final class Triangular {
  private Triangular() {}

  /**
   * Factors a matrix. A pivot that rounding has made 0 or negative becomes the least normal number.
   *
   * @param a a symmetric positive definite n × n matrix; its lower triangle is overwritten with L
   * @param n the number of rows
   */
  public static void factorize(double[] a, int n) {
    for (int j = 0; j < n; j++) {
      for (int i = j; i < n; i++) {
        double sum = a[i * n + j];
        for (int k = 0; k < j; k++) {
          sum -= a[i * n + k] * a[j * n + k];
        }
        a[i * n + j] = i == j ? Math.sqrt(Math.max(sum, Double.MIN_NORMAL)) : sum / a[j * n + j];
      }
    }
  }

  /**
   * Applies L<sup>−1</sup>.
   *
   * @param factor L; read
   * @param x overwritten with L<sup>−1</sup>x
   */
  public static void forward(double[] factor, double[] x) {
    int n = x.length;
    for (int i = 0; i < n; i++) {
      double sum = x[i];
      for (int k = 0; k < i; k++) {
        sum -= factor[i * n + k] * x[k];
      }
      x[i] = sum / factor[i * n + i];
    }
  }

  /**
   * Applies L<sup>−ᵀ</sup>.
   *
   * @param factor L; read
   * @param x overwritten with L<sup>−ᵀ</sup>x
   */
  public static void backward(double[] factor, double[] x) {
    int n = x.length;
    for (int i = n - 1; i >= 0; i--) {
      double sum = x[i];
      for (int k = i + 1; k < n; k++) {
        sum -= factor[k * n + i] * x[k];
      }
      x[i] = sum / factor[i * n + i];
    }
  }

  /**
   * Solves a system.
   *
   * @param a a symmetric positive definite matrix; its lower triangle is overwritten with L
   * @param b the right side; read
   * @param x overwritten with A<sup>−1</sup>b
   */
  public static void solve(double[] a, double[] b, double[] x) {
    factorize(a, b.length);
    System.arraycopy(b, 0, x, 0, b.length);
    forward(a, x);
    backward(a, x);
  }
}
