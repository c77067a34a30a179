package dev.ccl.core.random;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.commons.numbers.gamma.LogGamma;
import org.junit.jupiter.api.Test;

/** The logarithm on which the exact test of the rejection rests. */
class BinomialDensityTest {

  @Test
  void agreesWithTheLogGammaFunction() {
    // Three values of ln k! up to 1e5 with an error of an ulp each, 1.5e-11.
    for (double n : new double[] {14, 65, 410, 1023, 5000, 9000}) {
      for (double p : new double[] {6.3 / n, 0.3, 0.41, 0.5, 0.9}) {
        double q = 1 - p;
        double half = 0.5 * StrictMath.log(2 * Math.PI * n * p * q);
        for (double k = 0; k <= n; k++) {
          double exact =
              half
                  + LogGamma.value(n + 1)
                  - LogGamma.value(k + 1)
                  - LogGamma.value(n - k + 1)
                  + k * StrictMath.log(p)
                  + (n - k) * StrictMath.log(q);
          assertEquals(
              exact,
              BinomialDensity.logScaled(n, p, q, k),
              1e-10 + 1e-14 * Math.abs(exact),
              "n = " + n + ", p = " + p + ", k = " + k);
        }
      }
    }
  }

  @Test
  void keepsItsDigitsAtHugeNumbersOfTrials() {
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
    assertEquals(up, ratio(n, p, q, m + steps, m), 1e-12 * (1 + Math.abs(up)));
    double low = Math.max(0, m - steps);
    assertEquals(down, ratio(n, p, q, low, m), 1e-12 * (1 + Math.abs(down)));
  }

  /** At the middle the logarithm is near 0; Stirling's error is a series from 16 on. */
  @Test
  void keepsItsDigitsAtTheMiddle() {
    double coefficient = 1; // of n and n/2, from that of n − 2
    for (int n = 2; n <= 60; n += 2) {
      coefficient = coefficient * (4 * n - 4) * 2 / (2 * n);
      double exact = Math.sqrt(Math.PI * n / 2) * (coefficient / StrictMath.pow(2, n));
      if (n >= 32) {
        double log = BinomialDensity.logScaled(n, 0.5, 0.5, n / 2.0);
        assertEquals(StrictMath.log(exact), log, 3e-15);
      }
    }
  }

  /**
   * A fifth away from n p, where the series of h is at its end: with compensated sums, whose error
   * is an ulp of the result.
   */
  @Test
  void theSeriesHoldsToTheEndOfItsRange() {
    double n = 1e5;
    for (int direction = -1; direction <= 1; direction += 2) {
      double sum = 0;
      double lost = 0;
      for (int i = 1; i <= 9_900; i++) {
        // f(j)/f(j−1) = (n − j + 1)/j for p = 1/2, and the law is symmetric
        double term = StrictMath.log1p((1 - 2.0 * i) / (n / 2 + i)) - lost;
        double next = sum + term;
        lost = (next - sum) - term;
        sum = next;
      }
      double k = n / 2 + direction * 9_900;
      assertEquals(sum, ratio(n, 0.5, 0.5, k, n / 2), 2e-14 * Math.abs(sum));
    }
  }

  private static double ratio(double n, double p, double q, double k, double m) {
    return BinomialDensity.logScaled(n, p, q, k) - BinomialDensity.logScaled(n, p, q, m);
  }
}
