package dev.ccl.core.random;

import dev.ccl.core.math.Elementary;

/**
 * The probability f(k) of k successes in n trials, to full accuracy for any n.
 *
 * <p>With h(t) = (1 + t) ln(1 + t) − t and S(k) = ln k! − (k ln k − k),
 *
 * <pre>  ln f(k) = −np h((k − np)/np) − nq h((np − k)/nq) + S(n) − S(k) − S(n − k),</pre>
 *
 * <p>because the terms in n ln n, k ln k and k cancel algebraically. What remains is of the order
 * of the logarithm itself, so that its error stays near 1e-15 times its size for any n. (Loader,
 * "Fast and accurate computation of binomial probabilities", 2000.)
 */
final class BinomialDensity {

  /** Stirling's error ln k! - ((k + 1/2) ln k - k + ln(2 pi)/2) for k below 16; entry 0 is 0. */
  private static final double[] STIRLING = new double[16];

  private static final double TWO_PI = 6.283185307179586;
  private static final double HALF_LOG_TWO_PI = 0.9189385332046728;

  static {
    double factorial = 1;
    for (int k = 1; k < STIRLING.length; k++) {
      factorial *= k;
      STIRLING[k] =
          Elementary.log(factorial) - ((k + 0.5) * Elementary.log(k) - k + HALF_LOG_TWO_PI);
    }
  }

  private BinomialDensity() {}

  /**
   * The value ln(√(2π n p q) f(k)); S(k) = ln(2π k)/2 + stirling(k), and S(0) = 0.
   *
   * @param n trials
   * @param p probability of success
   * @param q 1 - p
   * @param k successes, from 0 to n
   * @return the logarithm
   */
  static double logScaled(double n, double p, double q, double k) {
    double np = n * p;
    double nq = n * q;
    double y = (k - np) - productError(n, p, np); // n p = np + the error, exactly
    double successes = k == 0 ? 1 / TWO_PI : k;
    double failures = k == n ? 1 / TWO_PI : n - k;
    double spread = 0.5 * Elementary.log((np / successes) * (nq / failures));
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
