package dev.ccl.theory.variants;

import dev.ccl.testkit.naive.SmallAlgebra;

/** {@code newton} and {@code curvature}: P = A<sup>−1</sup> by rank-one updates. */
final class PlainInformation implements PlainRule {
  private final boolean newton;
  private final double[][] inverse; // P
  private double[] leading; // near the leading eigenvector of P

  PlainInformation(boolean newton, int dimension, double radius) {
    this.newton = newton;
    this.inverse = new double[dimension][dimension];
    this.leading = new double[dimension];
    for (int i = 0; i < dimension; i++) {
      inverse[i][i] = radius * radius;
      leading[i] = 1 / Math.sqrt(dimension);
    }
  }

  @Override
  public double[] step(
      long t, String prompt, double[] z, double residual, double curvature, double[] w) {
    double[] pz = times(inverse, z);
    SmallAlgebra.addOuter(-curvature / (1 + curvature * SmallAlgebra.dot(z, pz)), pz, pz, inverse);
    if (newton) {
      return SmallAlgebra.plus(w, -residual, times(inverse, z));
    }
    double[] image = times(inverse, leading); // one step of the power method
    double norm = SmallAlgebra.norm(image);
    leading = SmallAlgebra.plus(new double[z.length], 1 / norm, image);
    return SmallAlgebra.plus(w, -residual * norm, z);
  }

  static double[] times(double[][] matrix, double[] x) {
    double[] out = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      out[i] = SmallAlgebra.dot(matrix[i], x);
    }
    return out;
  }
}
