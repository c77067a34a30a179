package dev.ccl.core.random;

import dev.ccl.core.math.Elementary;

/**
 * Binomial draws, exact in law for 0 to 10^15 trials.
 *
 * <p>The success probability p and its complement q are given separately, so that either may be
 * tiny without losing its digits. Up to 64 trials are made one by one, all at once. From a variance
 * of 6.25 on, proposals are normal ({@link BinomialNormal}). Otherwise the distribution function of
 * the rarer outcome, whose mean is then below 12.5, is inverted from 0 upwards (Devroye,
 * <i>Non-Uniform Random Variate Generation</i>, 1986, Section X.4). Where one way gives over to
 * another was measured; the law does not depend on it.
 *
 * <p>"Exact" is up to the resolution of the 53-bit uniform numbers and the rounding of the final
 * test: together they change the law by less than 1e-11 + 1e-15 sqrt(n p q) in total variation.
 */
public final class Binomial {

  /** Largest number of trials, up to which counts and n + 1 are exact as doubles. */
  public static final long MAX_TRIALS = 1_000_000_000_000_000L;

  /** A variance that takes at least 64 trials. */
  private static final double LARGE_VARIANCE = 16;

  /** Beyond this count inversion starts again; its probability is below 1e-70. */
  private static final int INVERSION_LIMIT = 120;

  private static final double[] RECIPROCAL = new double[INVERSION_LIMIT + 2];

  static {
    for (int i = 1; i < RECIPROCAL.length; i++) {
      RECIPROCAL[i] = 1.0 / i;
    }
  }

  private Binomial() {}

  /**
   * Draws the number of successes in n trials. Counts are held as doubles; nothing is checked.
   *
   * @param rng source of randomness
   * @param n number of trials, an integer from 0 to {@link #MAX_TRIALS}
   * @param p probability of success
   * @param q its complement 1 - p, to full relative accuracy
   * @return an integer in [0, n]
   */
  public static double draw(RandomStream rng, double n, double p, double q) {
    double variance = n * p * q;
    return variance >= LARGE_VARIANCE && p <= BinomialNormal.LARGEST_CHANCE
        ? BinomialNormal.draw(rng, n, p, q, Math.sqrt(variance))
        : drawSmall(rng, n, p, q);
  }

  private static double drawSmall(RandomStream rng, double n, double p, double q) {
    if (p > q) {
      return n - drawSmall(rng, n, q, p);
    }
    if (n <= Long.SIZE) {
      return tryEach(rng, (int) n, p);
    }
    double variance = n * p * q;
    return variance >= BinomialNormal.LEAST_VARIANCE
        ? BinomialNormal.draw(rng, n, p, q, Math.sqrt(variance))
        : invert(rng, n, p, q);
  }

  /**
   * Bernoulli trials, one in each bit of a word. A trial succeeds if a uniform number is below p,
   * which is settled at the first binary digit in which both differ; one random word holds a digit
   * of every number.
   *
   * @param rng source of randomness
   * @param n number of trials, at most 64
   * @param p probability of success, at most 1/2
   * @return number of successes
   */
  private static int tryEach(RandomStream rng, int n, double p) {
    long open = n == 0 ? 0 : -1L >>> (Long.SIZE - n);
    long successes = 0;
    for (long digits = (long) (p * 0x1p63) << 1; open != 0 && digits != 0; digits <<= 1) {
      long digit = digits >> 63; // of p, in every bit
      long word = rng.nextLong();
      successes |= open & digit & ~word;
      open &= ~(digit ^ word);
    }
    return Long.bitCount(successes);
  }

  /** Sequential search: f(0) = q^n, f(x) = f(x-1) ((n+1)/x - 1) p/q. */
  private static double invert(RandomStream rng, double n, double p, double q) {
    double first = Elementary.exp(n * Elementary.log1p(-p));
    double odds = p / q;
    double slope = (n + 1) * odds;
    double last = Math.min(n, INVERSION_LIMIT);
    while (true) {
      double u = rng.nextDouble();
      double f = first;
      int x = 0;
      while (u >= f && x <= last) {
        u -= f;
        x++;
        f *= slope * RECIPROCAL[x] - odds;
      }
      if (x <= last) {
        return x;
      }
    }
  }
}
