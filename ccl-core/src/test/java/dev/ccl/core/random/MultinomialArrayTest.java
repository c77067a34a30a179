package dev.ccl.core.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Splits of many nodes; every fit is one test at {@link Fit#LEVEL}: false alarm below 1e-10. */
class MultinomialArrayTest {
  /** Splits of many nodes: each token's count has its binomial law. */
  @Test
  void splitsFitTheirMargins() {
    int nodes = 6;
    int[] first = new int[nodes + 1];
    for (int s = 0; s <= nodes; s++) {
      first[s] = 4 * s + 2; // base 2
    }
    double[] share = {0.1, 0.45, 0.15, 0.3};
    double[] weights = new double[4 * nodes];
    double[] tails = new double[4 * nodes];
    double[] draws = new double[nodes];
    for (int s = 0; s < nodes; s++) {
      for (int k = 3; k >= 0; k--) {
        weights[4 * s + k] = (s + 1) * share[k];
        tails[4 * s + k] = weights[4 * s + k] + (k == 3 ? 0 : tails[4 * s + k + 1]);
      }
      draws[s] = s % 5 == 4 ? 0 : s % 3 == 0 ? 20 : s % 3 == 1 ? 700 : 1_000_000;
    }
    MultinomialArray splitter = new MultinomialArray(nodes);
    double[] out = new double[4 * nodes];
    for (int token = 0; token < 4; token++) {
      for (int node : new int[] {1, 2, 3}) { // 700 draws, a million and 20
        int at = 4 * node + token;
        BinomialFit.Sampler sampler =
            (rng, n, p, q) -> {
              Arrays.fill(out, -1);
              splitter.split(rng, draws, 0, nodes, first, 2, weights, tails, out);
              double sum =
                  out[4 * node] + out[4 * node + 1] + out[4 * node + 2] + out[4 * node + 3];
              assertEquals(draws[node], sum);
              return (long) out[at];
            };
        double p = share[token];
        double value =
            BinomialFit.pValue(sampler, (long) draws[node], p, 1 - p, 20_000, 31 + token);
        assertTrue(value > Fit.LEVEL, "token " + token + ": p-value " + value);
      }
    }
  }
}
