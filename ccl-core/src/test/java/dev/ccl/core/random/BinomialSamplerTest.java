package dev.ccl.core.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every call of {@code assertFits} is one test at {@link Fit#LEVEL}: false alarm below 1e-13. */
class BinomialSamplerTest {

  private static void assertFits(long n, double p, double q, int draws) {
    double value = BinomialFit.pValue(BinomialFit.OURS, n, p, q, draws, 17);
    assertTrue(value > Fit.LEVEL, () -> "n = " + n + ", p = " + p + ": p-value " + value);
  }

  @Test
  void fewTrials() {
    for (int n = 1; n <= 50; n++) {
      for (double p : new double[] {0.02, 0.1, 0.25, 0.45, 0.5, 0.77, 0.98}) {
        assertFits(n, p, 1 - p, 30_000);
      }
    }
  }

  @Test
  void aroundTheSwitchesOfMethods() {
    for (long n : new long[] {63, 64, 65, 100, 1000, 100_000}) { // 64 trials in a word
      for (double variance : new double[] {6.2, 6.25, 6.3, 15.9, 16, 16.1}) {
        double p = 0.5 - Math.sqrt(Math.max(0, 0.25 - variance / n));
        assertFits(n, p, 1 - p, 150_000);
        assertFits(n, 1 - p, p, 60_000);
      }
    }
    for (double p : new double[] {0.93, 0.9375, 0.938, 0.96}) { // the largest p that is not swapped
      assertFits(1000, p, 1 - p, 150_000);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "40, 0.5",
    "100, 0.2",
    "100, 0.5",
    "1000, 0.05",
    "1000, 0.5",
    "1023, 0.3",
    "1024, 0.3",
    "3000, 0.45",
    "10000, 0.5",
    "1000000, 0.0001",
    "1000000, 0.3",
    "1000000, 0.9"
  })
  void manyTrials(long n, double p) {
    assertFits(n, p, 1 - p, 400_000);
  }

  @ParameterizedTest
  @CsvSource({
    "1000000000000, 0.3", "1000000000000, 0.5", "1000000000000, 0.98",
    "1000000000000000, 0.01", "1000000000000000, 0.5", "1000000000000000, 0.7"
  })
  void hugeNumbersOfTrials(long n, double p) {
    double q = 1 - p;
    assertFits(n, p, q, 250_000);
    assertMoments(n, p, q, 250_000);
  }

  @ParameterizedTest
  @CsvSource({
    "1000000000000, 1e-12", "1000000000000, 9e-12", "1000000000000, 2e-11",
    "1000000000000, 1e-9", "1000000000000000, 1e-16", "1000000000000000, 3e-15",
    "1000000000000000, 1.7e-14", "1000000000000000, 1e-12"
  })
  void rareOutcomesOfHugeNumbersOfTrials(long n, double p) {
    assertFits(n, p, 1 - p, 400_000);
    assertFits(n, 1 - p, p, 60_000);
  }

  @Test
  void tinyProbabilitiesOfFewTrials() {
    // The expected number of successes over all draws is 1e-5.
    RandomStream rng = RandomStreams.of(3).open(Purpose.TRIAL, 0);
    for (int i = 0; i < 100_000; i++) {
      assertEquals(0, BinomialFit.OURS.sample(rng, 100, 1e-12, 1 - 1e-12));
      assertEquals(100, BinomialFit.OURS.sample(rng, 100, 1 - 1e-12, 1e-12));
    }
  }

  @Test
  void certainOutcomes() {
    RandomStream rng = RandomStreams.of(4).open(Purpose.TRIAL, 0);
    for (long n : new long[] {0, 1, 7, 1000, Binomial.MAX_TRIALS}) {
      assertEquals(0, BinomialFit.OURS.sample(rng, n, 0, 1));
      assertEquals(n, BinomialFit.OURS.sample(rng, n, 1, 0));
      assertEquals(n == 0 ? 0 : n, BinomialFit.OURS.sample(rng, n, 1, Double.MIN_VALUE));
    }
    assertEquals(0, BinomialFit.OURS.sample(rng, 0, 0.3, 0.7));
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(BrokenBinomial.class)
  void theTestRejectsBrokenSamplers(BrokenBinomial liar) {
    double value = BinomialFit.pValue(liar, 1000, 0.2, 0.8, 1_000_000, 18);
    boolean accepted = value > Fit.LEVEL;
    assertEquals(liar == BrokenBinomial.NONE, accepted, () -> liar + ": p-value " + value);
  }

  /** The first four moments of z = (k - n p)/sqrt(n p q), to 8 standard errors each. */
  private static void assertMoments(long n, double p, double q, int draws) {
    RandomStream rng = RandomStreams.of(19).open(Purpose.TRIAL, n);
    double mean = n * p;
    double deviation = Math.sqrt(mean * q);
    double[] sum = new double[4];
    for (int i = 0; i < draws; i++) {
      double z = (BinomialFit.OURS.sample(rng, n, p, q) - mean) / deviation;
      double power = 1;
      for (int j = 0; j < 4; j++) {
        power *= z;
        sum[j] += power;
      }
    }
    // Of a normal variable; the binomial's own differ by less than 1e-5 here.
    double[] exact = {0, 1, 0, 3};
    double[] variance = {1, 2, 15, 96};
    for (int j = 0; j < 4; j++) {
      double error = Math.sqrt(variance[j] / draws);
      Fit.assertStandard((sum[j] / draws - exact[j]) / error, "moment " + (j + 1) + ", n = " + n);
    }
  }
}
