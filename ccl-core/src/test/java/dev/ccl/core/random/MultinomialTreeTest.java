package dev.ccl.core.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Splits by a tree; every fit is one test at {@link Fit#LEVEL}: false alarm below 1e-13. */
class MultinomialTreeTest {
  private static final double[] WEIGHTS = {0.4, 1.2, 0.2, 0.6, 1.0, 0.6}; // sum 4

  /** The sum of the counts of any tokens is binomial, which fixes the joint law. */
  @Test
  void sumsOfCountsAreBinomial() {
    int[][] sets = {{0}, {1}, {2}, {3}, {4}, {5}, {0, 1}, {1, 4}, {2, 3}, {0, 2, 5}, {1, 3, 4}};
    MultinomialTree tree = MultinomialTree.of(WEIGHTS);
    double[] out = new double[WEIGHTS.length + 1];
    for (int[] set : sets) {
      double p = Arrays.stream(set).mapToDouble(k -> WEIGHTS[k] / 4).sum();
      for (long n : new long[] {7, 101, 102, 5000, 1_000_000_000}) {
        double value = BinomialFit.pValue(counting(tree, set, out), n, p, 1 - p, 10_000, 41);
        assertTrue(value > Fit.LEVEL, "tokens " + Arrays.toString(set) + ": p-value " + value);
      }
    }
  }

  private static BinomialFit.Sampler counting(MultinomialTree tree, int[] set, double[] out) {
    return (rng, n, p, q) -> {
      out[WEIGHTS.length] = -1;
      tree.split(rng, n, out);
      assertEquals(n, Arrays.stream(out).sum() + 1);
      assertEquals(-1, out[WEIGHTS.length]);
      return (long) Arrays.stream(set).mapToDouble(k -> out[k]).sum();
    };
  }

  /** Half of the draws of a tree that takes tokens 0 and 1 for each other would show. */
  @Test
  void exchangedTokensAreRejected() {
    double[] out = new double[WEIGHTS.length + 1];
    BinomialFit.Sampler exchanged = counting(MultinomialTree.of(WEIGHTS), new int[] {1}, out);
    assertTrue(BinomialFit.pValue(exchanged, 5000, 0.1, 0.9, 10_000, 41) < Fit.LEVEL);
  }

  /**
   * A weight of 3e-16 beside one of 1 gets 0.3 of 1e15 draws, whichever comes first: 1 − p, which
   * is a multiple of 2^−53, would give it 0.22 or 0.33.
   */
  @Test
  void hardlyAnythingIsNotTheRestOfOne() {
    double rare = 3e-16;
    double[] out = new double[2];
    for (int k = 0; k < 2; k++) {
      int at = k;
      MultinomialTree tree =
          MultinomialTree.of(k == 0 ? new double[] {rare, 1} : new double[] {1, rare});
      BinomialFit.Sampler sampler =
          (rng, n, p, q) -> {
            tree.split(rng, n, out);
            return (long) out[at];
          };
      double value = BinomialFit.pValue(sampler, 1_000_000_000_000_000L, rare, 1, 20_000, 43);
      assertTrue(value > Fit.LEVEL, "token " + k + ": p-value " + value);
    }
  }

  @Test
  void oneTokenGetsAll() {
    RandomStream rng = RandomStreams.of(5).open(Purpose.TRIAL, 0);
    double[] out = new double[1];
    for (double n : new double[] {0, 1, 1e15}) {
      MultinomialTree.of(new double[] {0.25}).split(rng, n, out);
      assertEquals(n, out[0]);
    }
  }

  @Test
  void weightsAreChecked() {
    Class<IllegalArgumentException> error = IllegalArgumentException.class;
    assertThrows(error, () -> MultinomialTree.of(new double[0]));
    for (double weight : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThrows(error, () -> MultinomialTree.of(new double[] {1, weight}));
    }
  }
}
