package dev.ccl.core.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.math.Segments;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Splits of many nodes; every fit is one test at {@link Fit#LEVEL}: false alarm below 1e-13. */
class MultinomialArrayTest {
  /** Splits of many nodes: each token's count has its binomial law. */
  @Test
  void splitsFitTheirMargins() {
    int nodes = 6;
    int[] first = new int[nodes + 2]; // a node of two tokens comes before the run
    for (int s = 0; s <= nodes; s++) {
      first[s + 1] = 4 * s + 2;
    }
    Segments cuts = Segments.of(first);
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
    double[] all = new double[nodes + 1];
    System.arraycopy(draws, 0, all, 1, nodes);
    MultinomialArray splitter = new MultinomialArray(nodes);
    double[] out = new double[4 * nodes];
    for (int token = 0; token < 4; token++) {
      for (int node : new int[] {1, 2, 3}) { // 700 draws, a million and 20
        int at = 4 * node + token;
        BinomialFit.Sampler sampler =
            (rng, n, p, q) -> {
              Arrays.fill(out, -1);
              splitter.split(rng, all, 1, nodes + 1, cuts, 2, weights, tails, out);
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

  /** Nodes with few tokens are finished before others, of which nothing is lost. */
  @Test
  void nodesOfDifferentWidthsKeepTheirDraws() {
    int[] tokens = {5, 2, 6, 3, 2, 4};
    int[] first = new int[tokens.length + 1];
    for (int s = 0; s < tokens.length; s++) {
      first[s + 1] = first[s] + tokens[s];
    }
    double[] weights = new double[first[tokens.length]];
    double[] tails = new double[weights.length];
    double[] draws = new double[tokens.length];
    for (int s = 0; s < tokens.length; s++) {
      draws[s] = 10_000 + s;
      for (int e = first[s + 1] - 1; e >= first[s]; e--) {
        weights[e] = 1 + e % 2;
        tails[e] = weights[e] + (e == first[s + 1] - 1 ? 0 : tails[e + 1]);
      }
    }
    double[] out = new double[weights.length];
    Arrays.fill(out, -1);
    RandomStream rng = RandomStreams.of(37).open(Purpose.TRIAL, 0);
    new MultinomialArray(tokens.length)
        .split(rng, draws, 0, tokens.length, Segments.of(first), 0, weights, tails, out);
    for (int s = 0; s < tokens.length; s++) {
      double sum = 0;
      for (int e = first[s]; e < first[s + 1]; e++) {
        double mean = draws[s] * weights[e] / tails[first[s]];
        Fit.assertStandard((out[e] - mean) / Math.sqrt(mean), "node " + s);
        sum += out[e];
      }
      assertEquals(draws[s], sum, "node " + s);
    }
  }
}
