package dev.ccl.algorithms.variants;

import dev.ccl.testkit.naive.SmallAlgebra;

/** {@code newton}: P = A<sup>−1</sup> by rank-one updates. */
final class PlainInformation implements PlainRule {
  private final double[][] inverse; // P

  PlainInformation(int dimension, double radius) {
    this.inverse = new double[dimension][dimension];
    for (int i = 0; i < dimension; i++) {
      inverse[i][i] = radius * radius;
    }
  }

  @Override
  public double[] step(
      long t, String prompt, double[] z, double residual, double curvature, double[] w) {
    double[] pz = times(inverse, z);
    SmallAlgebra.addOuter(-curvature / (1 + curvature * SmallAlgebra.dot(z, pz)), pz, pz, inverse);
    return SmallAlgebra.plus(w, -residual, times(inverse, z));
  }

  static double[] times(double[][] matrix, double[] x) {
    double[] out = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      out[i] = SmallAlgebra.dot(matrix[i], x);
    }
    return out;
  }
}
