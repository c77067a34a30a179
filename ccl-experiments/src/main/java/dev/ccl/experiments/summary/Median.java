package dev.ccl.experiments.summary;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.Arrays;

/** The median of a few numbers. */
public final class Median {
  private Median() {}

  /**
   * Returns the median.
   *
   * @param values at least one number; read
   * @return the middle one in order; of an even number the mean of the middle two
   */
  public static double of(double... values) {
    checkArgument(values.length > 0, "no values");
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1
        ? sorted[middle]
        : sorted[middle - 1] / 2 + sorted[middle] / 2; // the sum of the two may overflow
  }

  /**
   * Returns the median of counts as text.
   *
   * @param counts at least one whole number below 2⁵³; read
   * @return such as {@code 30} or {@code 30.5}
   */
  public static String text(double... counts) {
    double median = of(counts);
    return median == Math.rint(median)
        ? Long.toString((long) median)
        : Long.toString((long) Math.floor(median)) + ".5";
  }
}
