package dev.ccl.lm.model;

/** Weights as floats in memory: one array per input with one number per output. */
final class FloatMatrix extends Matrix {
  private final float[][] rows;

  private FloatMatrix(float[][] rows, int outputs, float[] bias) {
    super(rows.length, outputs, bias);
    this.rows = rows;
  }

  static FloatMatrix zero(int inputs, int outputs, float[] bias) {
    return new FloatMatrix(
        new float[Math.max(0, inputs)][Math.max(0, outputs)], Math.max(0, outputs), bias);
  }

  /** The numbers themselves. */
  float[][] rows() {
    return rows;
  }

  @Override
  Matrix biased(float[] own) {
    return new FloatMatrix(rows, outputs(), own);
  }

  @Override
  public void weights(int output, float[] out) {
    for (int i = 0; i < out.length; i++) {
      out[i] = rows[i][output];
    }
  }

  @Override
  Matrix reordered(int[] order, float[] reorderedBias) {
    float[][] taken = new float[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      taken[i] = take(rows[i], order);
    }
    return new FloatMatrix(taken, order.length, reorderedBias);
  }

  static Matrix joined(Matrix[] parts, float[] bias) {
    FloatMatrix result = zero(parts[0].inputs(), total(parts), bias);
    int at = 0;
    for (Matrix part : parts) {
      for (int i = 0; i < result.rows.length; i++) {
        System.arraycopy(((FloatMatrix) part).rows[i], 0, result.rows[i], at, part.outputs());
      }
      at += part.outputs();
    }
    return result;
  }

  @Override
  void product(float[][] x, float[][] y, int columns) {
    Kernels.multiply(rows, x, y, columns);
  }

  @Override
  void digestWeights(LlamaWeights.Digest digest) {
    digest.put(rows);
  }
}
