package dev.ccl.core.random;

import dev.ccl.core.math.Elementary;

/**
 * The exact acceptance test of the rejection method: is v at most f(k)/f(m), m the mode?
 *
 * <p>With \(h(t)=(1+t)\ln(1+t)-t\) and \(S(k)=\ln k!-(k\ln k-k)\),
 *
 * <p>\[\ln f(k)=-np\,h\Big(\frac{k-np}{np}\Big)-nq\,h\Big(\frac{np-k}{nq}\Big)+S(n)-S(k)-S(n-k),\]
 *
 * <p>because the terms in n ln n, k ln k and k cancel algebraically. What remains is of the order
 * of the logarithm itself, so that its error stays near 1e-15 times its size for any n.
 */
final class BinomialRatio {

  /** Numbers of trials below this use the table of ln k!, whose entries err by at most 1e-12. */
  private static final int TABLE = 1024;

  private static final double[] LOG_FACTORIAL = new double[TABLE];

  /** Stirling's error ln k! - ((k + 1/2) ln k - k + ln(2 pi)/2) for k below 16; entry 0 is 0. */
  private static final double[] STIRLING = new double[16];

  private static final double TWO_PI = 6.283185307179586;
  private static final double HALF_LOG_TWO_PI = 0.9189385332046728;

  static {
    double sum = 0;
    double lost = 0;
    for (int k = 1; k < TABLE; k++) {
      double term = Elementary.log(k);
      double next = sum + term;
      lost += term - (next - sum); // what the sum has rounded away
      sum = next;
      LOG_FACTORIAL[k] = sum + lost;
      if (k < STIRLING.length) {
        STIRLING[k] = LOG_FACTORIAL[k] - ((k + 0.5) * Elementary.log(k) - k + HALF_LOG_TWO_PI);
      }
    }
  }

  private BinomialRatio() {}

  /**
   * Tests v at most f(k)/f(m).
   *
   * @param v not negative
   * @param n trials
   * @param p probability, at most 1/2, with n p at least 10
   * @param q 1 - p
   * @param k count in [0, n]
   * @return whether v is at most the ratio
   */
  static boolean atMost(double v, double n, double p, double q, double k) {
    double m = Math.floor((n + 1) * p);
    if (n < TABLE) {
      return Elementary.log(v) <= tableLogRatio(n, p / q, k, m);
    }
    return Elementary.log(v) <= logRatio(n, p, q, k, m);
  }

  /** The value ln f(k)/f(m) from the table of ln k!, with odds p/q. */
  static double tableLogRatio(double n, double odds, double k, double m) {
    int trials = (int) n;
    int at = (int) k;
    int mode = (int) m;
    return (LOG_FACTORIAL[mode] - LOG_FACTORIAL[at])
        + (LOG_FACTORIAL[trials - mode] - LOG_FACTORIAL[trials - at])
        + (k - m) * Elementary.log(odds);
  }

  /** The value ln f(k)/f(m) in deviance form; S(k) = ln(2 pi k)/2 + stirling(k) and S(0) = 0. */
  static double logRatio(double n, double p, double q, double k, double m) {
    double np = n * p;
    double nq = n * q;
    // k - n p to full accuracy: n p = np + rest exactly.
    double rest = productError(n, p, np);
    double y = (k - np) - rest;
    double z = (m - np) - rest;
    double deviance = np * (h(z / np) - h(y / np)) + nq * (h(-z / nq) - h(-y / nq));
    double low = k == 0 ? 1 / TWO_PI : k;
    double high = k == n ? 1 / TWO_PI : n - k;
    double spread = 0.5 * Elementary.log((m / low) * ((n - m) / high));
    return deviance + spread + (stirling(m) - stirling(k)) + (stirling(n - m) - stirling(n - k));
  }

  /** The value ln(√(2π n p q) f(k)) in deviance form, 0 < k < n. */
  static double logScaled(double n, double p, double q, double k) {
    double np = n * p;
    double nq = n * q;
    double y = (k - np) - productError(n, p, np);
    double spread = 0.5 * Elementary.log((np / k) * (nq / (n - k)));
    return spread
        - np * h(y / np)
        - nq * h(-y / nq)
        + (stirling(n) - stirling(k) - stirling(n - k));
  }

  /**
   * The function h(t) = (1+t) ln(1+t) - t, t at least -1.
   *
   * <p>Near 0, with s = t/(2+t): ln(1+t) = 2(s + s^3/3 + ...), and the leading terms combine to h =
   * s t (1 + s (1+s) (1/3 + s^2/5 + s^4/7 + ...)), in which nothing cancels.
   */
  private static double h(double t) {
    if (Math.abs(t) > 0.2) {
      return t <= -1 ? 1 : (1 + t) * Elementary.log1p(t) - t;
    }
    double s = t / (2 + t);
    double z = s * s;
    double zz = z * z;
    double even =
        (1.0 / 3 + z / 5)
            + zz * ((1.0 / 7 + z / 9) + zz * ((1.0 / 11 + z / 13) + zz * (1.0 / 15 + z / 17)));
    return s * t * (1 + s * (1 + s) * even);
  }

  private static double stirling(double k) {
    if (k < STIRLING.length) {
      return STIRLING[(int) k];
    }
    double r = 1 / k;
    double rr = r * r;
    return r
        * (1.0 / 12 - rr * (1.0 / 360 - rr * (1.0 / 1260 - rr * (1.0 / 1680 - rr * (1.0 / 1188)))));
  }

  /** The rounding error a b - product of a product, by splitting the factors into halves. */
  private static double productError(double a, double b, double product) {
    double aTop = a * 134217729;
    aTop -= aTop - a;
    double aRest = a - aTop;
    double bTop = b * 134217729;
    bTop -= bTop - b;
    double bRest = b - bTop;
    return aRest * bRest - (((product - aTop * bTop) - aRest * bTop) - aTop * bRest);
  }
}
