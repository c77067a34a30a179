package dev.ccl.core.truth;

import dev.ccl.core.math.Elementary;

/** Quantiles of the normal law, by bisection of its distribution function. */
final class NormalQuantile {
  private static final double ROOT = Math.sqrt(2 * Math.PI);

  private NormalQuantile() {}

  /** The number below which a standard normal variable is with a probability in [1/2, 1 − 1e-9]. */
  static double of(double probability) {
    double low = 0;
    double high = 6;
    for (int i = 0; i < 60; i++) {
      double middle = (low + high) / 2;
      if (below(middle) < probability) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  /** Φ(z) = 1/2 + φ(z)(z + z³/3 + z⁵/(3·5) + …) for z ≥ 0 (Abramowitz and Stegun, 26.2.11). */
  private static double below(double z) {
    double sum = 0;
    double term = z;
    for (int k = 1; sum + term != sum; k += 2) {
      sum += term;
      term *= z * z / (k + 2);
    }
    return 0.5 + Elementary.exp(-z * z / 2) / ROOT * sum;
  }
}
