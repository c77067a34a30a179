package dev.ccl.core.math;

import java.util.Arrays;

/**
 * Running mean, variance and standard error of numbers, by Welford's recursion, which does not
 * subtract two nearly equal sums of squares.
 */
public final class Moments {
  /** How many numbers of an array one accumulator takes: weight, mean, squared deviations. */
  public static final int FIELDS = 3;

  private final double[] fields = new double[FIELDS];

  /**
   * Returns the moments of numbers.
   *
   * @param values read
   * @return their moments
   */
  public static Moments of(double... values) {
    Moments moments = new Moments();
    for (double value : values) {
      moments.add(value);
    }
    return moments;
  }

  /** Forgets all numbers. */
  public void clear() {
    Arrays.fill(fields, 0);
  }

  /**
   * Takes a number in.
   *
   * @param value the number
   */
  public void add(double value) {
    add(value, 1);
  }

  /**
   * Takes a number in that was seen several times.
   *
   * @param value the number
   * @param times how often, above 0
   */
  public void add(double value, double times) {
    add(fields, 0, value, times);
  }

  /**
   * Takes a number into an accumulator that lies in an array, which 0 makes empty.
   *
   * @param fields holds the weight, the mean and the sum of squared deviations; overwritten
   * @param at where the three begin
   * @param value the number
   * @param times how often it was seen, above 0
   */
  public static void add(double[] fields, int at, double value, double times) {
    fields[at] += times;
    double before = value - fields[at + 1];
    fields[at + 1] += times * before / fields[at];
    fields[at + 2] += times * before * (value - fields[at + 1]);
  }

  /** {@return how many numbers were taken in} */
  public double count() {
    return fields[0];
  }

  /** {@return the mean; 0 before the first number} */
  public double mean() {
    return fields[1];
  }

  /** {@return the variance over n − 1; NaN for fewer than two numbers} */
  public double variance() {
    return fields[0] > 1 ? fields[2] / (fields[0] - 1) : Double.NaN;
  }

  /** {@return the standard error of the mean; NaN for fewer than two numbers} */
  public double standardError() {
    return Math.sqrt(variance() / fields[0]);
  }
}
