package dev.ccl.core.math;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Reference values in decimal arithmetic with 60 digits, by other methods than those under test.
 */
final class HighPrecision {

  static final MathContext DIGITS = new MathContext(60, RoundingMode.HALF_EVEN);

  private HighPrecision() {}

  static BigDecimal exp(BigDecimal x) {
    // Taylor sum of x/2^20 to the 12th power, then 20 squarings; relative error below 1e-45.
    BigDecimal y = x.divide(BigDecimal.valueOf(1L << 20), DIGITS);
    BigDecimal term = BigDecimal.ONE;
    BigDecimal sum = BigDecimal.ONE;
    for (int i = 1; i <= 14; i++) {
      term = term.multiply(y, DIGITS).divide(BigDecimal.valueOf(i), DIGITS);
      sum = sum.add(term, DIGITS);
    }
    for (int i = 0; i < 20; i++) {
      sum = sum.multiply(sum, DIGITS);
    }
    return sum;
  }

  static BigDecimal log(BigDecimal x) {
    // Two steps of y + 2 (x - e^y)/(x + e^y), each of which triples the number of digits.
    BigDecimal y = BigDecimal.valueOf(roughLog(x));
    for (int i = 0; i < 2; i++) {
      BigDecimal e = exp(y);
      y = y.add(x.subtract(e).multiply(BigDecimal.valueOf(2)).divide(x.add(e), DIGITS), DIGITS);
    }
    return y;
  }

  /** Error of a double in units in the last place of the exact value. */
  static double ulps(double actual, BigDecimal exact) {
    double nearest = exact.doubleValue();
    if (Double.isInfinite(nearest) || Double.isInfinite(actual)) {
      return nearest == actual ? 0 : Double.POSITIVE_INFINITY;
    }
    BigDecimal error = new BigDecimal(actual).subtract(exact).abs();
    return error.divide(new BigDecimal(Math.ulp(nearest)), DIGITS).doubleValue();
  }

  private static double roughLog(BigDecimal x) {
    int shift = x.precision() - x.scale();
    double lead = x.movePointLeft(shift).doubleValue();
    return StrictMath.log(lead) + shift * StrictMath.log(10);
  }
}
