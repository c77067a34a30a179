package dev.ccl.core.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackedDrawsTest {

  /** Counts n draws of one of the tokens. */
  private interface Counter {
    void count(RandomStream rng, int n, double[] tails, double[] out);
  }

  private static final Counter PACKED =
      (rng, n, tails, out) -> PackedDraws.count(rng, n, tails, 0, tails.length, out, 0);

  /** Looks at the integer part only, which is wrong for one draw in 2^15 a bound. */
  private static final Counter COARSE =
      (rng, n, tails, out) -> {
        java.util.Arrays.fill(out, 0);
        for (int i = 0; i < n; i++) {
          double u = (rng.nextLong() & 0x7FFF) * 0x1p-15 * tails[0];
          int k = tails.length - 1;
          while (k > 0 && u >= tails[k]) {
            k--;
          }
          out[k] += 1;
        }
      };

  private static double[] tails(double... weights) {
    double[] tails = weights.clone();
    for (int k = tails.length - 2; k >= 0; k--) {
      tails[k] += tails[k + 1];
    }
    return tails;
  }

  private static double pValue(Counter counter, int n, long draws, double... weights) {
    double[] tails = tails(weights);
    double[] probability = new double[weights.length];
    long[] seen = new long[weights.length];
    double[] out = new double[weights.length];
    for (int k = 0; k < weights.length; k++) {
      probability[k] = weights[k] / tails[0];
    }
    RandomStream rng = RandomStreams.of(41).open(Purpose.TRIAL, n, weights.length);
    for (long done = 0; done < draws; done += n) {
      counter.count(rng, n, tails, out);
      double sum = 0;
      for (int k = 0; k < seen.length; k++) {
        assertTrue(out[k] >= 0);
        seen[k] += (long) out[k];
        sum += out[k];
      }
      assertEquals(n, sum);
    }
    return Fit.pValue(seen, probability);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9})
  void everyNumberOfTokens(int tokens) {
    double[] weights = new double[tokens];
    for (int k = 0; k < tokens; k++) {
      weights[k] = 0.3 + (k * 7 % 5);
    }
    for (int n : new int[] {1, 2, 3, 4, 5, 63}) {
      assertTrue(pValue(PACKED, n, 400_000, weights) > Fit.LEVEL, tokens + " tokens, n = " + n);
    }
  }

  private static final double[][] SMALL_SHARES = {
    {0x1p-16, 1, 1, 0x1p-17}, {1, 0x1p-16, 0x1p-17, 1, 1, 1, 1, 3 * 0x1p-16, 1}, {1, 0x1p-16, 1}
  };

  /** Shares below 2^-15 are decided behind the point, at the ends and between large shares. */
  @Test
  void sharesSmallerThanTheIntegerPart() {
    for (double[] weights : SMALL_SHARES) {
      assertTrue(pValue(PACKED, 60_000, 30_000_000, weights) > Fit.LEVEL);
    }
  }

  @Test
  @Tag("slow")
  void integerPartsAloneAreRejected() {
    for (double[] weights : SMALL_SHARES) {
      assertTrue(pValue(COARSE, 60_000, 30_000_000, weights) < Fit.LEVEL);
    }
  }

  /** Bounds on whole numbers, and tokens that cannot come. */
  @Test
  void boundsOnWholeNumbersAndWeightsOfZero() {
    double[][] cases = {
      {1, 1}, {0, 1, 1, 0}, {1, 0, 0, 1}, {0, 0, 0, 0, 1, 0, 0, 0, 0}, {0.1, 0, 0.7, 0, 0, 0.2, 0}
    };
    for (double[] weights : cases) {
      assertTrue(pValue(PACKED, 999, 2_000_000, weights) > Fit.LEVEL);
    }
  }

  @Test
  void staysWithinItsTokens() {
    double[] tails = {9, 10, 9, 7, 4, 9};
    double[] out = {-1, -1, -1, 0, 0, 0, 0, -1};
    PackedDraws.count(RandomStreams.of(42).open(Purpose.TRIAL, 0), 100, tails, 1, 5, out, 3);
    assertEquals(-1, out[2]);
    assertEquals(-1, out[7]);
    assertEquals(100, out[3] + out[4] + out[5] + out[6]);
  }
}
