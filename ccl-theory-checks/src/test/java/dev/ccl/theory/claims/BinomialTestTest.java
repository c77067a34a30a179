package dev.ccl.theory.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.judge.Evidence;
import dev.ccl.judge.Findings;
import org.junit.jupiter.api.Test;

/** p-values of counts, against sums of binomial probabilities. */
class BinomialTestTest {
  private static double binomial(int n, int k, double p) {
    double ways = 1;
    for (int i = 0; i < k; i++) {
      ways *= (n - i) / (i + 1.0);
    }
    return ways * Math.pow(p, k) * Math.pow(1 - p, n - k);
  }

  /** P(low ≤ X ≤ high). */
  private static double between(int n, int low, int high, double p) {
    double sum = 0;
    for (int k = low; k <= high; k++) {
      sum += binomial(n, k, p);
    }
    return sum;
  }

  /** Twice the smaller tail, the count itself included in both. */
  @Test
  void bothTailsCountTheCountItself() {
    for (double p : new double[] {0, 0.1, 0.5, 0.83, 1}) {
      for (int count = 0; count <= 6; count++) {
        double tail = Math.min(between(6, count, 6, p), between(6, 0, count, p));
        assertEquals(
            Math.min(1, 2 * tail), BinomialTest.pValue(6, count, p, 0), 1e-12, p + ", " + count);
      }
    }
  }

  /** The probability that speaks most for the count, on either side. */
  @Test
  void anErrorOfTheProbabilityIsGivenToTheSample() {
    assertEquals(2 * between(6, 5, 6, 0.4), BinomialTest.pValue(6, 5, 0.3, 0.1), 1e-12);
    assertEquals(2 * between(6, 0, 1, 0.6), BinomialTest.pValue(6, 1, 0.7, 0.1), 1e-12);
  }

  /** Each of several counts is judged at its share of the level, and the shares add up. */
  @Test
  void countsOfOneLawShareItsLevel() {
    Findings fair = new Findings();
    BinomialTest.counts(fair, "a die", 600, new int[] {90, 110, 95, 105, 100, 100}, sixths());
    assertTrue(fair.hold());
    assertEquals(6, fair.statements());
    assertEquals(Evidence.LEVEL, fair.falseAlarms(), 1e-9 * Evidence.LEVEL);
    Findings loaded = new Findings();
    BinomialTest.counts(loaded, "a die", 600, new int[] {60, 60, 60, 60, 60, 300}, sixths());
    assertFalse(loaded.hold());
    assertTrue(loaded.evidence().where().contains("outcome 5: 300 of 600, expected 100.0"));
  }

  private static double[] sixths() {
    double sixth = 1 / 6.0;
    return new double[] {sixth, sixth, sixth, sixth, sixth, sixth};
  }
}
