package dev.ccl.lm.model;

/**
 * Products of vectors that are rounded first, as the operators DynamicQuantizeLinear and
 * MatMulInteger of ONNX say. A column is rounded by itself: as if the operators saw one token.
 */
final class Rounding {
  private static final int LEVELS = 255;

  /** Inputs per block: 256 products of at most 255² are below 2^24, where floats are exact. */
  private static final int BLOCK = 256;

  private Rounding() {}

  /**
   * Writes x W for several columns.
   *
   * @param w one row of whole numbers per input
   * @param scales of the outputs
   * @param x read: one vector per column
   * @param y overwritten: one vector per column
   */
  static void multiply(float[][] w, float[] scales, float[][] x, float[][] y, int columns) {
    float[][] levels = new float[columns][w.length];
    float[] steps = new float[columns];
    for (int b = 0; b < columns; b++) {
      steps[b] = round(x[b], levels[b]);
    }
    int[][] sums = new int[columns][scales.length];
    for (int from = 0; from < w.length; from += BLOCK) {
      Kernels.multiply(w, from, Math.min(w.length, from + BLOCK), levels, y, columns);
      for (int b = 0; b < columns; b++) {
        addWhole(y[b], sums[b]);
      }
    }
    for (int b = 0; b < columns; b++) {
      for (int j = 0; j < scales.length; j++) {
        y[b][j] = sums[b][j] * (steps[b] * scales[j]);
      }
    }
  }

  private static void addWhole(float[] x, int[] sums) {
    for (int j = 0; j < sums.length; j++) {
      sums[j] += (int) x[j];
    }
  }

  /**
   * Writes the levels of x above that of 0, which is one of 0 … 255 itself.
   *
   * @return the distance of two levels
   */
  private static float round(float[] x, float[] levels) {
    float least = 0;
    float largest = 0;
    for (float v : x) {
      least = Math.min(least, v);
      largest = Math.max(largest, v);
    }
    float step = (largest - least) / LEVELS;
    if (step > 0) {
      float zero = clipped((float) Math.rint(-least / step));
      for (int i = 0; i < levels.length; i++) {
        levels[i] = clipped((float) Math.rint(x[i] / step) + zero) - zero;
      }
    }
    return step;
  }

  private static float clipped(float level) {
    return Math.max(0, Math.min(LEVELS, level));
  }
}
