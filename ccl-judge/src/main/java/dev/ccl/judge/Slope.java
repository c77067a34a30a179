package dev.ccl.judge;

import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;

/**
 * The derivative of a smooth function at 0 from central differences with shrinking steps,
 * extrapolated to step 0 by Richardson's scheme.
 *
 * @param value the estimate
 * @param error how far it may be off: ten times the distance of the neighbouring extrapolations,
 *     and the rounding of the differences
 */
public record Slope(double value, double error) {
  private static final int STEPS = 12;
  private static final double SHRINK = 1.6;

  /** {@return how far a derivative may be from the estimate} */
  public Tolerance tolerance() {
    return Tolerance.estimate(error, "the extrapolation of differences");
  }

  /**
   * Differentiates a function.
   *
   * @param function the function
   * @param firstStep the largest step
   * @param unit the size of the terms from which its values are made
   * @return the slope at 0
   */
  public static Slope of(DoubleUnaryOperator function, double firstStep, double unit) {
    return ofAll(t -> new double[] {function.applyAsDouble(t)}, firstStep, unit)[0];
  }

  /**
   * Differentiates all entries of a vector.
   *
   * @param function the function; it returns a fresh array
   * @param firstStep the largest step
   * @param unit the size of the terms from which its values are made
   * @return one slope at 0 per entry
   */
  public static Slope[] ofAll(DoubleFunction<double[]> function, double firstStep, double unit) {
    double[][] right = new double[STEPS][];
    double[][] left = new double[STEPS][];
    double step = firstStep;
    for (int n = 0; n < STEPS; n++, step /= SHRINK) {
      right[n] = function.apply(step);
      left[n] = function.apply(-step);
    }
    Slope[] out = new Slope[right[0].length];
    for (int k = 0; k < out.length; k++) {
      out[k] = extrapolated(right, left, k, firstStep, unit);
    }
    return out;
  }

  private static Slope extrapolated(
      double[][] right, double[][] left, int k, double firstStep, double unit) {
    double[] previous = new double[STEPS];
    double[] current = new double[STEPS];
    double best = Double.NaN;
    double error = Double.POSITIVE_INFINITY;
    double step = firstStep;
    for (int n = 0; n < STEPS; n++, step /= SHRINK) {
      double size = unit + Math.abs(right[n][k]) + Math.abs(left[n][k]);
      double rounding = 64 * Math.ulp(1.0) * size / step;
      current[0] = (right[n][k] - left[n][k]) / (2 * step);
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
