package dev.ccl.core.random;

/**
 * The ratio f(k)/f(m) of binomial probabilities, m the mode, where the mean is large and k not far
 * from it, by short series:
 *
 * <p>\[\frac{f(k)}{f(m)}=\sqrt{\frac{m(n-m)}{k(n-k)}}\;e^{A(m-np)-A(k-np)+S(m)+S(n-m)-S(k)-S(n-k)},
 * \qquad A(y)=np\,h\Big(\frac{y}{np}\Big)+nq\,h\Big(\frac{-y}{nq}\Big),\]
 *
 * <p>with h as in {@link BinomialRatio} and Stirling's error S. With s = y/(2np + y) and r = y/(y -
 * 2nq), the logarithm ln(1+t) = 2(s + s^3/3 + ...) gives A(y) = y [s (1 + s (1+s) e(s^2)) - r (1 +
 * r (1+r) e(r^2))], e(z) = 1/3 + z/5 + z^2/7 + ... The relative error is below 2e-11; most of it
 * comes from the rounding of n p at 10^9 trials.
 */
final class BinomialSeries {

  private static final double LEAST_MEAN = 100;
  private static final double MOST_TRIALS = 1e9;
  private static final double RANGE = 0.3;

  private BinomialSeries() {}

  /**
   * Tells whether the series are exact enough.
   *
   * @param n trials
   * @param mean n p, p at most 1/2
   * @param k count
   * @return whether the mean is at least 100, n at most 10^9 and k within 3/10 of the mean from it
   */
  static boolean applies(double n, double mean, double k) {
    return mean >= LEAST_MEAN && n <= MOST_TRIALS && Math.abs(k - mean) <= RANGE * mean;
  }

  /** The mode: floor((n+1) p), or one less where that is a mode too. */
  static double mode(double n, double p) {
    return ((n + 1) * p - 0.5 + 0x1.8p52) - 0x1.8p52;
  }

  /** The square root of k (n-k) / (m (n-m)). */
  static double spread(double n, double k, double m) {
    return Math.sqrt(k * (n - k) / (m * (n - m)));
  }

  /** The exponent of the ratio: its logarithm plus that of the spread. */
  static double exponent(double n, double np, double nq, double k, double m) {
    double steps = (stirling(m) - stirling(k)) + (stirling(n - m) - stirling(n - k));
    return near(m - np, np, nq) - far(k - np, np, nq) + steps;
  }

  /** A(y) for |y| up to 3/10 of n p. */
  private static double far(double y, double np, double nq) {
    double s = y / (2 * np + y);
    double r = y / (y - 2 * nq);
    return y * (s * (1 + s * (1 + s) * even(s * s)) - r * (1 + r * (1 + r) * even(r * r)));
  }

  /** A(z) for |z| up to 1. */
  private static double near(double z, double np, double nq) {
    double s = z / (2 * np + z);
    double r = z / (z - 2 * nq);
    double evenS = 1.0 / 3 + s * s * (1.0 / 5);
    double evenR = 1.0 / 3 + r * r * (1.0 / 5);
    return z * (s * (1 + s * (1 + s) * evenS) - r * (1 + r * (1 + r) * evenR));
  }

  /** The sum 1/3 + z/5 + z^2/7 + ... to z^8, z at most 1/32. */
  private static double even(double z) {
    double zz = z * z;
    double low = (1.0 / 3 + z * (1.0 / 5)) + zz * (1.0 / 7 + z * (1.0 / 9));
    double high = (1.0 / 11 + z * (1.0 / 13)) + zz * (1.0 / 15 + z * (1.0 / 17) + zz * (1.0 / 19));
    return low + zz * zz * high;
  }

  private static double stirling(double k) {
    double r = 1 / k;
    double rr = r * r;
    return r * (1.0 / 12 - rr * (1.0 / 360 - rr * (1.0 / 1260)));
  }
}
