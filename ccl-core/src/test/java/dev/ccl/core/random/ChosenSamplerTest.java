package dev.ccl.core.random;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.math.Segments;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Which way of drawing is taken where. The law does not depend on it, but every seeded run does, so
 * the switches stay where they are.
 */
class ChosenSamplerTest {
  private static RandomStream stream() {
    return RandomStreams.of(61).open(Purpose.TRIAL, 0);
  }

  /** A trial of probability 1/4 succeeds if the first two binary digits of a number are 0. */
  @Test
  void upToSixtyFourTrialsShareWords() {
    RandomStream words = stream();
    long first = words.nextLong();
    long both = ~(first | words.nextLong());
    assertEquals(Long.bitCount(both), Binomial.draw(stream(), 64, 0.25, 0.75));
    for (int n = 1; n < 64; n++) { // the lowest n bits
      long some = both & ((1L << n) - 1);
      assertEquals(Long.bitCount(some), Binomial.draw(stream(), n, 0.25, 0.75));
    }
    assertEquals(64 - Long.bitCount(both), Binomial.draw(stream(), 64, 0.75, 0.25));
  }

  /** From a variance of 16 on the normal law comes first, for p up to 15/16 without a swap. */
  @Test
  void largeVariancesAreDrawnFromTheNormalLaw() {
    for (double[] law : new double[][] {{64, 0.5}, {1000, 0.9}, {4096, 0.9375}}) {
      double n = law[0];
      double p = law[1];
      double expected = BinomialNormal.draw(stream(), n, p, 1 - p, Math.sqrt(n * p * (1 - p)));
      assertEquals(expected, Binomial.draw(stream(), n, p, 1 - p), "n = " + n);
    }
    double swapped = BinomialNormal.draw(stream(), 1000, 0.05, 0.95, Math.sqrt(47.5));
    assertEquals(1000 - swapped, Binomial.draw(stream(), 1000, 0.95, 0.05));
  }

  @Test
  void fewDrawsPerTokenAreSingle() {
    assertTrue(Multinomial.areFew(1e15, 1));
    assertTrue(Multinomial.areFew(9 * 17 - 1, 9));
    assertFalse(Multinomial.areFew(9 * 17, 9));
    assertTrue(Multinomial.areFew(10 * 11 - 1, 10));
    assertFalse(Multinomial.areFew(10 * 11, 10));
  }

  /** Packed draws take a word for four draws, others one each. */
  @Test
  void atLeastFiveDrawsOfAtMostNineTokensArePacked() {
    assertEquals(4, words(4, 3));
    assertEquals(2, words(5, 3));
    assertEquals(2, words(8, 9));
    assertEquals(8, words(8, 10));
  }

  /** How many words it takes to draw n times one of some tokens. */
  private static int words(int n, int tokens) {
    double[] tails = new double[tokens];
    Arrays.setAll(tails, k -> (tokens - k) / (double) tokens);
    RandomStream used = stream();
    Multinomial.singles(used, n, tails, 0, 0, tokens, new double[tokens]);
    long next = used.nextLong();
    RandomStream fresh = stream();
    int words = 0;
    while (fresh.nextLong() != next) {
      words++;
    }
    return words;
  }

  /** Eighty draws of four tokens are many, also where the tokens do not begin at 0. */
  @Test
  void nodesAreSplitLikeOneAndThoseWithoutDrawsLeftAlone() {
    double[] weights = {9, 9, 1, 2, 3, 4};
    double[] tails = {9, 9, 10, 9, 7, 4};
    double[] expected = new double[6];
    Multinomial.split(stream(), 80, weights, 2, 6, new double[4], expected);
    double[] out = {-1, -1, 0, 0, 0, 0};
    new MultinomialArray(2)
        .split(stream(), new double[] {0, 80}, 0, 2, Segments.of(0, 2, 6), 0, weights, tails, out);
    expected[0] = -1;
    expected[1] = -1;
    assertArrayEquals(expected, out);
  }
}
