package dev.ccl.experiments.recording;

import dev.ccl.experiments.chart.Numbers;

/**
 * The slope of a straight line through a curve on doubly logarithmic axes.
 *
 * @param value the least-squares slope of the log mean in the log round
 * @param low the lower end of its 95 % bootstrap interval over seeds
 * @param high the upper end
 * @param from the first round of the fit
 * @param to the last
 */
public record Slope(double value, double low, double high, double from, double to) {

  /**
   * Returns the slope with its interval.
   *
   * @return such as {@code −0.52 [−0.55, −0.49]}
   */
  public String text() {
    return Numbers.text(value) + " [" + Numbers.text(low) + ", " + Numbers.text(high) + "]";
  }
}
