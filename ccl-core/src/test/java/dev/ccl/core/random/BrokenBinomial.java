package dev.ccl.core.random;

import org.apache.commons.numbers.gamma.LogGamma;

/** Binomial samplers (transformed rejection) with one mistake each, which the tests must reject. */
enum BrokenBinomial implements BinomialFit.Sampler {
  /** No mistake: shows that the rejections below are due to the mistakes. */
  NONE,
  /** The squeeze reaches a fifth too high. */
  WIDE_SQUEEZE,
  /** The factorials of the mode are taken one too high, the power of p/q is not. */
  SHIFTED_MODE,
  /** Success and failure are exchanged. */
  EXCHANGED,
  /** Counts start at 1. */
  OFF_BY_ONE,
  /** The hat's derivative is left out of the acceptance test. */
  NO_JACOBIAN,
  /** More trials of a rarer outcome, so that the variance is too large. */
  POISSON_LIKE;

  @Override
  public long sample(RandomStream rng, long n, double p, double q) {
    return switch (this) {
      case EXCHANGED -> BinomialFit.OURS.sample(rng, n, q, p);
      case OFF_BY_ONE -> Math.min(n, BinomialFit.OURS.sample(rng, n, p, q) + 1);
      case POISSON_LIKE -> BinomialFit.OURS.sample(rng, 20 * n, p / 20, 1 - p / 20);
      default -> reject(rng, n, p, q);
    };
  }

  private long reject(RandomStream rng, long n, double p, double q) {
    double deviation = Math.sqrt(n * p * q);
    double b = 1.15 + 2.53 * deviation;
    double a = -0.0873 + 0.0248 * b + 0.01 * p;
    double squeeze = (0.92 - 4.2 / b) * (this == WIDE_SQUEEZE ? 1.2 : 1);
    double mode = Math.floor((n + 1) * p);
    double shifted = mode + (this == SHIFTED_MODE ? 1 : 0);
    while (true) {
      double u = rng.nextDouble() - 0.5;
      double v = rng.nextDouble();
      double us = 0.5 - Math.abs(u);
      double k = Math.floor((2 * a / us + b) * u + n * p + 0.5);
      if (us >= 0.07 && v <= squeeze) {
        return (long) k;
      }
      if (k < 0 || k > n) {
        continue;
      }
      double hat = this == NO_JACOBIAN ? 1 : (2.83 + 5.1 / b) * deviation / (a / (us * us) + b);
      double ratio =
          lnFactorial(shifted)
              + lnFactorial(n - shifted)
              - lnFactorial(k)
              - lnFactorial(n - k)
              + (k - mode) * Math.log(p / q);
      if (Math.log(v * hat) <= ratio) {
        return (long) k;
      }
    }
  }

  private static double lnFactorial(double k) {
    return LogGamma.value(k + 1);
  }
}
