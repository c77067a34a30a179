package dev.ccl.report.chart;

import com.google.common.collect.ImmutableList;

/**
 * One axis of a chart.
 *
 * @param label what is measured
 * @param kind how numbers become places
 * @param categories the names of the places 0, 1, …; empty unless the kind is CATEGORIES or PLACES
 * @param low nothing below is shown; −∞ if the data decide
 * @param high nothing above is shown; ∞ if the data decide
 */
public record Axis(
    String label, Kind kind, ImmutableList<String> categories, double low, double high) {

  /** How numbers become places. */
  public enum Kind {
    /** In proportion. */
    LINEAR,
    /** In proportion to the logarithm; only positive numbers have a place. */
    LOG,
    /** Like LOG, with a place of its own for 0, before the smallest of the others. */
    LOG_AND_ZERO,
    /** Names in a row, from top to bottom. */
    CATEGORIES,
    /** Names in a row, from left to right. */
    PLACES
  }

  /**
   * Returns a linear axis.
   *
   * @param label what is measured
   * @return the axis
   */
  public static Axis linear(String label) {
    return of(label, Kind.LINEAR, ImmutableList.of());
  }

  /**
   * Returns a logarithmic axis.
   *
   * @param label what is measured
   * @return the axis
   */
  public static Axis log(String label) {
    return of(label, Kind.LOG, ImmutableList.of());
  }

  /**
   * Returns a logarithmic axis on which 0 has a place, too.
   *
   * @param label what is measured
   * @return the axis
   */
  public static Axis logAndZero(String label) {
    return of(label, Kind.LOG_AND_ZERO, ImmutableList.of());
  }

  /**
   * Returns an axis of names.
   *
   * @param names the names of the places 0, 1, …
   * @return the axis
   */
  public static Axis categories(Iterable<String> names) {
    return of("", Kind.CATEGORIES, ImmutableList.copyOf(names));
  }

  /**
   * Returns a horizontal axis of names.
   *
   * @param label what they are
   * @param names the names of the places 0, 1, …, from left to right
   * @return the axis
   */
  public static Axis places(String label, Iterable<String> names) {
    return of(label, Kind.PLACES, ImmutableList.copyOf(names));
  }

  private static Axis of(String label, Kind kind, ImmutableList<String> categories) {
    return new Axis(label, kind, categories, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
  }

  /**
   * Returns this axis with limits, beyond which data are cut off.
   *
   * @param least the new {@link #low}
   * @param most the new {@link #high}
   * @return the axis
   */
  public Axis within(double least, double most) {
    return new Axis(label, kind, categories, least, most);
  }

  /** Whether a number has a place on this axis. */
  boolean shows(double x) {
    return Double.isFinite(x)
        && (kind != Kind.LOG || x > 0)
        && (kind != Kind.LOG_AND_ZERO || x >= 0);
  }
}
