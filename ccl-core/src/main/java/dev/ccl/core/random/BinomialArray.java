package dev.ccl.core.random;

import dev.ccl.core.math.Elementary;

/**
 * Independent binomial draws for whole arrays, equal in law to {@link Binomial#draw}.
 *
 * <p>The proposals of the rejection method and its first squeeze, which settles four draws of five,
 * are computed in short loops without branches, which the compiler vectorises. What is left is
 * tested exactly, together where {@link BinomialSeries} applies and one by one elsewhere. An object
 * is a workspace and belongs to one thread.
 */
final class BinomialArray {

  /** Adding and subtracting it rounds numbers below 2^51 to integers. */
  private static final double ROUNDER = 0x1.8p52;

  /** Ratios below e^-32 count as e^-32. */
  private static final double LEAST_LOG = -32;

  private final double[] rare;
  private final double[] often;
  private final double[] mean;
  private final double[] width;
  private final double[] u;
  private final double[] v;
  private final double[] count;
  private final double[] slack;
  private final int[] open; // draws that are not settled
  private final double[] height; // of these: what is compared with the ratio
  private final double[] logRatio;
  private final double[] ratio;

  /**
   * Creates a workspace.
   *
   * @param capacity most draws at a time
   */
  BinomialArray(int capacity) {
    this.rare = new double[capacity];
    this.often = new double[capacity];
    this.mean = new double[capacity];
    this.width = new double[capacity];
    this.u = new double[capacity];
    this.v = new double[capacity];
    this.count = new double[capacity];
    this.slack = new double[capacity];
    this.open = new int[capacity + 1];
    this.height = new double[capacity];
    this.logRatio = new double[capacity];
    this.ratio = new double[capacity];
  }

  /**
   * Draws.
   *
   * @param rng source of randomness
   * @param length number of draws
   * @param n read: numbers of trials, integers in [0, 10^15]
   * @param p read: probabilities of success
   * @param q read: their complements, to full relative accuracy
   * @param out overwritten: the numbers of successes
   */
  void draw(Stream rng, int length, double[] n, double[] p, double[] q, double[] out) {
    prepare(length, n, p, q, rare, often, mean, width);
    for (int i = 0; i < length; i++) {
      u[i] = rng.nextDouble() - 0.5;
      v[i] = rng.nextDouble();
    }
    propose(length, mean, width, rare, u, count);
    squeeze(length, mean, width, u, v, slack);
    int left = 0;
    for (int i = 0; i < length; i++) { // an index is kept if the next one does not overwrite it
      open[left] = i;
      left += slack[i] >= 0 ? 0 : 1;
    }
    while (left > 0) {
      left = settle(rng, left, n);
    }
    for (int i = 0; i < length; i++) {
      // count if p <= q, else n - count, without a branch: the rarer outcome is hard to predict
      double flip = Double.doubleToRawLongBits(q[i] - p[i]) >>> 63;
      out[i] = count[i] + flip * (n[i] - 2 * count[i]);
    }
  }

  private static void prepare(
      int length,
      double[] n,
      double[] p,
      double[] q,
      double[] rare,
      double[] often,
      double[] mean,
      double[] width) {
    for (int i = 0; i < length; i++) {
      rare[i] = Math.min(p[i], q[i]);
      often[i] = Math.max(p[i], q[i]);
    }
    for (int i = 0; i < length; i++) {
      mean[i] = n[i] * rare[i];
      width[i] = Binomial.width(Math.sqrt(mean[i] * often[i]));
    }
  }

  /** Hormann's hat as in {@link Binomial}: k = (2a/(1/2 - |u|) + b) u + mean, rounded. */
  private static void propose(
      int length, double[] mean, double[] b, double[] p, double[] u, double[] k) {
    for (int i = 0; i < length; i++) {
      double x = (2 * Binomial.tail(b[i], p[i]) / (0.5 - Math.abs(u[i])) + b[i]) * u[i] + mean[i];
      k[i] = (x + ROUNDER) - ROUNDER;
    }
  }

  /** A number that is not negative where the first squeeze takes the proposal. */
  private static void squeeze(
      int length, double[] mean, double[] b, double[] u, double[] v, double[] slack) {
    for (int i = 0; i < length; i++) {
      double margin = (0.5 - Binomial.SQUEEZE_MARGIN) - Math.abs(u[i]);
      slack[i] = Math.min(margin, Binomial.squeezeTimesWidth(b[i]) - v[i] * b[i]);
    }
    for (int i = 0; i < length; i++) {
      slack[i] = Math.min(slack[i], mean[i] - Binomial.REJECTION_MEAN);
    }
  }

  /** Tests the open proposals and replaces those that fail; returns how many stay open. */
  private int settle(Stream rng, int left, double[] n) {
    for (int j = 0; j < left; j++) {
      test(j, open[j], n[open[j]]);
    }
    Elementary.expBounded(logRatio, 0, left, -LEAST_LOG, ratio);
    int again = 0;
    for (int j = 0; j < left; j++) {
      int i = open[j];
      if (!accepts(rng, i, j, n[i])) {
        u[i] = rng.nextDouble() - 0.5;
        v[i] = rng.nextDouble();
        double b = width[i];
        double us = 0.5 - Math.abs(u[i]);
        double x = (2 * Binomial.tail(b, rare[i]) / us + b) * u[i] + mean[i];
        count[i] = (x + ROUNDER) - ROUNDER;
        boolean taken = us >= Binomial.SQUEEZE_MARGIN && v[i] * b <= Binomial.squeezeTimesWidth(b);
        open[again] = i;
        again += taken ? 0 : 1;
      }
    }
    return again;
  }

  /** Computes both sides of the exact test of one proposal, right where the series apply. */
  private void test(int j, int i, double n) {
    double k = count[i];
    double m = BinomialSeries.mode(n, rare[i]);
    height[j] = v[i] * hat(i) * BinomialSeries.spread(n, k, m);
    double exponent = BinomialSeries.exponent(n, mean[i], n * often[i], k, m);
    logRatio[j] = Math.max(exponent, LEAST_LOG);
  }

  private boolean accepts(Stream rng, int i, int j, double n) {
    double k = count[i];
    if (BinomialSeries.applies(n, mean[i], k)) {
      return height[j] <= ratio[j];
    }
    if (mean[i] < Binomial.REJECTION_MEAN) {
      count[i] = Binomial.drawRarer(rng, n, rare[i], often[i]);
      return true;
    }
    return k >= 0 && k <= n && BinomialRatio.atMost(v[i] * hat(i), n, rare[i], often[i], k);
  }

  private double hat(int i) {
    double deviation = Math.sqrt(mean[i] * often[i]);
    double a = Binomial.tail(width[i], rare[i]);
    return Binomial.hat(0.5 - Math.abs(u[i]), a, width[i], deviation);
  }
}
