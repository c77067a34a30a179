package dev.ccl.report.chart;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.primitives.ImmutableDoubleArray;

/**
 * Numbers that belong together, with the way they are drawn.
 *
 * @param key a word for programs that does not change with the data
 * @param name what they are, shown in the legend
 * @param colour their colour
 * @param look how they are drawn
 * @param x the places along the horizontal axis
 * @param y the places along the vertical axis
 * @param low the lower ends of the intervals; empty if there are none
 * @param high the upper ends of the intervals; empty if there are none
 */
public record Series(
    String key,
    String name,
    Colour colour,
    Look look,
    ImmutableDoubleArray x,
    ImmutableDoubleArray y,
    ImmutableDoubleArray low,
    ImmutableDoubleArray high) {

  /** How a series is drawn. */
  public enum Look {
    /** A solid line, with intervals as a band around it. */
    LINE,
    /** A dashed line: a bound, a rate or a level to compare data with. */
    GUIDE,
    /** A dotted line: a second kind of guide. */
    DOTTED,
    /** Separate points, with intervals as bars. */
    POINTS
  }

  /**
   * Checks that all lists have the same length.
   *
   * @param key a word for programs that does not change with the data
   * @param name what they are, shown in the legend
   * @param colour their colour
   * @param look how they are drawn
   * @param x the places along the horizontal axis
   * @param y the places along the vertical axis
   * @param low the lower ends of the intervals; empty if there are none
   * @param high the upper ends of the intervals; empty if there are none
   */
  public Series {
    checkArgument(x.length() == y.length(), "%s: %s x for %s y", name, x.length(), y.length());
    checkArgument(
        low.length() == high.length() && (low.isEmpty() || low.length() == y.length()),
        "%s: %s and %s ends of intervals for %s numbers",
        name,
        low.length(),
        high.length(),
        y.length());
  }

  /**
   * Returns a series without intervals.
   *
   * @param name what it is
   * @param colour its colour
   * @param look how it is drawn
   * @param x the horizontal places; read
   * @param y the vertical places; read
   * @return the series
   */
  public static Series of(String name, Colour colour, Look look, double[] x, double[] y) {
    return new Series(
        name,
        name,
        colour,
        look,
        ImmutableDoubleArray.copyOf(x),
        ImmutableDoubleArray.copyOf(y),
        ImmutableDoubleArray.of(),
        ImmutableDoubleArray.of());
  }

  /**
   * Returns a straight guide between two points.
   *
   * @param name what it is
   * @param colour its colour
   * @param fromX the first point's horizontal place
   * @param fromY its vertical place
   * @param toX the second point's horizontal place
   * @param toY its vertical place
   * @return the series
   */
  public static Series guide(
      String name, Colour colour, double fromX, double fromY, double toX, double toY) {
    return of(name, colour, Look.GUIDE, new double[] {fromX, toX}, new double[] {fromY, toY});
  }

  /**
   * Returns this series with intervals around its numbers.
   *
   * @param from the lower ends; read
   * @param to the upper ends; read
   * @return the series
   */
  public Series between(double[] from, double[] to) {
    return new Series(
        key,
        name,
        colour,
        look,
        x,
        y,
        ImmutableDoubleArray.copyOf(from),
        ImmutableDoubleArray.copyOf(to));
  }

  /**
   * Returns this series drawn in another way.
   *
   * @param other the new look
   * @return the series
   */
  public Series drawn(Look other) {
    return new Series(key, name, colour, other, x, y, low, high);
  }

  /**
   * Returns this series with a key of its own; without one its name is the key.
   *
   * @param word the new key
   * @return the series
   */
  public Series keyed(String word) {
    return new Series(word, name, colour, look, x, y, low, high);
  }

  /** Whether the series has intervals. */
  boolean hasIntervals() {
    return !low.isEmpty();
  }
}
