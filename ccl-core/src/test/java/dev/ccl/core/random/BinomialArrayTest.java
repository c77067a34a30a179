package dev.ccl.core.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Draws for arrays; every fit is one test at {@link Fit#LEVEL}: false alarm below 1e-10. */
class BinomialArrayTest {
  private static final int LENGTH = 37;

  /** Hands out the elements of whole arrays one by one; other elements have other laws. */
  private static final class Unrolled implements BinomialFit.Sampler {
    private final BinomialArray array = new BinomialArray(LENGTH);
    private final double[] trials = new double[LENGTH];
    private final double[] p = new double[LENGTH];
    private final double[] q = new double[LENGTH];
    private final double[] out = new double[LENGTH];
    private int next = LENGTH;

    @Override
    public long sample(Stream rng, long n, double success, double failure) {
      if (next >= LENGTH) {
        for (int i = 0; i < LENGTH; i++) {
          boolean asked = i % 3 != 1;
          trials[i] = asked ? n : 5L * i * i * i;
          p[i] = asked ? success : (i + 0.5) / LENGTH;
          q[i] = asked ? failure : (LENGTH - i - 0.5) / LENGTH;
        }
        array.draw(rng, LENGTH, trials, p, q, out);
        next = 0;
      }
      long k = (long) out[next];
      next += next % 3 == 0 ? 2 : 1;
      return k;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.3",
    "1, 0.3",
    "30, 0.2",
    "90, 0.11",
    "90, 0.112",
    "300, 0.4",
    "1000, 0.9",
    "1500, 0.066",
    "1500, 0.067",
    "5000, 0.5",
    "20000, 0.02",
    "100000, 0.7",
    "3000000, 0.3",
    "1000000000, 0.4",
    "1000000001, 0.4",
    "1000000000000, 0.3",
    "1000000000000000, 0.00000001"
  })
  void fits(long n, double p) {
    if (n == 0) {
      assertEquals(
          0, new Unrolled().sample(RandomStreams.of(1).open(Purpose.TRIAL, 0), 0, p, 1 - p));
      return;
    }
    double value = BinomialFit.pValue(new Unrolled(), n, p, 1 - p, 400_000, 23);
    assertTrue(value > Fit.LEVEL, () -> "p-value " + value);
  }

  /** The series against the deviance form, whose own test compares it with high precision. */
  @Test
  void seriesAgreeWithDeviances() {
    Stream random = RandomStreams.of(3).open(Purpose.TRIAL, 7);
    int compared = 0;
    for (int trial = 0; trial < 200_000; trial++) {
      double n = Math.floor(Math.pow(10, 2.3 + 6.7 * random.nextDouble()));
      double p = Math.min(0.5, 100 / n * Math.pow(n / 200, random.nextDouble()));
      double mean = n * p;
      double deviation = Math.sqrt(mean * (1 - p));
      double k = Math.rint(mean + 8 * (2 * random.nextDouble() - 1) * deviation);
      if (BinomialSeries.applies(n, mean, k)) {
        compared++;
        double m = BinomialSeries.mode(n, p);
        double log =
            BinomialSeries.exponent(n, mean, n * (1 - p), k, m)
                - Math.log(BinomialSeries.spread(n, k, m));
        assertEquals(BinomialRatio.logRatio(n, p, 1 - p, k, m), log, 3e-11);
      }
    }
    assertTrue(compared > 100_000);
  }

  /** Splits of many nodes: each token's count has its binomial law. */
  @Test
  void splitsFitTheirMargins() {
    int nodes = 30;
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
      draws[s] = s % 5 == 4 ? 0 : s % 3 == 0 ? 20 : 700;
    }
    MultinomialArray splitter = new MultinomialArray(nodes, 4);
    double[] out = new double[4 * nodes];
    for (int token = 0; token < 4; token++) {
      for (int node : new int[] {1, 3}) { // 700 draws and 20
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
