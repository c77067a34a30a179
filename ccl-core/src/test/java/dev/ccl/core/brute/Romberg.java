package dev.ccl.core.brute;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleUnaryOperator;

/**
 * A derivative at 0 by central differences, extrapolated to step 0 (Richardson), with an estimate
 * of its own error: the distance between the last two extrapolations and the rounding of the
 * smallest step.
 */
public final class Romberg {
  private static final int LEVELS = 7;
  private static final double FIRST_STEP = 0.5;

  private final double value;
  private final double error;

  private Romberg(double value, double error) {
    this.value = value;
    this.error = error;
  }

  public static Romberg derivative(DoubleUnaryOperator f) {
    double[][] table = new double[LEVELS][LEVELS];
    double best = Double.NaN;
    double error = Double.POSITIVE_INFINITY;
    double step = FIRST_STEP;
    for (int i = 0; i < LEVELS; i++, step /= 2) {
      double up = f.applyAsDouble(step);
      double down = f.applyAsDouble(-step);
      double noise = 4 * Math.ulp(Math.max(Math.abs(up), Math.abs(down))) / step;
      table[i][0] = (up - down) / (2 * step);
      double power = 1;
      for (int k = 1; k <= i; k++) {
        power *= 4;
        table[i][k] = (power * table[i][k - 1] - table[i - 1][k - 1]) / (power - 1);
        double change =
            Math.max(
                Math.abs(table[i][k] - table[i][k - 1]),
                Math.abs(table[i][k] - table[i - 1][k - 1]));
        if (change + noise < error) {
          error = change + noise;
          best = table[i][k];
        }
      }
    }
    return new Romberg(best, error);
  }

  /** Fails unless the differences converge to the given value, within their own error. */
  public void assertLimit(double expected, String what) {
    double scale = Math.max(1, Math.abs(expected));
    assertTrue(error <= 1e-7 * scale, () -> what + ": differences did not settle, error " + error);
    assertTrue(
        Math.abs(value - expected) <= 20 * error + 1e-11 * scale,
        () -> what + ": " + expected + " but differences give " + value + " ± " + error);
  }
}
