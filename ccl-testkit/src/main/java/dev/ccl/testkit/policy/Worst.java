package dev.ccl.testkit.policy;

import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Tolerance;
import java.util.Arrays;
import java.util.function.Supplier;

/** Keeps the comparison that is closest to failing, or fails worst. */
final class Worst {
  private static final Evidence NOTHING = Evidence.equal("no place", 0, 1, Tolerance.none());

  private double ratio = Double.NEGATIVE_INFINITY;
  private Evidence evidence = NOTHING;

  /** Sees a deviation, which should be 0. */
  void zero(double deviation, Tolerance tolerance, Supplier<String> where) {
    see(ratio(deviation, tolerance.amount()), where, at -> Evidence.zero(at, deviation, tolerance));
  }

  /** Sees a quantity that should have a certain value. */
  void equal(double actual, double expected, Tolerance tolerance, Supplier<String> where) {
    see(
        ratio(Math.abs(actual - expected), tolerance.amount()),
        where,
        at -> Evidence.equal(at, actual, expected, tolerance));
  }

  /** Sees a quantity that is bounded. */
  void atMost(double value, double bound, Tolerance tolerance, Supplier<String> where) {
    see(
        ratio(value, bound + tolerance.amount()),
        where,
        at -> Evidence.atMost(at, value, bound, tolerance));
  }

  /** Sees something that is true or false. */
  void isTrue(boolean right, Supplier<String> where) {
    zero(right ? 0 : 1, Tolerance.none(), where);
  }

  private interface Maker {
    Evidence at(String where);
  }

  private void see(double r, Supplier<String> where, Maker maker) {
    if (r > ratio) {
      ratio = r;
      evidence = maker.at(where.get());
    }
  }

  private static double ratio(double value, double allowed) {
    if (value <= allowed) {
      return allowed > 0 ? value / allowed : 0;
    }
    double excess = allowed > 0 ? value / allowed : value;
    return 2 + (excess >= 0 ? excess : Double.POSITIVE_INFINITY); // NaN is the worst
  }

  /** Sees two arrays that have to agree to the last bit. */
  void same(double[] expected, double[] actual, Supplier<String> where) {
    for (int i = 0; i < expected.length; i++) {
      int at = i;
      Supplier<String> place = () -> "entry " + at + ", " + where.get();
      boolean same =
          Double.doubleToRawLongBits(expected[i]) == Double.doubleToRawLongBits(actual[i]);
      if (same || expected[i] == actual[i]) { // 0 and -0 are equal, but not the same
        zero(same ? 0 : Double.MIN_VALUE, Tolerance.none(), place);
      } else {
        equal(actual[i], expected[i], Tolerance.none(), place);
      }
    }
  }

  /** What was seen; nothing seen does not hold. */
  Evidence evidence() {
    return evidence;
  }

  static String text(double[] theta) {
    return theta.length <= 6
        ? Arrays.toString(theta)
        : Arrays.toString(Arrays.copyOf(theta, 6)).replace("]", ", …]");
  }
}
