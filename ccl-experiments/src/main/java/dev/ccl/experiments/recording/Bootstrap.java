package dev.ccl.experiments.recording;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.Arrays;

/**
 * Means over seeds with 95 % percentile intervals from resampled seeds (Efron and Tibshirani, <i>An
 * Introduction to the Bootstrap</i>, 1993, Chapter 13). A seed is resampled as a whole, with all
 * its rounds, and always in the same way, so the same data give the same intervals.
 */
public final class Bootstrap {
  private static final int RESAMPLES = 1000;
  private static final double TAIL = 0.025;

  private final double[] rounds;
  private final double[][] values; // by seed, then round
  private final double[][] means; // by resample, then round

  private Bootstrap(double[] rounds, double[][] values) {
    this.rounds = rounds;
    this.values = values;
    this.means = new double[RESAMPLES][rounds.length];
    RandomStream stream = RandomStreams.of(0).open(Purpose.EVALUATION, 0);
    int seeds = values.length;
    for (double[] mean : means) {
      for (int k = 0; k < seeds; k++) {
        add(values[stream.nextInt(seeds)], mean);
      }
      scale(mean, 1.0 / seeds);
    }
  }

  /**
   * Resamples seeds.
   *
   * @param rounds the recorded rounds, increasing; read
   * @param values a row of numbers for each seed, one number per round; read
   * @return the resamples
   */
  public static Bootstrap of(double[] rounds, double[][] values) {
    checkArgument(values.length > 0, "no seeds");
    for (double[] row : values) {
      checkArgument(row.length == rounds.length, "%s numbers of %s", row.length, rounds.length);
    }
    return new Bootstrap(rounds.clone(), values);
  }

  /**
   * Returns the means with their intervals.
   *
   * @return one point per round
   */
  public Curve curve() {
    double[] low = new double[rounds.length];
    double[] high = new double[rounds.length];
    double[] sorted = new double[RESAMPLES];
    for (int i = 0; i < rounds.length; i++) {
      for (int r = 0; r < RESAMPLES; r++) {
        sorted[r] = means[r][i];
      }
      Arrays.sort(sorted);
      low[i] = sorted[lowest()];
      high[i] = sorted[RESAMPLES - 1 - lowest()];
    }
    return new Curve(
        ImmutableDoubleArray.copyOf(rounds),
        ImmutableDoubleArray.copyOf(mean()),
        ImmutableDoubleArray.copyOf(low),
        ImmutableDoubleArray.copyOf(high));
  }

  /**
   * Fits a straight line to the means on doubly logarithmic axes.
   *
   * @param from the first round to take part, positive
   * @return the slope; NaN where fewer than two rounds or a mean that is not positive take part
   */
  public Slope slope(double from) {
    int first = 0;
    while (first < rounds.length && rounds[first] < from) {
      first++;
    }
    double[] slopes = new double[RESAMPLES];
    for (int r = 0; r < RESAMPLES; r++) {
      slopes[r] = fit(means[r], first);
    }
    Arrays.sort(slopes);
    return new Slope(
        fit(mean(), first),
        slopes[lowest()],
        slopes[RESAMPLES - 1 - lowest()],
        first < rounds.length ? rounds[first] : Double.NaN,
        rounds[rounds.length - 1]);
  }

  private double[] mean() {
    double[] mean = new double[rounds.length];
    for (double[] row : values) {
      add(row, mean);
    }
    scale(mean, 1.0 / values.length);
    return mean;
  }

  private double fit(double[] mean, int first) {
    int n = rounds.length - first;
    double[] x = new double[Math.max(n, 0)];
    double[] y = new double[Math.max(n, 0)];
    double meanX = 0;
    double meanY = 0;
    for (int i = 0; i < n; i++) {
      x[i] = Elementary.log(rounds[first + i]);
      y[i] = Elementary.log(mean[first + i]);
      meanX += x[i] / n;
      meanY += y[i] / n;
    }
    double products = 0;
    double squares = 0;
    for (int i = 0; i < n; i++) {
      products += (x[i] - meanX) * (y[i] - meanY);
      squares += (x[i] - meanX) * (x[i] - meanX);
    }
    double slope = products / squares;
    return Double.isFinite(slope) ? slope : Double.NaN;
  }

  private static int lowest() {
    return (int) (TAIL * RESAMPLES);
  }

  private static void add(double[] row, double[] sum) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += row[i];
    }
  }

  private static void scale(double[] row, double factor) {
    for (int i = 0; i < row.length; i++) {
      row[i] *= factor;
    }
  }
}
