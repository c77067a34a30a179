package dev.ccl.core.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.commons.numbers.gamma.LogGamma;
import org.junit.jupiter.api.Test;

/** What makes the rejection exact, without sampling: hat above, squeeze below, ratio accurate. */
class BinomialHatTest {

  private static final double[] TRIALS = {20, 25, 40, 100, 333, 1000, 1e4, 1e6, 1e9, 1e12, 1e15};

  /** Whether squeeze (times a factor) <= f(k)/(f(mode) hat) <= 1 on a grid of u. */
  private static boolean envelopeHolds(double n, double p, double factor) {
    double q = 1 - p;
    double deviation = Math.sqrt(n * p * q);
    double b = Binomial.width(deviation);
    double a = Binomial.tail(b, p);
    double mode = Math.floor((n + 1) * p);
    double squeeze = factor * Binomial.squeezeTimesWidth(b) / b;
    for (int i = -4999; i < 5000; i++) {
      double u = i / 1e4;
      double us = 0.5 - Math.abs(u);
      double k = Math.floor((2 * a / us + b) * u + n * p + 0.5);
      if (k < 0 || k > n) {
        if (us >= Binomial.SQUEEZE_MARGIN) {
          return false; // the squeeze would accept an impossible count
        }
        continue;
      }
      double ratio = Math.exp(BinomialRatio.logRatio(n, p, q, k, mode));
      double share = ratio / Binomial.hat(us, a, b, deviation);
      if (share > 1 || (us >= Binomial.SQUEEZE_MARGIN && share < squeeze)) {
        return false;
      }
    }
    return true;
  }

  @Test
  void hatLiesAboveAndSqueezeBelow() {
    for (double n : TRIALS) {
      for (double mean = 10; mean <= n / 2; mean *= mean < 30 ? 1.013 : 7) {
        double p = mean / n;
        assertTrue(envelopeHolds(n, p, 1), "n = " + n + ", p = " + p);
      }
      assertTrue(envelopeHolds(n, 0.5, 1), "n = " + n);
    }
  }

  @Test
  void aSqueezeTwoPercentHigherWouldFail() {
    assertFalse(envelopeHolds(1e4, 0.1, 1.02));
    assertFalse(envelopeHolds(1e6, 0.1, 1.02));
    assertFalse(envelopeHolds(1e15, 0.3, 1.02));
  }

  @Test
  void ratioAgreesWithTheLogGammaFunction() {
    // Four values of ln k! up to 6000 with an error of an ulp each, 1e-12.
    for (double n : new double[] {21, 60, 500, 1023}) {
      for (double p : new double[] {10.5 / n, 0.3, 0.5}) {
        double q = 1 - p;
        double m = Math.floor((n + 1) * p);
        for (double k = 0; k <= n; k++) {
          double exact =
              LogGamma.value(m + 1)
                  + LogGamma.value(n - m + 1)
                  - LogGamma.value(k + 1)
                  - LogGamma.value(n - k + 1)
                  + (k - m) * StrictMath.log(p / q);
          double tolerance = 1e-11 + 1e-14 * Math.abs(exact);
          assertEquals(exact, BinomialRatio.logRatio(n, p, q, k, m), tolerance);
          assertEquals(exact, BinomialRatio.tableLogRatio(n, p / q, k, m), tolerance);
        }
      }
    }
  }

  @Test
  void ratioKeepsItsDigitsAtHugeNumbersOfTrials() {
    assertRatio(1e15, 1e-9, 6000);
    assertRatio(1e15, 1e-13, 60);
    assertRatio(1e15, 0.3, 1_000_000);
    assertRatio(1e12, 0.5, 2_000_000);
    assertRatio(2000, 0.25, 400);
    assertRatio(1e5, 0.001, 300);
  }

  /** Against the sum of ln f(j)/f(j-1) = ln(1 + (n p - j + p)/(j q)), a term for each j. */
  private static void assertRatio(double n, double p, int steps) {
    double q = 1 - p;
    double m = Math.floor((n + 1) * p);
    // n p - m to full accuracy, from exact decimal arithmetic.
    double offset =
        new java.math.BigDecimal(n)
            .multiply(new java.math.BigDecimal(p))
            .subtract(new java.math.BigDecimal(m))
            .doubleValue();
    double up = 0;
    double down = 0;
    for (int i = 1; i <= steps; i++) {
      up += StrictMath.log1p((offset - i + p) / ((m + i) * q));
      if (m - i >= 0) {
        down -= StrictMath.log1p((offset + i - 1 + p) / ((m - i + 1) * q));
      }
    }
    // Both sums err by about an ulp of the result for each thousand terms.
    double tolerance = 1e-12;
    assertEquals(up, BinomialRatio.logRatio(n, p, q, m + steps, m), tolerance * (1 + Math.abs(up)));
    double low = Math.max(0, m - steps);
    assertEquals(down, BinomialRatio.logRatio(n, p, q, low, m), tolerance * (1 + Math.abs(down)));
  }
}
