package dev.ccl.certificates.plan;

/** Matrices of two rows and two columns, and systems of equations, as one writes them by hand. */
final class PlainMatrices {
  private PlainMatrices() {}

  static double[][] inverse(double[][] a) {
    double det = a[0][0] * a[1][1] - a[0][1] * a[1][0];
    return new double[][] {{a[1][1] / det, -a[0][1] / det}, {-a[1][0] / det, a[0][0] / det}};
  }

  static double[][] times(double[][] a, double[][] b) {
    double[][] out = new double[2][2];
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 2; j++) {
        out[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j];
      }
    }
    return out;
  }

  static double[][] transposed(double[][] a) {
    return new double[][] {{a[0][0], a[1][0]}, {a[0][1], a[1][1]}};
  }

  static double trace(double[][] a) {
    return a[0][0] + a[1][1];
  }

  static double[] flat(double[][] a) {
    return new double[] {a[0][0], a[0][1], a[1][0], a[1][1]};
  }

  /** Elimination with the largest pivot. */
  static double[] solved(double[][] a) {
    int n = a.length;
    for (int c = 0; c < n; c++) {
      int best = c;
      for (int r = c; r < n; r++) {
        best = Math.abs(a[r][c]) > Math.abs(a[best][c]) ? r : best;
      }
      double[] pivot = a[best];
      a[best] = a[c];
      a[c] = pivot;
      for (int r = 0; r < n; r++) {
        double factor = r == c ? 0 : a[r][c] / pivot[c];
        for (int k = c; k <= n && factor != 0; k++) {
          a[r][k] -= factor * pivot[k];
        }
      }
    }
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = a[i][n] / a[i][i];
    }
    return x;
  }
}
