package dev.ccl.core.policy;

import java.util.Arrays;

/** A block of features that are exact in single precision; all arithmetic is double. */
final class SingleBlock implements FeatureBlock {
  private final float[][] features; // [coordinate][edge]

  SingleBlock(int dimension, int edges) {
    this.features = new float[dimension][edges];
  }

  @Override
  public void set(int i, int j, double value) {
    features[i][j] = (float) value;
  }

  @Override
  public double get(int i, int j) {
    return features[i][j];
  }

  @Override
  public void logits(double[] theta, double[] out) {
    Arrays.fill(out, 0, features[0].length, 0.0);
    float[][] f = features;
    int i = 0;
    for (; i + 3 < f.length; i += 4) {
      addFour(theta, i, f[i], f[i + 1], f[i + 2], f[i + 3], out);
    }
    for (; i < f.length; i++) {
      addOne(theta[i], f[i], out);
    }
  }

  private static void addFour(
      double[] theta, int i, float[] f0, float[] f1, float[] f2, float[] f3, double[] out) {
    double t0 = theta[i];
    double t1 = theta[i + 1];
    double t2 = theta[i + 2];
    double t3 = theta[i + 3];
    for (int j = 0; j < f0.length; j++) {
      out[j] = (((out[j] + t0 * f0[j]) + t1 * f1[j]) + t2 * f2[j]) + t3 * f3[j];
    }
  }

  private static void addOne(double t, float[] f, double[] out) {
    for (int j = 0; j < f.length; j++) {
      out[j] += t * f[j];
    }
  }

  @Override
  public void logits(double[] theta, int from, int to, double[] out, int shift) {
    Arrays.fill(out, from + shift, to + shift, 0.0);
    for (int i = 0; i < features.length; i++) {
      double t = theta[i];
      float[] f = features[i];
      for (int j = from; j < to; j++) {
        out[j + shift] += t * f[j];
      }
    }
  }

  @Override
  public void pullback(double[] c, int shift, int length, double[] out) {
    for (int i = 0; i < features.length; i++) {
      float[] f = features[i];
      double l0 = 0;
      double l1 = 0;
      double l2 = 0;
      double l3 = 0;
      int p = 0;
      for (; p + 3 < length; p += 4) {
        l0 += c[p] * f[p + shift];
        l1 += c[p + 1] * f[p + shift + 1];
        l2 += c[p + 2] * f[p + shift + 2];
        l3 += c[p + 3] * f[p + shift + 3];
      }
      l0 += p < length ? c[p] * f[p + shift] : 0;
      l1 += p + 1 < length ? c[p + 1] * f[p + shift + 1] : 0;
      l2 += p + 2 < length ? c[p + 2] * f[p + shift + 2] : 0;
      out[i] += (l0 + l1) + (l2 + l3);
    }
  }

  @Override
  public void extend(double[] c, int shift, int first, int stop, double[] lanes) {
    for (int i = 0; i < features.length; i++) {
      float[] f = features[i];
      for (int p = first; p < stop; p++) {
        lanes[4 * i + (p & 3)] += c[p] * f[p + shift];
      }
    }
  }
}
