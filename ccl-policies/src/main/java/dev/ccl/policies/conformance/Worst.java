package dev.ccl.policies.conformance;

import java.util.Arrays;
import java.util.function.Supplier;

/** Keeps the comparison with the largest ratio of deviation and allowance. */
final class Worst {
  private double ratio = -1;
  private double deviation;
  private double allowed;
  private String where = "no place";

  /** Sees one comparison; the rule holds if the deviation is at most what is allowed. */
  void see(double deviation, double allowed, Supplier<String> where) {
    double r =
        deviation <= allowed
            ? (allowed > 0 ? deviation / allowed : 0)
            : 2 + excess(deviation, allowed);
    if (r > ratio) {
      ratio = r;
      this.deviation = deviation;
      this.allowed = allowed;
      this.where = where.get();
    }
  }

  private static double excess(double deviation, double allowed) {
    double e = allowed > 0 ? deviation / allowed : deviation;
    return e >= 0 ? e : Double.POSITIVE_INFINITY; // NaN is the worst
  }

  /** Sees two arrays that have to agree to the last bit. */
  void seeSame(double[] expected, double[] actual, Supplier<String> where) {
    for (int i = 0; i < expected.length; i++) {
      int at = i;
      boolean same =
          Double.doubleToRawLongBits(expected[i]) == Double.doubleToRawLongBits(actual[i]);
      double gap = Math.abs(expected[i] - actual[i]);
      see(same ? 0 : Math.max(gap, Double.MIN_VALUE), 0, () -> where.get() + ", entry " + at);
    }
  }

  String place() {
    return where;
  }

  Evidence evidence(String clause) {
    return new Evidence(clause, ratio < 2, deviation, allowed, where);
  }

  static String text(double[] theta) {
    return theta.length <= 6
        ? Arrays.toString(theta)
        : Arrays.toString(Arrays.copyOf(theta, 6)).replace("]", ", …]");
  }
}
