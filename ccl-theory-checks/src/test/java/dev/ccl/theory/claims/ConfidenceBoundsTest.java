package dev.ccl.theory.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.judge.Evidence;
import dev.ccl.judge.Findings;
import java.util.Arrays;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;

/** The confidence bounds have their level, and enough power to be of use. */
class ConfidenceBoundsTest {
  private static double[] coins(int n, int ones) {
    double[] draws = new double[n];
    Arrays.fill(draws, 0, ones, 1);
    return draws;
  }

  /** For a coin the chance of a bound on the wrong side is a finite sum: it is below the level. */
  @Test
  void theLevelHoldsForCoins() {
    int n = 60;
    for (double p : new double[] {0.02, 0.3, 0.5, 0.9}) {
      BinomialDistribution law = BinomialDistribution.of(n, p);
      double above = 0;
      double below = 0;
      for (int k = 0; k <= n; k++) {
        above += ConfidenceBounds.lower(coins(n, k), 1) > p ? law.probability(k) : 0;
        below += ConfidenceBounds.upper(coins(n, k), 1) < p ? law.probability(k) : 0;
      }
      assertTrue(above <= Evidence.LEVEL && below <= Evidence.LEVEL, above + " " + below);
    }
  }

  @Test
  void theEndsAreAsInTheFormula() {
    // no success in n draws: (1 − p)^n = level
    double upper = 1 - StrictMath.pow(Evidence.LEVEL, 1.0 / 100);
    assertEquals(3 * upper, ConfidenceBounds.upper(new double[100], 3), 1e-9);
    assertEquals(0, ConfidenceBounds.lower(new double[100], 3), 1e-300);
  }

  @Test
  void aMeanFarBelowItsBoundIsEstablishedAndOneFarAboveRefuted() {
    RandomStream stream = RandomStreams.of(5).open(Purpose.TRIAL, 1);
    double[] draws = new double[500];
    Arrays.setAll(draws, i -> stream.nextDouble());
    Findings low = new Findings();
    ConfidenceBounds.atMost(low, "mean", draws, 1, 0.7);
    assertTrue(low.hold() && low.evidence().where().contains("established"));
    assertEquals(0, low.undecided());
    Findings close = new Findings();
    ConfidenceBounds.atMost(close, "mean", draws, 1, 0.45);
    assertTrue(close.hold() && close.evidence().where().contains("not refuted"));
    assertEquals(1, close.undecided(), "more draws would decide it");
    assertEquals(Evidence.LEVEL, close.falseAlarms());
    Findings high = new Findings();
    ConfidenceBounds.atMost(high, "mean", draws, 1, 0.3);
    assertFalse(high.hold());
    assertEquals(0, high.undecided());
  }

  @Test
  void aLowerBoundOfAMeanNeedsDrawsAboveIt() {
    double[] draws = new double[48];
    Arrays.fill(draws, 3);
    Findings enough = new Findings();
    ConfidenceBounds.atLeast(enough, "mean", draws, 1);
    assertTrue(enough.hold());
    Findings zero = new Findings();
    ConfidenceBounds.atLeast(zero, "mean", new double[48], 1);
    assertFalse(zero.hold());
  }

  @Test
  void aMajorityIsRefutedOnlyByAClearMinority() {
    for (int ones : new int[] {0, 20, 48}) {
      Findings findings = new Findings();
      ConfidenceBounds.mostlyBelow(findings, "draws", coins(48, ones), 0.5); // 48 − ones lie below
      assertEquals(ones < 48, findings.hold(), "" + ones);
      assertEquals(ones == 20 ? 1 : 0, findings.undecided(), "" + ones);
    }
  }

  @Test
  void aFallIsDemandedOfBothConfidenceBounds() {
    double[] before = new double[1000];
    Arrays.fill(before, 0.3);
    for (double after : new double[] {0.01, 0.14, 0.3}) {
      double[] later = new double[1000];
      Arrays.fill(later, after);
      Findings findings = new Findings();
      ConfidenceBounds.falls(findings, "mean", before, later, 1, 0.5);
      assertEquals(after < 0.1, findings.hold(), "" + after);
      assertEquals(ConfidenceBounds.upper(later, 1), findings.evidence().left(), 0);
      assertEquals(0.5 * ConfidenceBounds.lower(before, 1), findings.evidence().right(), 0);
    }
  }

  /**
   * P(X ≥ a) has the bound p with pⁿ = level where all draws reach a; 2√2 is the largest such a.
   */
  @Test
  void drawsThatReachALevelCount() {
    double root = StrictMath.pow(Evidence.LEVEL / 8, 1.0 / 48);
    double[] draws = new double[48];
    for (double value : new double[] {1, 3}) {
      Arrays.fill(draws, value);
      Findings findings = new Findings();
      ConfidenceBounds.atLeast(findings, "x", draws, 1);
      assertEquals((value == 1 ? 1 : 2 * Math.sqrt(2)) * root, findings.evidence().left(), 1e-9);
      assertEquals(1, findings.evidence().right());
      assertEquals("x, from mean " + value, findings.evidence().where());
      assertEquals(0, findings.falseAlarms(), "a demand is no test");
    }
  }

  /** Draws at the level are not below it. */
  @Test
  void aMajorityIsStrictlyBelow() {
    double[] draws = new double[50];
    double root = StrictMath.pow(Evidence.LEVEL, 1.0 / 50);
    Findings all = new Findings();
    ConfidenceBounds.mostlyBelow(all, "x", draws, 1e-9);
    assertEquals(root, all.evidence().left(), 1e-9);
    assertEquals("x: 50 of 50 runs, established", all.evidence().where());
    assertEquals(Evidence.LEVEL, all.falseAlarms());
    Findings none = new Findings();
    ConfidenceBounds.mostlyBelow(none, "x", draws, 0);
    assertEquals(1 - root, none.evidence().left(), 1e-9);
    assertEquals("x: 0 of 50 runs", none.evidence().where());
    assertFalse(none.hold());
  }

  /** Two statements about one mean, in the unit of its range. */
  @Test
  void aMeanIsEqualWithinItsInterval() {
    double[] draws = new double[300];
    Arrays.setAll(draws, i -> i % 3 == 0 ? 8 : 2); // mean 4
    double lower = ConfidenceBounds.lower(draws, 10);
    double upper = ConfidenceBounds.upper(draws, 10);
    assertTrue(0 < lower && lower < 4 && 4 < upper && upper < 10);
    double[] tenths = Arrays.stream(draws).map(x -> x / 10).toArray();
    assertEquals(lower, 10 * ConfidenceBounds.lower(tenths, 1), 1e-9);
    assertEquals(upper, 10 * ConfidenceBounds.upper(tenths, 1), 1e-9);
    for (double value : new double[] {0.99 * lower, 1.01 * lower, 0.99 * upper, 1.01 * upper}) {
      Findings findings = new Findings();
      ConfidenceBounds.equal(findings, "x", draws, 10, value);
      assertEquals(lower < value && value < upper, findings.hold(), "" + value);
      assertEquals(2, findings.statements());
      assertEquals(0, findings.undecided(), "a test of a law");
      assertEquals(2 * Evidence.LEVEL, findings.falseAlarms());
    }
    assertEquals(1, ConfidenceBounds.upper(new double[] {3}, 1), 1e-12, "a draw beyond its range");
  }
}
