package dev.ccl.core.policy;

import java.util.Arrays;

/** A block of features as they are. */
final class DoubleBlock implements FeatureBlock {
  private final double[][] features; // [coordinate][edge]

  DoubleBlock(int dimension, int edges) {
    this.features = new double[dimension][edges];
  }

  @Override
  public void set(int i, int j, double value) {
    features[i][j] = value;
  }

  @Override
  public double get(int i, int j) {
    return features[i][j];
  }

  @Override
  public void logits(double[] theta, double[] out) {
    double[][] f = features;
    Arrays.fill(out, 0, f[0].length, 0.0);
    int i = 0;
    for (; i + 3 < f.length; i += 4) {
      addFour(theta, i, f[i], f[i + 1], f[i + 2], f[i + 3], out);
    }
    for (; i < f.length; i++) {
      addOne(theta[i], f[i], out);
    }
  }

  private static void addFour(
      double[] theta, int i, double[] f0, double[] f1, double[] f2, double[] f3, double[] out) {
    double t0 = theta[i];
    double t1 = theta[i + 1];
    double t2 = theta[i + 2];
    double t3 = theta[i + 3];
    for (int j = 0; j < f0.length; j++) {
      out[j] = (((out[j] + t0 * f0[j]) + t1 * f1[j]) + t2 * f2[j]) + t3 * f3[j];
    }
  }

  private static void addOne(double t, double[] f, double[] out) {
    for (int j = 0; j < f.length; j++) {
      out[j] += t * f[j];
    }
  }

  @Override
  public void logits(double[] theta, int from, int to, double[] out, int shift) {
    Arrays.fill(out, from + shift, to + shift, 0.0);
    for (int i = 0; i < features.length; i++) {
      double t = theta[i];
      double[] f = features[i];
      for (int j = from; j < to; j++) {
        out[j + shift] += t * f[j];
      }
    }
  }

  @Override
  public void pullback(double[] c, int shift, int length, double[] out) {
    double[][] f = features;
    int i = 0;
    for (; i + 3 < f.length; i += 4) {
      LaneSums.addFour(c, f[i], f[i + 1], f[i + 2], f[i + 3], shift, length, out, i);
    }
    for (; i < f.length; i++) {
      out[i] += LaneSums.one(c, f[i], shift, length);
    }
  }

  @Override
  public void extend(double[] c, int shift, int first, int stop, double[] lanes) {
    double[][] f = features;
    int i = 0;
    for (; i + 3 < f.length; i += 4) {
      LaneSums.extendFour(c, f[i], f[i + 1], f[i + 2], f[i + 3], shift, first, stop, lanes, 4 * i);
    }
    for (; i < f.length; i++) {
      LaneSums.extend(c, f[i], shift, first, stop, lanes, 4 * i);
    }
  }
}
