package dev.ccl.core.random;

import dev.ccl.core.math.Elementary;

/**
 * Binomial draws, exact in law for 0 to 10^15 trials.
 *
 * <p>The success probability p and its complement q are given separately, so that either may be
 * tiny without losing its digits. The draw is made for the smaller of the two. Below n p = 10 the
 * distribution function is inverted from 0 upwards. From a variance of 36 on, proposals are normal
 * ({@link BinomialNormal}). Between, transformed rejection with a squeeze is used (method BTRS, J.
 * Statist. Comput. Simul. 46, 1993). The final test of both keeps its digits at any n ({@link
 * BinomialRatio}).
 *
 * <p>"Exact" is up to the resolution of the 53-bit uniform numbers and the rounding of the final
 * test: together they change the law by less than 1e-11 + 1e-15 sqrt(n p q) in total variation.
 */
public final class Binomial {

  /** Most trials: counts and the sums n + 1 must be exact as doubles. */
  public static final long MAX_TRIALS = 1_000_000_000_000_000L;

  /** Mean from which rejection is used; the constants of the hat are valid from here on. */
  private static final double REJECTION_MEAN = 10;

  /** The first squeeze applies where |u| is at most 1/2 less this. */
  static final double SQUEEZE_MARGIN = 0.07;

  /** Beyond this count inversion starts again; its probability is below 1e-70. */
  private static final int INVERSION_LIMIT = 120;

  private static final double[] RECIPROCAL = new double[INVERSION_LIMIT + 1];

  static {
    for (int i = 1; i <= INVERSION_LIMIT; i++) {
      RECIPROCAL[i] = 1.0 / i;
    }
  }

  private Binomial() {}

  /**
   * Draws the number of successes in n trials.
   *
   * @param rng source of randomness
   * @param n number of trials, at least 0 and at most {@link #MAX_TRIALS}
   * @param p probability of success
   * @param q its complement 1 - p, to full relative accuracy
   * @return a count in [0, n]
   * @throws IllegalArgumentException if n is out of range, p or q is negative or NaN, or p + q
   *     differs from 1 by more than 1e-12
   */
  public static long sample(Stream rng, long n, double p, double q) {
    if (!(n >= 0 && n <= MAX_TRIALS)) {
      throw new IllegalArgumentException("number of trials " + n + " is not in [0, 10^15]");
    }
    if (!(p >= 0 && q >= 0 && Math.abs(p + q - 1) <= 1e-12)) {
      throw new IllegalArgumentException("p = " + p + ", q = " + q + " are not complements");
    }
    return (long) draw(rng, (double) n, p, q);
  }

  /**
   * Draws the number of successes in n trials, without checks and with counts held as doubles.
   *
   * @param rng source of randomness
   * @param n number of trials, an integer in [0, 10^15]
   * @param p probability of success
   * @param q its complement 1 - p, to full relative accuracy
   * @return an integer in [0, n]
   */
  public static double draw(Stream rng, double n, double p, double q) {
    double variance = n * p * q;
    if (variance >= BinomialNormal.LEAST_VARIANCE && p <= BinomialNormal.LARGEST_CHANCE) {
      return BinomialNormal.draw(rng, n, p, q, Math.sqrt(variance));
    }
    return p <= q ? drawRarer(rng, n, p, q) : n - drawRarer(rng, n, q, p);
  }

  /** A draw for p at most 1/2. */
  private static double drawRarer(Stream rng, double n, double p, double q) {
    double mean = n * p;
    if (mean < REJECTION_MEAN) {
      return mean == 0 ? 0 : invert(rng, n, p, q);
    }
    double variance = mean * q;
    double deviation = Math.sqrt(variance);
    if (variance >= BinomialNormal.LEAST_VARIANCE) {
      return BinomialNormal.draw(rng, n, p, q, deviation);
    }
    // Proposal: x = (2a/(1/2 - |u|) + b) u + mean + 1/2 for uniform u in [-1/2, 1/2).
    double b = width(deviation);
    double a = tail(b, p);
    while (true) {
      double u = rng.nextDouble() - 0.5;
      double v = rng.nextDouble();
      double us = 0.5 - Math.abs(u);
      double k = Math.floor((2 * a / us + b) * u + (mean + 0.5));
      if (us >= SQUEEZE_MARGIN && v * b <= squeezeTimesWidth(b)) {
        return k;
      }
      if (k >= 0 && k <= n && BinomialRatio.atMost(v * hat(us, a, b, deviation), n, p, q, k)) {
        return k;
      }
    }
  }

  /** The constant b of the proposal. */
  static double width(double deviation) {
    return 1.15 + 2.53 * deviation;
  }

  /** The constant a of the proposal. */
  static double tail(double b, double p) {
    return -0.0873 + 0.0248 * b + 0.01 * p;
  }

  /** Where |u| is at most 1/2 - 0.07, f(k)/f(mode) is above this over b times the hat. */
  static double squeezeTimesWidth(double b) {
    return 0.92 * b - 4.2;
  }

  /** The hat alpha/(a/us^2 + b), alpha = (2.83 + 5.1/b) deviation, in units of f(mode). */
  static double hat(double us, double a, double b, double deviation) {
    double uu = us * us;
    return ((2.83 * b + 5.1) * deviation * uu) / (b * (a + b * uu));
  }

  /** Sequential search: f(0) = q^n, f(x) = f(x-1) ((n+1)/x - 1) p/q. */
  private static double invert(Stream rng, double n, double p, double q) {
    double first = n < 64 ? power(q, (int) n) : Elementary.exp(n * Elementary.log1p(-p));
    double odds = p / q;
    double slope = (n + 1) * odds;
    while (true) {
      double u = rng.nextDouble();
      double f = first;
      int x = 0;
      while (u >= f) {
        u -= f;
        x++;
        if (x > n || x > INVERSION_LIMIT) {
          break;
        }
        f *= slope * RECIPROCAL[x] - odds;
      }
      if (x <= n && x <= INVERSION_LIMIT) {
        return x;
      }
    }
  }

  private static double power(double base, int exponent) {
    double result = 1;
    double square = base;
    for (int e = exponent; e > 0; e >>= 1) {
      if ((e & 1) != 0) {
        result *= square;
      }
      square *= square;
    }
    return result;
  }
}
