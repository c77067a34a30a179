package dev.ccl.testkit.policy;

import dev.ccl.testkit.Tolerance;
import java.util.function.DoubleUnaryOperator;

/**
 * The derivative of a smooth function at 0 from central differences with shrinking steps,
 * extrapolated to step 0 by Richardson's scheme.
 *
 * @param value the estimate
 * @param error how far it may be off: ten times the distance of the neighbouring extrapolations,
 *     and the rounding of the differences
 */
record Slope(double value, double error) {
  private static final int STEPS = 12;
  private static final double SHRINK = 1.6;

  Tolerance tolerance() {
    return Tolerance.estimate(error, "the extrapolation of differences");
  }

  static Slope at0(DoubleUnaryOperator function, double firstStep) {
    double[] previous = new double[STEPS];
    double[] current = new double[STEPS];
    double best = Double.NaN;
    double error = Double.POSITIVE_INFINITY;
    double step = firstStep;
    for (int n = 0; n < STEPS; n++, step /= SHRINK) {
      double right = function.applyAsDouble(step);
      double left = function.applyAsDouble(-step);
      double rounding = 64 * Math.ulp(1.0) * (1 + Math.abs(right) + Math.abs(left)) / step;
      current[0] = (right - left) / (2 * step);
      double factor = SHRINK * SHRINK;
      for (int j = 1; j <= n; j++, factor *= SHRINK * SHRINK) {
        // Even powers of the step are removed one after the other.
        current[j] = (current[j - 1] * factor - previous[j - 1]) / (factor - 1);
        double gap =
            Math.max(Math.abs(current[j] - current[j - 1]), Math.abs(current[j] - previous[j - 1]));
        if (10 * gap + rounding < error) {
          error = 10 * gap + rounding;
          best = current[j];
        }
      }
      double[] swap = previous;
      previous = current;
      current = swap;
    }
    return new Slope(best, error);
  }
}
