package dev.ccl.core.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.judge.FalseAlarms;
import org.apache.commons.numbers.gamma.LogGamma;
import org.junit.jupiter.api.Test;

/** Decisions that a sample of any affordable size would not show, one by one. */
class SamplerDecisionsTest {

  private static final long HIGHEST = 0x8000_8000_8000_8000L;

  /** The integer parts of four draws, or of four bounds. */
  private static long[] lanes(long word) {
    return new long[] {
      word & 0x7FFF, word >>> 16 & 0x7FFF, word >>> 32 & 0x7FFF, word >>> 48 & 0x7FFF
    };
  }

  /** A bound is settled, in its lane, if none of the four draws has its integer part. */
  @Test
  void equalIntegerPartsAreNoticed() {
    RandomStream rng = RandomStreams.of(51).open(Purpose.TRIAL, 0);
    int equal = 0;
    for (int trial = 0; trial < 20_000; trial++) {
      long bits = rng.nextLong();
      long bounds = rng.nextLong() & ~HIGHEST;
      if (trial % 2 == 0) { // few values, so that most words have an equal pair
        bits &= 0x8007_8007_8007_8007L;
        bounds &= 0x0007_0007_0007_0007L;
      }
      long expected = HIGHEST;
      for (int lane = 0; lane < 4; lane++) {
        for (long draw : lanes(bits)) {
          if (draw == lanes(bounds)[lane]) {
            expected &= ~(0x8000L << (16 * lane));
          }
        }
      }
      equal += expected == HIGHEST ? 0 : 1;
      assertEquals(expected, PackedDraws.settled(bits, bounds));
    }
    assertTrue(equal > 5_000 && equal < 15_000, "both kinds: " + equal);
  }

  /** The value R from factorials. */
  private static double ratio(double n, double p, double k, double z) {
    double log =
        LogGamma.value(n + 1)
            - LogGamma.value(k + 1)
            - LogGamma.value(n - k + 1)
            + k * StrictMath.log(p)
            + (n - k) * StrictMath.log1p(-p);
    return StrictMath.exp(log + 0.5 * z * z) * Math.sqrt(2 * Math.PI * n * p * (1 - p));
  }

  /** A proposal is accepted if and only if v (1 + a/σ) is at most R. */
  @Test
  void proposalsAreAcceptedUpToTheRatio() {
    double[][] laws = {{150, 0.3}, {160, 0.5}, {1000, 0.05}, {3000, 0.2}, {9000, 0.45}};
    int checked = 0;
    for (double[] law : laws) {
      double n = law[0];
      double p = law[1];
      double q = 1 - p;
      double deviation = Math.sqrt(n * p * q);
      double width = deviation + BinomialNormal.widening(q - p);
      double reach = Math.min(5.5 * deviation, n * p);
      for (double k = Math.ceil(n * p - reach); k <= Math.min(n, n * p + reach); k++) {
        for (double end = -0.45; end <= 0.46; end += 0.3) {
          double z = (k + end - n * p) / width;
          double v = ratio(n, p, k, z) / (1 + BinomialNormal.HAT / deviation);
          if (v < 1e-9 || v > 1 - 1e-7) {
            continue;
          }
          String what = "n = " + n + ", p = " + p + ", k = " + k + ", z = " + z;
          assertTrue(BinomialNormal.accepts(n, p, q, deviation, k, z, v * (1 - 1e-8)), what);
          assertFalse(BinomialNormal.accepts(n, p, q, deviation, k, z, v * (1 + 1e-8)), what);
          checked++;
        }
      }
    }
    assertTrue(checked > 2_000, "decisions: " + checked);
  }

  @Test
  void impossibleCountsAreNotAccepted() {
    double n = 150;
    double p = 0.3;
    double deviation = Math.sqrt(n * p * 0.7);
    for (double v : new double[] {0, 1e-300, 0.5}) {
      assertFalse(BinomialNormal.accepts(n, p, 0.7, deviation, -1, -5, v), "below 0");
      assertFalse(BinomialNormal.accepts(n, p, 0.7, deviation, n + 1, 7, v), "above n");
    }
    // The last proposals in range, and the first ones out of it, with k = round(45 + 6.45 z).
    assertTrue(BinomialNormal.accepts(n, p, 0.7, deviation, 93, 7.4, 0));
    assertFalse(BinomialNormal.accepts(n, p, 0.7, deviation, 94, 7.6, 0));
  }

  @Test
  void allTrialsMaySucceedOrFail() {
    double deviation = Math.sqrt(300 * 0.9 * 0.1);
    assertTrue(BinomialNormal.accepts(300, 0.9, 0.1, deviation, 300, 4.6, 0));
    deviation = Math.sqrt(70 * 0.1 * 0.9);
    assertTrue(BinomialNormal.accepts(70, 0.1, 0.9, deviation, 0, -1.9, 0));
  }

  /**
   * The exact test is rare: two in three proposals, then nearly all others, need none. At the
   * smallest deviation the shares are 0.758 and 0.996, ten standard errors above the bounds.
   */
  @Test
  void squeezesSettleMost() {
    RandomStream rng = RandomStreams.of(52).open(Purpose.TRIAL, 0);
    FalseAlarms.declare(1e-14);
    for (double[] law : new double[][] {{200, 0.2}, {1000, 0.5}, {3000, 0.2}, {100_000, 0.01}}) {
      double n = law[0];
      double p = law[1];
      double q = 1 - p;
      double deviation = Math.sqrt(n * p * q);
      double widening = BinomialNormal.widening(q - p);
      int bySqueeze = 0;
      int bySeries = 0;
      int proposals = 2000;
      for (int i = 0; i < proposals; i++) {
        double z = Normal.draw(rng);
        double v = rng.nextDouble();
        double y = n * p + (deviation + widening) * z;
        double k = Math.rint(y);
        double offset = k - y + 0.5 * (q - p);
        double level = v * (1 + BinomialNormal.HAT / deviation);
        if (BinomialNormal.isSqueezed(z, v, offset, deviation, widening, q - p)) {
          bySqueeze++;
        }
        int settled = BinomialNormal.bySeries(n, p, q, deviation, k, z, level);
        bySeries += Math.abs(settled);
      }
      String what = "n = " + n + ", p = " + p + ": ";
      assertTrue(bySqueeze > 0.66 * proposals, what + bySqueeze);
      assertTrue(bySeries > 0.98 * proposals, what + bySeries);
    }
  }

  /** A stream whose first number is u, a multiple of 1/4: its first word is that of s3, turned. */
  private static RandomStream startingWith(double u) {
    long word = (long) (4 * u) << 62;
    RandomStream stream = RandomStream.ofState(0, 1, 0, Long.rotateRight(word, 23));
    assertEquals(u, RandomStream.ofState(0, 1, 0, Long.rotateRight(word, 23)).nextDouble());
    return stream;
  }

  /** A number on the bound between two tokens belongs to the later one; 0 to no empty token. */
  @Test
  void numbersOnABoundBelongToTheNextToken() {
    double[] weights = {9, 0, 0.5, 0, 0.5, 0, 9};
    double[][] cases = {{0, 2}, {0.25, 2}, {0.5, 4}, {0.75, 4}};
    for (double[] known : cases) {
      String what = "u = " + known[0];
      assertEquals(known[1], Multinomial.drawOne(startingWith(known[0]), weights, 1, 6), what);
    }
    // Single draws count from the other end: u below the last tails is a token at the end.
    double[] last = {4, 4, 2, 2};
    for (int i = 0; i < 4; i++) {
      double[] out = new double[7];
      Multinomial.split(startingWith(0.25 * i), 1, weights, 1, 6, new double[5], out);
      assertEquals(1, out[(int) last[i]], "u = " + 0.25 * i);
    }
  }
}
