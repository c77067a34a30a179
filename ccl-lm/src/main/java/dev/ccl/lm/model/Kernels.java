package dev.ccl.lm.model;

import dev.ccl.core.math.Elementary;
import java.util.Arrays;

/** The loops of the forward pass. No checks; every output is overwritten unless said otherwise. */
final class Kernels {
  /** Outputs per tile: four rows of a tile and one column stay in the first cache. */
  private static final int TILE = 1024;

  private Kernels() {}

  /**
   * Writes x W for several columns. Output j of a column is 0 + x[0] w[0][j] + x[1] w[1][j] + … in
   * this order, whatever the number of columns and tiles.
   *
   * @param w one row per input, each with one number per output
   * @param x read: one vector per column
   * @param y overwritten: one vector per column
   */
  static void multiply(float[][] w, float[][] x, float[][] y, int columns) {
    int outputs = w[0].length;
    for (int b = 0; b < columns; b++) {
      Arrays.fill(y[b], 0, outputs, 0);
    }
    for (int from = 0; from < outputs; from += TILE) {
      int to = outputs - from < TILE + TILE / 2 ? outputs : from + TILE;
      addProduct(w, w.length, x, y, columns, from, to);
      if (to == outputs) {
        return;
      }
    }
  }

  /** Adds what the first inputs contribute to some outputs, one term after the other. */
  static void addProduct(
      float[][] w, int inputs, float[][] x, float[][] y, int columns, int from, int to) {
    int i = 0;
    for (; i + 4 <= inputs; i += 4) {
      for (int b = 0; b < columns; b++) {
        addFour(w, i, x[b], y[b], from, to);
      }
    }
    for (; i < inputs; i++) {
      for (int b = 0; b < columns; b++) {
        addOne(x[b][i], w[i], y[b], from, to);
      }
    }
  }

  /**
   * Adds the products of the levels in each word, four bytes or eight nibbles, with the whole
   * numbers from a place on. All loops are in one method that is too long to be inlined, and have
   * one index for all arrays: inlined, or with offsets, they are compiled without vector
   * instructions, seven times slower.
   */
  static void addWord(
      Levels.Form form, int[] words, int[] x, int at, int[] sums, int from, int to) {
    int a = x[at];
    int b = x[at + 1];
    int c = x[at + 2];
    int d = x[at + 3];
    if (form == Levels.Form.BYTES) {
      for (int j = from; j < to; j++) {
        int w = words[j];
        sums[j] += (w << 24 >> 24) * a + (w << 16 >> 24) * b + (w << 8 >> 24) * c + (w >> 24) * d;
      }
      return;
    }
    int e = x[at + 4];
    int f = x[at + 5];
    int g = x[at + 6];
    int h = x[at + 7];
    if (form == Levels.Form.NIBBLES) {
      for (int j = from; j < to; j++) {
        int w = words[j];
        sums[j] +=
            (w << 28 >> 28) * a + (w << 24 >> 28) * b + (w << 20 >> 28) * c + (w << 16 >> 28) * d;
      }
      for (int j = from; j < to; j++) {
        int w = words[j];
        sums[j] += (w << 12 >> 28) * e + (w << 8 >> 28) * f + (w << 4 >> 28) * g + (w >> 28) * h;
      }
    } else {
      for (int j = from; j < to; j++) {
        int w = words[j];
        sums[j] += (w & 15) * a + (w >>> 4 & 15) * b + (w >>> 8 & 15) * c + (w >>> 12 & 15) * d;
      }
      for (int j = from; j < to; j++) {
        int w = words[j];
        sums[j] += (w >>> 16 & 15) * e + (w >>> 20 & 15) * f + (w >>> 24 & 15) * g + (w >>> 28) * h;
      }
    }
  }

  /** Adds sums times a step and their scales to y. */
  static void addScaled(int[] sums, float[] scales, float step, float[] y, int from, int to) {
    for (int j = from; j < to; j++) {
      y[j] = y[j] + sums[j] * (scales[j] * step);
    }
  }

  /** Adds x[0] w[0] + x[1] w[1] + … to y, one term after the other. */
  static void addWeighted(float[][] w, int inputs, float[] x, float[] y, int length) {
    int i = 0;
    for (; i + 4 <= inputs; i += 4) {
      addFour(w, i, x, y, 0, length);
    }
    for (; i < inputs; i++) {
      addOne(x[i], w[i], y, 0, length);
    }
  }

  /** Four terms at a time: eight are too many for the compiler to vectorise. */
  private static void addFour(float[][] w, int i, float[] x, float[] y, int from, int to) {
    float a = x[i];
    float b = x[i + 1];
    float c = x[i + 2];
    float d = x[i + 3];
    float[] p = w[i];
    float[] q = w[i + 1];
    float[] r = w[i + 2];
    float[] s = w[i + 3];
    for (int j = from; j < to; j++) {
      y[j] = y[j] + a * p[j] + b * q[j] + c * r[j] + d * s[j];
    }
  }

  /** Adds a multiple of w to y. */
  static void addOne(float a, float[] w, float[] y, int from, int to) {
    for (int j = from; j < to; j++) {
      y[j] = y[j] + a * w[j];
    }
  }

  /** Adds x to y. */
  static void add(float[] x, float[] y) {
    for (int j = 0; j < x.length; j++) {
      y[j] = y[j] + x[j];
    }
  }

  /** Returns the inner product of a part of x with y, in four sums joined at the end. */
  static float dot(float[] x, int from, float[] y) {
    float a = 0;
    float b = 0;
    float c = 0;
    float d = 0;
    int i = 0;
    for (; i + 4 <= y.length; i += 4) {
      a += x[from + i] * y[i];
      b += x[from + i + 1] * y[i + 1];
      c += x[from + i + 2] * y[i + 2];
      d += x[from + i + 3] * y[i + 3];
    }
    for (; i < y.length; i++) {
      a += x[from + i] * y[i];
    }
    return (a + b) + (c + d);
  }

  /** Writes x over its root mean square, times the weights. */
  static void normalise(float[] x, float[] weights, double epsilon, float[] out) {
    double sum = 0;
    for (float v : x) {
      sum += (double) v * v;
    }
    float scale = (float) (1 / Math.sqrt(sum / x.length + epsilon));
    for (int i = 0; i < x.length; i++) {
      out[i] = weights[i] * (scale * x[i]);
    }
  }

  /** Does the same to the part of x that begins at a place, as long as the weights. */
  static void normalisePart(float[] x, int from, float[] weights, double epsilon) {
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += (double) x[from + i] * x[from + i];
    }
    float scale = (float) (1 / Math.sqrt(sum / weights.length + epsilon));
    for (int i = 0; i < weights.length; i++) {
      x[from + i] = weights[i] * (scale * x[from + i]);
    }
  }

  /** Bends the first numbers to stay between −cap and cap. */
  static void cap(float[] x, int length, double cap) {
    for (int i = 0; i < length; i++) {
      x[i] = (float) (cap * tanh(x[i] / cap));
    }
  }

  private static double tanh(double x) {
    return 1 - 2 / (Elementary.exp(2 * x) + 1);
  }

  /** Turns the first numbers into their softmax, in place. */
  static void softmax(float[] x, int length) {
    float max = Float.NEGATIVE_INFINITY;
    for (int i = 0; i < length; i++) {
      max = Math.max(max, x[i]);
    }
    double sum = 0;
    for (int i = 0; i < length; i++) {
      double e = Elementary.exp((double) x[i] - max);
      x[i] = (float) e;
      sum += e;
    }
    float scale = (float) (1 / sum);
    for (int i = 0; i < length; i++) {
      x[i] *= scale;
    }
  }

  /** Returns ln of the sum of the exponentials. */
  static double logSumExp(float[] x) {
    float max = Float.NEGATIVE_INFINITY;
    for (float v : x) {
      max = Math.max(max, v);
    }
    double sum = 0;
    for (float v : x) {
      sum += Elementary.exp((double) v - max);
    }
    return max + Elementary.log(sum);
  }

  /** Writes gelu(gate) times value, where x holds the gates first and then the values. */
  static void gateByGelu(float[] x, float[] out) {
    int n = out.length;
    double root = Math.sqrt(2 / Math.PI);
    for (int i = 0; i < n; i++) {
      double g = x[i];
      double half = 0.5 * (1 + tanh(root * (g + 0.044715 * g * g * g)));
      out[i] = (float) (g * half) * x[n + i];
    }
  }

  /** Writes silu(gate) times value, where x holds the gates first and then the values. */
  static void gate(float[] x, float[] out) {
    int n = out.length;
    for (int i = 0; i < n; i++) {
      double g = x[i];
      out[i] = (float) (g / (1 + Elementary.exp(-g))) * x[n + i];
    }
  }

  /** Turns the pairs (i, i + half) of one head by the angles of a position, in place. */
  static void rotate(float[] x, int from, float[] cos, float[] sin) {
    int half = cos.length;
    for (int i = 0; i < half; i++) {
      float a = x[from + i];
      float b = x[from + half + i];
      x[from + i] = a * cos[i] - b * sin[i];
      x[from + half + i] = b * cos[i] + a * sin[i];
    }
  }
}
