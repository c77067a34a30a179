package dev.ccl.core.policy;

/**
 * Inner products in four interleaved sums: the product at position p of a run goes to lane p mod 4,
 * and the result is (l0 + l1) + (l2 + l3). The order depends on the position alone, so a run may be
 * cut anywhere, and {@link NodewiseModel} gets the same bits. Position p of the coefficients meets
 * position p + shift of the features.
 */
final class LaneSums {
  private LaneSums() {}

  /**
   * Increases four entries of {@code out}. Four sums share the reading of c, and four arrays at a
   * time come faster from memory than one or two.
   */
  static void addFour(
      double[] c,
      double[] f,
      double[] g,
      double[] h,
      double[] k,
      int shift,
      int length,
      double[] out,
      int at) {
    double f0 = 0;
    double f1 = 0;
    double f2 = 0;
    double f3 = 0;
    double g0 = 0;
    double g1 = 0;
    double g2 = 0;
    double g3 = 0;
    double h0 = 0;
    double h1 = 0;
    double h2 = 0;
    double h3 = 0;
    double k0 = 0;
    double k1 = 0;
    double k2 = 0;
    double k3 = 0;
    int p = 0;
    for (; p + 3 < length; p += 4) {
      double c0 = c[p];
      double c1 = c[p + 1];
      double c2 = c[p + 2];
      double c3 = c[p + 3];
      f0 += c0 * f[p + shift];
      f1 += c1 * f[p + shift + 1];
      f2 += c2 * f[p + shift + 2];
      f3 += c3 * f[p + shift + 3];
      g0 += c0 * g[p + shift];
      g1 += c1 * g[p + shift + 1];
      g2 += c2 * g[p + shift + 2];
      g3 += c3 * g[p + shift + 3];
      h0 += c0 * h[p + shift];
      h1 += c1 * h[p + shift + 1];
      h2 += c2 * h[p + shift + 2];
      h3 += c3 * h[p + shift + 3];
      k0 += c0 * k[p + shift];
      k1 += c1 * k[p + shift + 1];
      k2 += c2 * k[p + shift + 2];
      k3 += c3 * k[p + shift + 3];
    }
    if (p < length) {
      f0 += c[p] * f[p + shift];
      g0 += c[p] * g[p + shift];
      h0 += c[p] * h[p + shift];
      k0 += c[p] * k[p + shift];
    }
    if (p + 1 < length) {
      f1 += c[p + 1] * f[p + shift + 1];
      g1 += c[p + 1] * g[p + shift + 1];
      h1 += c[p + 1] * h[p + shift + 1];
      k1 += c[p + 1] * k[p + shift + 1];
    }
    if (p + 2 < length) {
      f2 += c[p + 2] * f[p + shift + 2];
      g2 += c[p + 2] * g[p + shift + 2];
      h2 += c[p + 2] * h[p + shift + 2];
      k2 += c[p + 2] * k[p + shift + 2];
    }
    out[at] += (f0 + f1) + (f2 + f3);
    out[at + 1] += (g0 + g1) + (g2 + g3);
    out[at + 2] += (h0 + h1) + (h2 + h3);
    out[at + 3] += (k0 + k1) + (k2 + k3);
  }

  /** Returns Σ c f. */
  static double one(double[] c, double[] f, int shift, int length) {
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
    return (l0 + l1) + (l2 + l3);
  }

  /** Continues the lanes of four sums, of which this is the part from {@code first} on. */
  static void extendFour(
      double[] c,
      double[] f,
      double[] g,
      double[] h,
      double[] k,
      int shift,
      int first,
      int stop,
      double[] lanes,
      int at) {
    int p = first;
    for (; p < stop && (p & 3) != 0; p++) {
      lanes[at + (p & 3)] += c[p] * f[p + shift];
      lanes[at + 4 + (p & 3)] += c[p] * g[p + shift];
      lanes[at + 8 + (p & 3)] += c[p] * h[p + shift];
      lanes[at + 12 + (p & 3)] += c[p] * k[p + shift];
    }
    double f0 = lanes[at];
    double f1 = lanes[at + 1];
    double f2 = lanes[at + 2];
    double f3 = lanes[at + 3];
    double g0 = lanes[at + 4];
    double g1 = lanes[at + 5];
    double g2 = lanes[at + 6];
    double g3 = lanes[at + 7];
    double h0 = lanes[at + 8];
    double h1 = lanes[at + 9];
    double h2 = lanes[at + 10];
    double h3 = lanes[at + 11];
    double k0 = lanes[at + 12];
    double k1 = lanes[at + 13];
    double k2 = lanes[at + 14];
    double k3 = lanes[at + 15];
    for (; p + 3 < stop; p += 4) {
      double c0 = c[p];
      double c1 = c[p + 1];
      double c2 = c[p + 2];
      double c3 = c[p + 3];
      f0 += c0 * f[p + shift];
      f1 += c1 * f[p + shift + 1];
      f2 += c2 * f[p + shift + 2];
      f3 += c3 * f[p + shift + 3];
      g0 += c0 * g[p + shift];
      g1 += c1 * g[p + shift + 1];
      g2 += c2 * g[p + shift + 2];
      g3 += c3 * g[p + shift + 3];
      h0 += c0 * h[p + shift];
      h1 += c1 * h[p + shift + 1];
      h2 += c2 * h[p + shift + 2];
      h3 += c3 * h[p + shift + 3];
      k0 += c0 * k[p + shift];
      k1 += c1 * k[p + shift + 1];
      k2 += c2 * k[p + shift + 2];
      k3 += c3 * k[p + shift + 3];
    }
    lanes[at] = f0;
    lanes[at + 1] = f1;
    lanes[at + 2] = f2;
    lanes[at + 3] = f3;
    lanes[at + 4] = g0;
    lanes[at + 5] = g1;
    lanes[at + 6] = g2;
    lanes[at + 7] = g3;
    lanes[at + 8] = h0;
    lanes[at + 9] = h1;
    lanes[at + 10] = h2;
    lanes[at + 11] = h3;
    lanes[at + 12] = k0;
    lanes[at + 13] = k1;
    lanes[at + 14] = k2;
    lanes[at + 15] = k3;
    for (; p < stop; p++) {
      lanes[at + (p & 3)] += c[p] * f[p + shift];
      lanes[at + 4 + (p & 3)] += c[p] * g[p + shift];
      lanes[at + 8 + (p & 3)] += c[p] * h[p + shift];
      lanes[at + 12 + (p & 3)] += c[p] * k[p + shift];
    }
  }

  /** Continues the lanes of one sum. */
  static void extend(
      double[] c, double[] f, int shift, int first, int stop, double[] lanes, int at) {
    int p = first;
    for (; p < stop && (p & 3) != 0; p++) {
      lanes[at + (p & 3)] += c[p] * f[p + shift];
    }
    double l0 = lanes[at];
    double l1 = lanes[at + 1];
    double l2 = lanes[at + 2];
    double l3 = lanes[at + 3];
    for (; p + 3 < stop; p += 4) {
      l0 += c[p] * f[p + shift];
      l1 += c[p + 1] * f[p + 1 + shift];
      l2 += c[p + 2] * f[p + 2 + shift];
      l3 += c[p + 3] * f[p + 3 + shift];
    }
    lanes[at] = l0;
    lanes[at + 1] = l1;
    lanes[at + 2] = l2;
    lanes[at + 3] = l3;
    for (; p < stop; p++) {
      lanes[at + (p & 3)] += c[p] * f[p + shift];
    }
  }
}
