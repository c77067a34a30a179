package dev.ccl.experiments.summary;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as text, by decimal arithmetic alone, so that the text is the same on every machine. */
public final class Numbers {
  private static final String SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
  private static final MathContext PEOPLE = new MathContext(3, RoundingMode.HALF_EVEN);
  private static final MathContext MACHINES = new MathContext(10, RoundingMode.HALF_EVEN);

  private Numbers() {}

  /**
   * Returns a number for people: three significant digits.
   *
   * @param x any double
   * @return such as 0.0412, 3.07·10⁻⁵, 120, ∞ or –
   */
  public static String text(double x) {
    if (Double.isNaN(x)) {
      return "–";
    }
    if (Double.isInfinite(x)) {
      return x > 0 ? "∞" : "−∞";
    }
    if (x == 0) {
      return "0";
    }
    BigDecimal rounded = new BigDecimal(x).round(PEOPLE).stripTrailingZeros();
    int exponent = exponent(rounded);
    if (exponent >= -3 && exponent < 5) {
      return sign(rounded.toPlainString());
    }
    return scientific(rounded.scaleByPowerOfTen(-exponent), exponent);
  }

  /**
   * Returns a number for people with an interval around it.
   *
   * @param x any double
   * @param low the lower end of the interval, NaN if it is not known
   * @param high the upper end of the interval, NaN if it is not known; there is none without both
   * @return such as 0.0412 or 0.0412 [0.0387, 0.0441]
   */
  public static String text(double x, double low, double high) {
    return Double.isNaN(low) && Double.isNaN(high)
        ? text(x)
        : text(x) + " [" + text(low) + ", " + text(high) + "]";
  }

  /**
   * Returns a whole number for people: as it is up to a million, rounded above.
   *
   * @param n any number
   * @return such as 4, 316228 or 1.26·10⁸
   */
  public static String count(long n) {
    return n >= -1_000_000 && n <= 1_000_000 ? sign(Long.toString(n)) : text(n);
  }

  /**
   * Returns a number for programs: ten significant digits, in a form that every reader of CSV
   * takes.
   *
   * @param x any double
   * @return such as 0.04123456789 or 3.0712E-5; empty where x is not finite
   */
  public static String plain(double x) {
    if (!Double.isFinite(x)) {
      return "";
    }
    if (x == 0) {
      return "0";
    }
    BigDecimal rounded = new BigDecimal(x).round(MACHINES).stripTrailingZeros();
    int exponent = exponent(rounded);
    return exponent >= -6 && exponent < 12 ? rounded.toPlainString() : rounded.toString();
  }

  /**
   * Returns a decimal for people, not rounded.
   *
   * @param value the decimal
   * @param powers whether to write it with a power of ten
   * @return such as 0.5 or 5·10⁻¹
   */
  public static String exact(BigDecimal value, boolean powers) {
    if (value.signum() == 0) {
      return "0";
    }
    BigDecimal stripped = value.stripTrailingZeros();
    if (!powers) {
      return sign(stripped.toPlainString());
    }
    int exponent = exponent(stripped);
    return scientific(stripped.scaleByPowerOfTen(-exponent), exponent);
  }

  /**
   * Returns the exponent of the leading digit.
   *
   * @param x a decimal other than 0
   * @return the floor of the decimal logarithm of |x|
   */
  public static int exponent(BigDecimal x) {
    return x.precision() - x.scale() - 1;
  }

  private static String scientific(BigDecimal mantissa, int exponent) {
    String power = "10" + superscript(exponent);
    return mantissa.compareTo(BigDecimal.ONE) == 0
        ? power
        : sign(mantissa.stripTrailingZeros().toPlainString()) + "·" + power;
  }

  private static String superscript(int exponent) {
    StringBuilder text = new StringBuilder(exponent < 0 ? "⁻" : "");
    for (char digit : Integer.toString(Math.abs(exponent)).toCharArray()) {
      text.append(SUPERSCRIPTS.charAt(digit - '0'));
    }
    return text.toString();
  }

  private static String sign(String number) {
    return number.startsWith("-") ? "−" + number.substring(1) : number;
  }
}
