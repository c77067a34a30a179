package dev.ccl.algorithms.naive;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.judge.FalseAlarms;

/**
 * Sums of a sample and tests on its mean. A normal deviate exceeds {@link #LIMIT} in absolute value
 * with probability {@link #LEVEL}; the samples here are of bounded variables and large, so that the
 * normal tail is a fair account of their means.
 */
public final class Sample {
  public static final double LIMIT = 7.8;

  private static final double LEVEL = 6.2e-15;

  private long n;
  private double mean;
  private double squares;

  public void add(double x) {
    n++;
    double before = x - mean;
    mean += before / n;
    squares += before * (x - mean);
  }

  public double mean() {
    return mean;
  }

  public double error() {
    return Math.sqrt(squares / (n - 1) / n);
  }

  /** Deviation from an exact mean in units of the exact or, for NaN, the measured error. */
  public double deviation(double exactMean, double exactVariance) {
    FalseAlarms.declare(LEVEL);
    double error = Double.isNaN(exactVariance) ? error() : Math.sqrt(exactVariance / n);
    double scale = 1e-12 * (1 + Math.abs(exactMean));
    return Math.abs(mean - exactMean) <= scale ? 0 : (mean - exactMean) / error;
  }

  public void assertMean(String what, double exactMean, double exactVariance) {
    double z = deviation(exactMean, exactVariance);
    assertTrue(
        Math.abs(z) < LIMIT, () -> what + ": " + mean + " instead of " + exactMean + ", z = " + z);
  }

  public double deviation(Sample other) {
    FalseAlarms.declare(LEVEL);
    double gap = mean - other.mean;
    return gap == 0 ? 0 : gap / Math.hypot(error(), other.error());
  }

  public void assertSameMean(String what, Sample other) {
    double z = deviation(other);
    assertTrue(Math.abs(z) < LIMIT, () -> what + ": " + mean + " and " + other.mean + ", z = " + z);
  }
}
