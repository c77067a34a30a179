package dev.ccl.core.random;

import dev.ccl.core.math.Elementary;

/**
 * Binomial draws by rejection from the normal law.
 *
 * <p>Let σ² = n p q and c = 0.4 + 1.1 |q - p|. The proposal is k = round(y), y = n p + (σ + c) z
 * with z standard normal. It is accepted with probability R/(1 + a/σ), where R = √(2π) σ f(k)
 * e<sup>z²/2</sup> is at most 1 + a/σ.
 *
 * <p>Because the proposal is wider than f, R is bounded in spite of the skewness of f. Two squeezes
 * make the exact test rare. First, σ (1 - R) is nearly z (c z + k - y - (q - p)(z² - 3)/6), where
 * the terms come from the width, from rounding and from the skewness. Second, ln R has the
 * expansion of {@link #series} with an error of order σ<sup>-4</sup>.
 *
 * <p>Rejection from a normal hat with squeezes is in Devroye (<i>Non-Uniform Random Variate
 * Generation</i>, 1986, Section X.4). Width, hat and squeezes are this project's; that their
 * constants are large enough is tested over n and p.
 */
final class BinomialNormal {
  /** The least σ² for which this is used; hat and squeezes hold from there on. */
  static final double LEAST_VARIANCE = 6.25;

  /** The largest p for which n p keeps enough digits. */
  static final double LARGEST_CHANCE = 15.0 / 16;

  /** Proposals with larger |z| are not needed: less than 1e-12 of the draws are there. */
  static final double RANGE = 7.5;

  /** The constant a of the hat. */
  static final double HAT = 0.17;

  /** What the first squeeze adds to its leading terms: a, and 0.19 for those of order 1/σ. */
  private static final double SQUEEZE = 0.36;

  /** The series are used where |x| is at most this times σ. */
  static final double SERIES_RANGE = 0.6;

  private BinomialNormal() {}

  /**
   * Draws.
   *
   * @param rng source of randomness
   * @param n trials
   * @param p probability, at most {@link #LARGEST_CHANCE}
   * @param q 1 - p
   * @param deviation σ, its square at least {@link #LEAST_VARIANCE}
   * @return a count
   */
  static double draw(RandomStream rng, double n, double p, double q, double deviation) {
    double mean = n * p;
    double skew = q - p;
    double widening = widening(skew);
    double whole = Math.floor(mean);
    double shift = mean - whole + 0.5;
    while (true) {
      double z = Normal.draw(rng);
      double v = rng.nextDouble();
      double y = (deviation + widening) * z + shift;
      double rounded = Math.floor(y);
      double k = whole + rounded;
      // rounding is rounded + 1/2 - y, and 1/2 + skew/2 is q
      if (isSqueezed(z, v, rounded - y + q, deviation, widening, skew)
          || accepts(n, p, q, deviation, k, z, v)) {
        return k;
      }
    }
  }

  /** Whether the first squeeze accepts; see {@link #squeeze}. */
  static boolean isSqueezed(
      double z, double v, double offset, double deviation, double widening, double skew) {
    return (1 - v) * deviation >= squeeze(z, offset, widening, skew);
  }

  /** The value c, by which the proposal is wider than f. */
  static double widening(double skew) {
    return 0.4 + 1.1 * Math.abs(skew);
  }

  /**
   * An upper bound of σ (1 - R/(1 + a/σ)).
   *
   * @param z the normal number
   * @param offset k - y + (q - p)/2
   * @param widening c
   * @param skew q - p
   * @return the bound
   */
  static double squeeze(double z, double offset, double widening, double skew) {
    return SQUEEZE + z * (offset + z * (widening - skew * (1.0 / 6) * z));
  }

  static boolean accepts(
      double n, double p, double q, double deviation, double k, double z, double v) {
    double level = v * (1 + HAT * (1 / deviation));
    int settled = bySeries(n, p, q, deviation, k, z, level);
    return settled == 0
        ? Math.abs(z) <= RANGE && k >= 0 && k <= n && level <= ratio(n, p, q, k, z)
        : settled > 0;
  }

  /** The second squeeze: 1 if the level is below R for sure, −1 if it is above, otherwise 0. */
  static int bySeries(
      double n, double p, double q, double deviation, double k, double z, double level) {
    double inverse = 1 / deviation;
    double x = (k - n * p) * inverse;
    if (Math.abs(x) <= SERIES_RANGE * deviation) {
      double about = Elementary.exp(0.5 * (z - x) * (z + x) + series(p, q, inverse, x));
      double fourth = inverse * inverse * (inverse * inverse);
      if (level <= about * (1 - below(x) * fourth)) {
        return 1;
      }
      if (level > about * (1 + ABOVE * fourth)) {
        return -1;
      }
    }
    return 0;
  }

  /**
   * The terms of ln(√(2π) σ f(k)) after -x²/2, x = (k - n p)/σ, up to σ<sup>-3</sup>: Stirling's
   * formula for the three factorials and the logarithms of 1 + x q/σ and 1 - x p/σ, each expanded.
   *
   * @param p probability
   * @param q 1 - p
   * @param inverse 1/σ
   * @param x the standardised count
   * @return the sum
   */
  static double series(double p, double q, double inverse, double x) {
    double pq = p * q;
    double xx = x * x;
    double first = x * (xx - 3) * (1.0 / 6);
    double second = xx * (0.25 * (1 - 2 * pq) - xx * (1 - 3 * pq) * (1.0 / 12)) - (1 - pq) / 12;
    double third = x * (1.0 / 12 - xx * ((1 - pq) * (1.0 / 6) - xx * (1 - 2 * pq) * 0.05));
    return inverse * ((q - p) * first + inverse * (second + inverse * (q - p) * third));
  }

  /** The series exceed the logarithm by at most this over σ⁴. */
  static double below(double x) {
    double xx = x * x;
    return 0.05 + 0.05 * xx * xx * xx;
  }

  /** e to the difference of the logarithm and the series is at most 1 + this over σ⁴. */
  static final double ABOVE = 0.14;

  /** The value R. */
  static double ratio(double n, double p, double q, double k, double z) {
    return Elementary.exp(BinomialDensity.logScaled(n, p, q, k) + 0.5 * z * z);
  }
}
