package dev.ccl.core.random;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.judge.FalseAlarms;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/** Chi-square tests of counts against exact probabilities. */
final class Fit {

  /**
   * Level of every single test in this package. Seeds are fixed, so a test that passes once passes
   * always; the level says how probable it was that a correct sampler would have failed. The
   * asymptotic tail is used at expectations of at least 40 per cell, where at this depth it is
   * right to within a factor of about {@link #ASYMPTOTIC}: a false alarm has probability below
   * 1e-13.
   */
  static final double LEVEL = 1e-15;

  private static final double ASYMPTOTIC = 100;

  private static final double LEAST_EXPECTED = 40;

  private Fit() {}

  /** Survival probability of Pearson's statistic, neighbouring cells merged until large enough. */
  static double pValue(long[] observed, double[] probability) {
    FalseAlarms.declare(ASYMPTOTIC * LEVEL);
    double total = 0;
    double all = 0;
    for (int i = 0; i < observed.length; i++) {
      total += observed[i];
      all += probability[i];
      if (observed[i] > 0 && !(probability[i] > 0)) {
        return 0; // an impossible outcome
      }
    }
    assertTrue(Math.abs(all - 1) < 1e-9, "probabilities of the test sum to " + all);
    double statistic = 0;
    int cells = 0;
    double seen = 0;
    double expected = 0;
    double left = total;
    for (int i = 0; i < observed.length; i++) {
      seen += observed[i];
      expected += total * probability[i];
      boolean last = i == observed.length - 1;
      // A cell is closed when what remains for the next one is large enough too.
      if (last || (expected >= LEAST_EXPECTED && left - expected >= LEAST_EXPECTED)) {
        left -= expected;
        if (expected > 0) {
          statistic += (seen - expected) * (seen - expected) / expected;
          cells++;
        }
        seen = 0;
        expected = 0;
      }
    }
    return cells < 2 ? 1 : ChiSquaredDistribution.of(cells - 1).survivalProbability(statistic);
  }

  static void assertFits(long[] observed, double[] probability, String what) {
    double p = pValue(observed, probability);
    assertTrue(p > LEVEL, () -> what + ": p-value " + p);
  }

  static void assertUniform(long[] observed, String what) {
    double[] probability = new double[observed.length];
    java.util.Arrays.fill(probability, 1.0 / observed.length);
    assertFits(observed, probability, what);
  }

  /** A statistic that is standard normal, or nearly: |z| > 8 has probability 1.3e-15. */
  static void assertStandard(double z, String what) {
    FalseAlarms.declare(1.3e-15);
    assertTrue(Math.abs(z) < 8, () -> what + ": " + z + " standard errors");
  }
}
