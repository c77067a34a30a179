package dev.ccl.core.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class RandomStreamTest {

  /** Names that differ from one to the next in one coordinate by 1. */
  private interface Name {
    void key(RandomStream stream, int i);
  }

  private static final Name[] WALKS = {
    (stream, i) -> stream.key(i, 1, 0, 0),
    (stream, i) -> stream.key(42, i, 0, 0),
    (stream, i) -> stream.key(42, 1, i, 0),
    (stream, i) -> stream.key(42, 1, 7, i),
    (stream, i) -> stream.key(i, i, i, i),
    (stream, i) -> stream.key(42, 1, 1L << (i & 63), 1L << (i >> 6)),
  };

  @Test
  void sameSequenceAsTheLibrarysGenerator() {
    long[] state = {0x0123456789abcdefL, -1L, 0x5555555555555555L, 4};
    UniformRandomProvider library = RandomSource.XO_SHI_RO_256_PP.create(state);
    RandomStream stream = RandomStream.ofState(state[0], state[1], state[2], state[3]);
    for (int i = 0; i < 10_000; i++) {
      assertEquals(library.nextLong(), stream.nextLong());
    }
    for (int i = 0; i < 1000; i++) {
      assertEquals(library.nextDouble(), stream.nextDouble());
    }
  }

  @Test
  void keyedSequencesAreFixedForEver() {
    // Made by this code at its first release: a change alters every seeded run.
    assertEquals(0xd01b9be0d168beaeL, RandomStreams.of(1).open(Purpose.SOURCE_INDEX, 0).nextLong());
    assertEquals(
        0x8c6c97db08c6dc48L, RandomStreams.of(-7).open(Purpose.EXPLORATION, 99, 3).nextLong());
  }

  @Test
  void purposesHaveDifferentPositiveCodes() {
    Set<Integer> codes = new HashSet<>();
    for (Purpose purpose : Purpose.values()) {
      assertTrue(purpose.code() > 0);
      assertTrue(codes.add(purpose.code()), () -> purpose + " has the code of another");
    }
  }

  @Test
  void keyForgetsThePast() {
    RandomStreams streams = RandomStreams.of(11);
    RandomStream used = streams.open(Purpose.ACCEPTANCE, 5);
    used.nextLong();
    streams.rekey(used, Purpose.COMPLETION, 6, 7);
    RandomStream fresh = streams.open(Purpose.COMPLETION, 6, 7);
    for (int i = 0; i < 10; i++) {
      assertEquals(fresh.nextLong(), used.nextLong());
    }
  }

  /**
   * The number of equal bits of the j-th words of two neighbouring names is binomial (64, 1/2) if
   * they are independent. For each walk and word one sum over the names, 8 standard errors (1.3e-15
   * each), and the counts of each of the 64 bits.
   */
  @Test
  void neighbouringNamesShowNoCorrelation() {
    int names = 4096;
    RandomStream stream = RandomStream.of(0, 0, 0, 0);
    for (int walk = 0; walk < WALKS.length; walk++) {
      int words = 8;
      long[] previous = new long[words];
      long[] equal = new long[words];
      long[][] ones = new long[words][64];
      for (int i = 0; i < names; i++) {
        WALKS[walk].key(stream, i);
        for (int j = 0; j < words; j++) {
          long word = stream.nextLong();
          if (i > 0) {
            equal[j] += Long.bitCount(~(word ^ previous[j]));
          }
          for (int bit = 0; bit < 64; bit++) {
            ones[j][bit] += (word >>> bit) & 1;
          }
          previous[j] = word;
        }
      }
      for (int j = 0; j < words; j++) {
        double bits = 64.0 * (names - 1);
        Fit.assertStandard((equal[j] - bits / 2) / Math.sqrt(bits / 4), "walk " + walk);
        for (int bit = 0; bit < 64; bit++) {
          double z = (ones[j][bit] - names / 2.0) / Math.sqrt(names / 4.0);
          Fit.assertStandard(z, "walk " + walk + ", bit " + bit);
        }
      }
    }
  }

  /** The liar: seeds in sequence without mixing, the test above in small. */
  @Test
  void unmixedStatesWouldBeSeen() {
    long equal = 0;
    for (int i = 1; i < 4096; i++) {
      long a = RandomStream.ofState(i, 1, 1, 1).nextLong();
      long b = RandomStream.ofState(i + 1, 1, 1, 1).nextLong();
      equal += Long.bitCount(~(a ^ b));
    }
    double bits = 64.0 * 4095;
    assertTrue(Math.abs(equal - bits / 2) / Math.sqrt(bits / 4) > 7.5);
  }

  @Test
  void manyNamesGiveDifferentFirstWords() {
    // 3e5 words of 64 bits: some pair is equal with probability 2.4e-9.
    Set<Long> first = new HashSet<>();
    RandomStream stream = RandomStream.of(0, 0, 0, 0);
    int count = 0;
    for (int purpose = 1; purpose <= 10; purpose++) {
      for (int round = 0; round < 1000; round++) {
        for (int index = 0; index < 30; index++) {
          stream.key(5, purpose, round, index);
          first.add(stream.nextLong());
          count++;
        }
      }
    }
    assertEquals(count, first.size());
  }

  @Test
  void zeroStateIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> RandomStream.ofState(0, 0, 0, 0));
    for (int i = 0; i < 4; i++) { // one word is enough
      RandomStream stream =
          RandomStream.ofState(i == 0 ? 1 : 0, i == 1 ? 1 : 0, i == 2 ? 1 : 0, i == 3 ? 1 : 0);
      boolean seen = false;
      for (int j = 0; j < 3; j++) {
        seen |= stream.nextLong() != 0;
      }
      assertTrue(seen);
    }
  }

  /** Every kind of number takes one word, from its upper end. */
  @Test
  void numbersAreTheUpperBitsOfWords() {
    RandomStream words = RandomStreams.of(9).open(Purpose.TRIAL, 1);
    RandomStream numbers = RandomStreams.of(9).open(Purpose.TRIAL, 1);
    for (int i = 0; i < 200; i++) {
      assertEquals((int) (words.nextLong() >> 32), numbers.nextInt());
      assertEquals(words.nextLong() < 0, numbers.nextBoolean());
      double halves = (words.nextLong() >>> 12) * 2.0 + 1; // odd multiples of 2^-53
      assertEquals(halves / 0x1p53, numbers.nextOpenDouble());
    }
  }

  @Test
  void uniformNumbersFillTheirInterval() {
    RandomStream stream = RandomStreams.of(6).open(Purpose.TRIAL, 0);
    long[] closed = new long[1000];
    long[] open = new long[1000];
    for (int i = 0; i < 1_000_000; i++) {
      closed[(int) (stream.nextDouble() * 1000)]++;
      double u = stream.nextOpenDouble();
      assertTrue(u > 0 && u < 1);
      open[(int) (u * 1000)]++;
    }
    Fit.assertUniform(closed, "nextDouble");
    Fit.assertUniform(open, "nextOpenDouble");
  }

  @Test
  void integersBelowABoundAreUnbiased() {
    RandomStream stream = RandomStreams.of(7).open(Purpose.TRIAL, 1);
    for (int n : new int[] {1, 2, 3, 7, 100}) {
      long[] counts = new long[n];
      for (int i = 0; i < 200_000; i++) {
        counts[stream.nextBelow(n)]++;
      }
      Fit.assertUniform(counts, "below " + n);
    }
    // Without rejection two thirds of the numbers below 3 * 2^30 / 2 would come 1.5 times as often.
    int n = 3 << 29;
    long[] residues = new long[3];
    for (int i = 0; i < 300_000; i++) {
      residues[stream.nextInt(n) % 3]++;
    }
    Fit.assertUniform(residues, "below 3 * 2^29");
    assertThrows(IllegalArgumentException.class, () -> stream.nextBelow(0));
  }

  @Test
  void streamsAreToldApartByTheirSeed() {
    RandomStreams streams = RandomStreams.of(-5);
    assertEquals(-5, streams.rootSeed());
    assertEquals(RandomStreams.of(-5), streams);
    assertEquals(RandomStreams.of(-5).hashCode(), streams.hashCode());
    assertNotEquals(RandomStreams.of(5), streams);
    assertNotEquals(RandomStreams.of(-5 + (1L << 32)), streams);
    assertNotEquals(streams, null);
    assertNotEquals(streams, -5L);
    assertEquals("RandomStreams[rootSeed=-5]", streams.toString());
  }

  @Test
  void boundsBelowZeroAreRefused() {
    RandomStream stream = RandomStreams.of(7).open(Purpose.TRIAL, 2);
    for (int n : new int[] {-1, Integer.MIN_VALUE}) {
      assertThrows(IllegalArgumentException.class, () -> stream.nextBelow(n));
      assertThrows(IllegalArgumentException.class, () -> stream.nextInt(n));
    }
  }
}
