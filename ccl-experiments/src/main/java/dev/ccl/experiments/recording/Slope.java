package dev.ccl.experiments.recording;

import dev.ccl.core.math.Elementary;
import dev.ccl.experiments.summary.Numbers;
import dev.ccl.experiments.summary.Summary;

/**
 * The slopes of straight lines through the numbers of each seed on doubly logarithmic axes.
 *
 * @param value least-squares slopes of the logarithm in that of the round
 * @param from the first round of the fits
 * @param to the last
 */
public record Slope(Summary value, double from, double to) {

  /**
   * Fits a line to the numbers of each seed.
   *
   * @param rounds the recorded rounds, increasing; read
   * @param rows the numbers of each seed; read
   * @param from the first round to take part, positive
   * @return the slopes; NaN where fewer than two rounds or a number that is not positive take part
   */
  static Slope of(double[] rounds, double[][] rows, double from) {
    int first = 0;
    while (first < rounds.length && rounds[first] < from) {
      first++;
    }
    double[] slopes = new double[rows.length];
    boolean known = true;
    for (int k = 0; k < slopes.length; k++) {
      slopes[k] = fit(rounds, rows[k], first);
      known &= Double.isFinite(slopes[k]);
    }
    return new Slope(
        known ? Summary.of(slopes) : new Summary(slopes.length, Double.NaN, Double.NaN, Double.NaN),
        first < rounds.length ? rounds[first] : Double.NaN,
        rounds[rounds.length - 1]);
  }

  private static double fit(double[] rounds, double[] row, int first) {
    int n = rounds.length - first;
    double[] x = new double[Math.max(n, 0)];
    double[] y = new double[Math.max(n, 0)];
    double meanX = 0;
    double meanY = 0;
    for (int i = 0; i < n; i++) {
      x[i] = Elementary.log(rounds[first + i]);
      y[i] = Elementary.log(row[first + i]);
      meanX += x[i] / n;
      meanY += y[i] / n;
    }
    double products = 0;
    double squares = 0;
    for (int i = 0; i < n; i++) {
      products += (x[i] - meanX) * (y[i] - meanY);
      squares += (x[i] - meanX) * (x[i] - meanX);
    }
    return products / squares;
  }

  /**
   * Returns the median slope with its interval.
   *
   * @return such as {@code −0.52 [−0.55, −0.49]}
   */
  public String text() {
    return Numbers.text(value.median(), value.low(), value.high());
  }
}
