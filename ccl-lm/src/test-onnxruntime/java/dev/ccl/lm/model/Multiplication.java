package dev.ccl.lm.model;

/** One product of a model, for whoever has a matrix. */
public final class Multiplication {
  private Multiplication() {}

  public static float[] of(Matrix matrix, float[] x) {
    float[][] y = new float[1][matrix.outputs()];
    matrix.multiply(new float[][] {x}, y, 1);
    return y[0];
  }
}
