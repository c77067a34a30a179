package dev.ccl.core.random;

import dev.ccl.core.math.Elementary;

/**
 * Binomial draws of large variance by rejection from the normal law.
 *
 * <p>Let σ² = n p q. The proposal is k = round(y), y = n p + (σ + 3/2) z with z standard normal. It
 * is accepted with probability R/(1 + a/σ), where
 *
 * <p>\[R=\sqrt{2\pi}\,\sigma f(k)\,e^{z^2/2}\le 1+a/\sigma .\]
 *
 * <p>Because the proposal is wider than f, R is bounded in spite of the skewness of f. Two squeezes
 * make the exact test rare. As σ grows, σ (1 - R) is at most 3/2 z² + |z|/2 + |z³ - 3z|/6: the
 * terms come from the width, from rounding and from the skewness; {@link #squeeze} is above that
 * sum, so the first squeeze settles all but about 2.6/σ of the proposals. The second compares with
 * the first terms of ln R, which with x = (k - n p)/σ are
 *
 * <p>\[L=\frac{z^2-x^2}{2}+\frac{(q-p)(x^3-3x)}{6\sigma}.\]
 */
final class BinomialNormal {
  /** The least σ for which hat and squeezes hold. */
  static final double LEAST_DEVIATION = 10;

  /** Proposals further out are not needed: less than 1e-12 of the draws are there. */
  static final double RANGE = 7.5;

  /** The constant a of the hat. */
  static final double HAT = 0.18;

  /** The second squeeze applies where |z| is at most this. */
  static final double NEAR = 4.5;

  /** Where |z| is at most {@link #NEAR}, R is at least 1 + L - this/σ². */
  static final double SECOND_SQUEEZE = 0.1;

  private static final double WIDENING = 1.5;

  private BinomialNormal() {}

  /**
   * Draws.
   *
   * @param rng source of randomness
   * @param n trials
   * @param p probability, at most 1/2
   * @param q 1 - p
   * @param deviation σ, at least {@link #LEAST_DEVIATION}
   * @return a count
   */
  static double draw(Stream rng, double n, double p, double q, double deviation) {
    double mean = n * p;
    double whole = Math.floor(mean);
    double width = width(deviation);
    while (true) {
      double z = Normal.draw(rng);
      double v = rng.nextDouble();
      double k = whole + Math.floor(width * z + (mean - whole + 0.5));
      if ((1 - v) * deviation >= squeeze(Math.abs(z)) || accepts(n, p, q, deviation, k, z, v)) {
        return k;
      }
    }
  }

  /** The deviation of the proposal. */
  static double width(double deviation) {
    return deviation + WIDENING;
  }

  /** An upper bound of σ (1 - R/(1 + a/σ)), for z not negative. */
  static double squeeze(double z) {
    return 0.45 + z * (0.5 + z * (1.5 + z * (1.0 / 6)));
  }

  private static boolean accepts(
      double n, double p, double q, double deviation, double k, double z, double v) {
    double inverse = 1 / deviation;
    double level = v * (1 + HAT * inverse);
    double size = Math.abs(z);
    if (size <= NEAR) {
      double gap = (1 + leading(p, q, inverse, k - n * p, z) - level) * (deviation * deviation);
      if (gap >= SECOND_SQUEEZE) {
        return true;
      }
      double wide = squeeze(size);
      if (gap < -0.5 * wide * wide) {
        return false;
      }
    }
    return size <= RANGE && level <= ratio(n, p, q, k, z);
  }

  /** The value L, with 1/σ and the distance k - n p. */
  static double leading(double p, double q, double inverse, double distance, double z) {
    double x = distance * inverse;
    return 0.5 * (z - x) * (z + x) + (q - p) * x * (x * x - 3) * inverse * (1.0 / 6);
  }

  /** The value R. */
  static double ratio(double n, double p, double q, double k, double z) {
    return Elementary.exp(BinomialRatio.logScaled(n, p, q, k) + 0.5 * z * z);
  }
}
