package dev.ccl.theory;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.judge.Evidence;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Findings and instances as lines that can be recorded, all their numbers within few of them. */
public final class Lines {
  private static final Pattern PLACE =
      Pattern.compile(
          "(?<![\\w.])-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?(?![\\w.])|(?<=\\b[xyz])\\d+[+−-]?(?!\\w)");
  private static final Pattern LONG = Pattern.compile("-?\\d+\\.\\d{5,}([eE][+-]?\\d+)?");

  private Lines() {}

  /**
   * Returns a number with ten digits: the same on every JDK, and past the last bits of a sum.
   *
   * @param x the number
   * @return its text
   */
  public static String number(double x) {
    String text = String.format(Locale.ROOT, "%.9e", x);
    double rounded = Double.parseDouble(text);
    return rounded == Math.rint(rounded) && Math.abs(rounded) < 1e9
        ? Long.toString((long) rounded)
        : text;
  }

  /**
   * Returns numbers with ten digits.
   *
   * @param x the numbers; read
   * @return their texts in brackets
   */
  public static String numbers(double[] x) {
    return ImmutableDoubleArray.copyOf(x).stream()
        .mapToObj(Lines::number)
        .collect(Collectors.joining(" ", "[", "]"));
  }

  /**
   * Returns a text with its long numbers cut to ten digits.
   *
   * @param text what may hold numbers
   * @return the same on every JDK
   */
  public static String cut(String text) {
    return LONG.matcher(text).replaceAll(m -> number(Double.parseDouble(m.group())));
  }

  /**
   * Returns what a statement says, whatever the numbers of its place.
   *
   * @param e the statement
   * @return its words and its relation
   */
  public static String kind(Evidence e) {
    String where = cut(e.where()).replaceAll("\\[[0-9, ]*\\]", "[]");
    return PLACE.matcher(where).replaceAll("#") + " " + e.relation();
  }

  /**
   * Returns both sides of a statement; what is smaller than its tolerance is rounding.
   *
   * @param e the statement
   * @return two numbers
   */
  public static String sides(Evidence e) {
    return number(side(e, e.left())) + " " + number(side(e, e.right()));
  }

  private static double side(Evidence e, double side) {
    return Math.abs(side) <= e.tolerance().amount() ? 0 : side;
  }
}
