package dev.ccl.core.random;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.math.Segments;
import java.util.Arrays;
import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MultinomialTest {

  private static final double[] WEIGHTS = {1, 0.8, 1.2, 1e-3, 1.5, 0, 0.7, 2.5};

  /** Small numbers take the single draws, the others the chain of binomials. */
  @ParameterizedTest
  @ValueSource(ints = {1, 5, 63, 64, 500, 100_000})
  void marginalsAndCovariances(int n) {
    int tokens = WEIGHTS.length;
    double total = 0;
    for (double w : WEIGHTS) {
      total += w;
    }
    int draws = 60_000;
    RandomStream rng = RandomStreams.of(21).open(Purpose.TRIAL, n);
    double[] scratch = new double[tokens];
    double[] out = new double[tokens];
    double[][] products = new double[tokens][tokens];
    int cells = Math.min(n + 1, 2000);
    double cellWidth = (n + 1.0) / cells;
    long[][] seen = new long[tokens][cells];
    for (int i = 0; i < draws; i++) {
      Multinomial.split(rng, n, WEIGHTS, 0, tokens, scratch, out);
      double sum = 0;
      for (int k = 0; k < tokens; k++) {
        sum += out[k];
        assertTrue(out[k] >= 0);
        seen[k][(int) (out[k] / cellWidth)]++;
        for (int l = 0; l < k; l++) {
          products[k][l] += (out[k] - n * WEIGHTS[k] / total) * (out[l] - n * WEIGHTS[l] / total);
        }
      }
      assertEquals(n, sum);
    }
    for (int k = 0; k < tokens; k++) {
      BinomialDistribution law = BinomialDistribution.of(n, WEIGHTS[k] / total);
      double[] probability = new double[cells];
      int before = -1;
      for (int c = 0; c < cells; c++) {
        int last = c == cells - 1 ? n : (int) Math.ceil((c + 1) * cellWidth) - 1;
        probability[c] = last == before + 1 ? law.probability(last) : law.probability(before, last);
        before = last;
      }
      Fit.assertFits(seen[k], probability, "token " + k + " of " + n);
      for (int l = 0; l < k; l++) {
        double pk = WEIGHTS[k] / total;
        double pl = WEIGHTS[l] / total;
        if (n * pk * pl < 1) {
          continue; // the mean of products is far from normal
        }
        // Var of the product is about Var Var + Cov^2 when n is large, more for few draws.
        double variance = (double) n * n * pk * pl * ((1 - pk) * (1 - pl) + pk * pl) + n * pk * pl;
        double z = (products[k][l] / draws + n * pk * pl) / Math.sqrt(variance / draws);
        Fit.assertStandard(z, "covariance of " + k + " and " + l);
      }
    }
  }

  @Test
  void jointLawOfThreeTokens() {
    for (int n : new int[] {3, 24}) {
      double[] weights = {0.2, 0.5, 0.3};
      long[] seen = new long[(n + 1) * (n + 1)];
      double[] probability = new double[seen.length];
      for (int a = 0; a <= n; a++) {
        for (int b = 0; a + b <= n; b++) {
          double log = lnFactorial(n) - lnFactorial(a) - lnFactorial(b) - lnFactorial(n - a - b);
          probability[a * (n + 1) + b] =
              Math.exp(log) * Math.pow(0.2, a) * Math.pow(0.5, b) * Math.pow(0.3, n - a - b);
        }
      }
      RandomStream rng = RandomStreams.of(22).open(Purpose.TRIAL, n);
      double[] out = new double[3];
      for (int i = 0; i < 300_000; i++) {
        Multinomial.split(rng, n, weights, 0, 3, new double[3], out);
        seen[((int) out[0]) * (n + 1) + (int) out[1]]++;
      }
      Fit.assertFits(seen, probability, "joint law of " + n);
    }
  }

  @Test
  void tinyTailsKeepTheirShare() {
    // After a token of weight 1 comes a tail of 3e-13, of which the parts are 1 : 2.
    double[] weights = {1, 1e-13, 2e-13};
    RandomStream rng = RandomStreams.of(23).open(Purpose.TRIAL, 0);
    double[] out = new double[3];
    double[] sums = new double[3];
    for (int i = 0; i < 2000; i++) {
      Multinomial.split(rng, 1e15, weights, 0, 3, new double[3], out);
      for (int k = 1; k < 3; k++) {
        sums[k] += out[k];
      }
    }
    // Poisson sums with means 2e5 and 4e5.
    Fit.assertStandard((sums[1] - 2e5) / Math.sqrt(2e5), "first of the tail");
    Fit.assertStandard((sums[2] - 4e5) / Math.sqrt(4e5), "second of the tail");
  }

  @Test
  void arraysOfOneNodeGiveTheSameDraws() {
    double[] weights = {9, 1, 2, 3, 4, 9};
    double[] tails = {0, 10, 9, 7, 4, 0};
    for (double n : new double[] {0, 7, 1000}) {
      RandomStream rng = RandomStreams.of(24).open(Purpose.TRIAL, 0);
      double[] first = {-1, 0, 0, 0, 0, -1};
      double[] second = first.clone();
      Multinomial.split(rng, n, weights, 1, 5, new double[4], first);
      RandomStreams.of(24).rekey(rng, Purpose.TRIAL, 0, 0);
      new MultinomialArray(1)
          .split(rng, new double[] {0, n}, 1, 2, Segments.of(0, 1, 5), 0, weights, tails, second);
      assertArrayEquals(first, second);
      assertEquals(-1, first[0]);
      assertEquals(-1, first[5]);
    }
  }

  @Test
  void singleDrawsFollowTheWeights() {
    RandomStream rng = RandomStreams.of(25).open(Purpose.TRIAL, 0);
    double[] weights = {7, 0, 0.5, 0.25, 0.25, 0, 7};
    long[] seen = new long[5];
    for (int i = 0; i < 300_000; i++) {
      seen[Multinomial.drawOne(rng, weights, 1, 6) - 1]++;
    }
    Fit.assertFits(seen, new double[] {0, 0.5, 0.25, 0.25, 0}, "drawOne");
    for (double n : new double[] {20, 1000}) {
      double[] out = new double[7];
      Multinomial.split(rng, n, weights, 1, 6, new double[5], out);
      assertEquals(0, out[1]);
      assertEquals(0, out[5]);
    }
  }

  /** Weights count by their shares, whatever their sum; the first and the last token come too. */
  @Test
  void weightsHaveAnySum() {
    for (double scale : new double[] {1e-3, 1, 7}) {
      for (int tokens : new int[] {3, 12}) {
        double[] weights = new double[tokens + 2]; // with a stranger at either end
        double[] probability = new double[tokens];
        double total = 0;
        for (int k = 0; k < tokens; k++) {
          total += 1 + k % 3;
        }
        weights[0] = 100;
        weights[tokens + 1] = 100;
        for (int k = 0; k < tokens; k++) {
          weights[k + 1] = scale * (1 + k % 3);
          probability[k] = (1 + k % 3) / total;
        }
        RandomStream rng = RandomStreams.of(26).open(Purpose.TRIAL, tokens);
        double[] out = new double[tokens + 2];
        for (int n = 1; n <= 5; n++) { // odd and even numbers of single draws
          long[] seen = new long[tokens];
          for (int i = 0; i < 12_000 / n; i++) {
            Multinomial.split(rng, n, weights, 1, tokens + 1, new double[tokens], out);
            for (int k = 0; k < tokens; k++) {
              seen[k] += (long) out[k + 1];
            }
          }
          Fit.assertFits(seen, probability, n + " of " + tokens + ", scale " + scale);
        }
        long[] seen = new long[tokens];
        for (int i = 0; i < 12_000; i++) {
          seen[Multinomial.drawOne(rng, weights, 1, tokens + 1) - 1]++;
        }
        Fit.assertFits(seen, probability, "drawOne of " + tokens + ", scale " + scale);
      }
    }
  }

  private static double lnFactorial(int k) {
    return LogGamma.value(k + 1);
  }

  /** One token has all the weight there is, wherever it stands: the others get nothing. */
  @Test
  void nothingIsLeftForTokensWithoutWeight() {
    RandomStream rng = RandomStreams.of(22).open(Purpose.TRIAL, 0);
    for (int tokens : new int[] {2, 3, 9, 10, 20}) {
      for (int heavy = 0; heavy < tokens; heavy++) {
        for (double n : new double[] {0, 1, 4, 5, 16 * tokens, 17 * tokens, 1e6}) {
          double[] weights = new double[tokens + 2];
          Arrays.fill(weights, 1e-300);
          weights[0] = 7; // not one of them
          weights[tokens + 1] = 7;
          weights[1 + heavy] = 0.25;
          double[] out = new double[tokens + 2];
          Arrays.fill(out, -3);
          Multinomial.split(rng, n, weights, 1, tokens + 1, new double[tokens], out);
          double[] expected = new double[tokens + 2];
          expected[0] = -3;
          expected[tokens + 1] = -3;
          expected[1 + heavy] = n;
          assertArrayEquals(expected, out, tokens + " tokens, " + heavy + ", " + n);
        }
      }
    }
  }
}
