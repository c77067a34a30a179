package dev.ccl.lm.recipe;

import dev.ccl.core.exact.SymmetricEigen;
import dev.ccl.core.math.Vectors;
import java.util.List;

/**
 * The leading principal components of some vectors, scaled so that each has variance 1 on them. The
 * numbers are single precision, so that a file of nine digits holds them exactly.
 */
final class Components {
  /** Components with a smaller share of the largest variance are rounding. */
  private static final double NEGLIGIBLE = 1e-9;

  private final float[] mean;
  private final float[][] directions; // (direction of the component) / (its standard deviation)

  private Components(float[] mean, float[][] directions) {
    this.mean = mean;
    this.directions = directions;
  }

  /** Fits at most the wanted number of components to vectors of the given width, which are read. */
  static Components fit(List<double[]> rows, int width, int wanted) {
    int n = rows.size();
    double[] mean = new double[width];
    for (double[] row : rows) {
      Vectors.addScaled(1.0 / n, row, mean);
    }
    double[][] centred = new double[n][];
    for (int i = 0; i < n; i++) {
      centred[i] = rows.get(i).clone();
      Vectors.addScaled(-1, mean, centred[i]);
    }
    double[] gram = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int k = 0; k <= i; k++) {
        gram[i * n + k] = Vectors.dot(centred[i], centred[k]);
        gram[k * n + i] = gram[i * n + k];
      }
    }
    SymmetricEigen eigen = SymmetricEigen.of(gram);
    int count = 0;
    while (count < Math.min(wanted, n)
        && eigen.value(n - 1 - count) > NEGLIGIBLE * eigen.value(n - 1)) {
      count++;
    }
    float[][] directions = new float[count][];
    for (int c = 0; c < count; c++) {
      directions[c] = direction(centred, eigen.vector(n - 1 - c), eigen.value(n - 1 - c), width);
    }
    return new Components(rounded(mean), directions);
  }

  /** Xᵀu/λ has the scores √n u on the rows once multiplied by √n: variance 1. */
  private static float[] direction(double[][] rows, double[] u, double eigenvalue, int width) {
    double[] sum = new double[width];
    for (int i = 0; i < rows.length; i++) {
      Vectors.addScaled(u[i] * Math.sqrt(rows.length) / eigenvalue, rows[i], sum);
    }
    int largest = 0;
    for (int i = 1; i < width; i++) {
      largest = Math.abs(sum[i]) > Math.abs(sum[largest]) ? i : largest;
    }
    if (sum[largest] < 0) {
      Vectors.scale(-1, sum); // an eigenvector has no sign of its own
    }
    return rounded(sum);
  }

  private static float[] rounded(double[] values) {
    float[] out = new float[values.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) values[i];
    }
    return out;
  }

  int count() {
    return directions.length;
  }

  float mean(int i) {
    return mean[i];
  }

  float direction(int c, int i) {
    return directions[c][i];
  }

  int width() {
    return mean.length;
  }

  /** Returns a score of a vector. */
  double score(int c, double[] x) {
    double sum = 0;
    for (int i = 0; i < mean.length; i++) {
      sum += directions[c][i] * (x[i] - mean[i]);
    }
    return sum;
  }
}
