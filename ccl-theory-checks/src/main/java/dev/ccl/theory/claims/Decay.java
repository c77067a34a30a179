package dev.ccl.theory.claims;

import dev.ccl.core.random.Stream;
import java.util.Arrays;

/** How fast a mean falls with the number of rounds. */
final class Decay {
  private static final int RESAMPLES = 999;

  private Decay() {}

  /** The slope fitted to all runs. */
  static double fitted(long[] rounds, double[][] draws) {
    return slope(rounds, means(draws, null));
  }

  /** The 99.9 % point of the slopes fitted to resampled runs. */
  static double upper(long[] rounds, double[][] draws, Stream stream) {
    double[] slopes = new double[RESAMPLES];
    int n = draws[0].length;
    for (int i = 0; i < RESAMPLES; i++) {
      int[] picks = new int[n];
      Arrays.setAll(picks, k -> stream.nextBelow(n));
      slopes[i] = slope(rounds, means(draws, picks));
    }
    Arrays.sort(slopes);
    return slopes[RESAMPLES - 1];
  }

  private static double[] means(double[][] draws, int[] picks) {
    double[] out = new double[draws.length];
    for (int k = 0; k < draws.length; k++) {
      double[] row = draws[k];
      out[k] =
          picks == null
              ? Means.mean(row)
              : Arrays.stream(picks).mapToDouble(i -> row[i]).average().orElseThrow();
    }
    return out;
  }

  /** The least-squares slope of log mean against log(T + 1). */
  private static double slope(long[] rounds, double[] means) {
    int n = rounds.length;
    double x = 0;
    double y = 0;
    double xx = 0;
    double xy = 0;
    for (int k = 0; k < n; k++) {
      double u = StrictMath.log(rounds[k] + 1.0);
      double v = StrictMath.log(means[k]);
      x += u / n;
      y += v / n;
      xx += u * u / n;
      xy += u * v / n;
    }
    return (xy - x * y) / (xx - x * x);
  }
}
