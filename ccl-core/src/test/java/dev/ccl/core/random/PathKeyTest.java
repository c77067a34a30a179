package dev.ccl.core.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Names of paths, by other implementations of their two finalisers, and the streams they name. */
class PathKeyTest {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;
  private static final BigInteger WORD = BigInteger.ONE.shiftLeft(64);

  /** The library's generator adds 2^64 over the golden ratio and finalises. */
  private static long splitMix(long z) {
    return new SplittableRandom(z - GOLDEN).nextLong();
  }

  /** The finaliser of MurmurHash3 in arithmetic without a word size. */
  private static long murmur(long word) {
    BigInteger z = new BigInteger(Long.toUnsignedString(word));
    for (String factor : List.of("ff51afd7ed558ccd", "c4ceb9fe1a85ec53", "1")) {
      z = z.xor(z.shiftRight(33)).multiply(new BigInteger(factor, 16)).mod(WORD);
    }
    return z.longValue();
  }

  @Test
  void eachHalfHasItsFinaliser() {
    PathKey key = new PathKey(0x0123456789abcdefL, -5);
    for (int word : new int[] {0, 1, 7, 70_000, Integer.MAX_VALUE, -1}) {
      PathKey next = key.then(word);
      assertEquals(splitMix(key.first() + 1 + word), next.first());
      assertEquals(murmur((key.second() + 1) ^ word), next.second());
      key = next;
    }
  }

  /** A root's key is that of the path of its characters, with -1 behind each text. */
  @Test
  void textsDoNotFlowTogether() {
    PathKey empty = PathKey.of();
    assertEquals(empty.then('a').then('b').then(-1).then('c').then(-1), PathKey.of("ab", "c"));
    assertEquals(empty.then(-1), PathKey.of(""));
    assertNotEquals(PathKey.of("a", "bc"), PathKey.of("ab", "c"));
    assertNotEquals(empty.first(), empty.second());
  }

  @Test
  void differentPathsHaveDifferentKeys() {
    Set<Long> first = new HashSet<>();
    Set<Long> second = new HashSet<>();
    for (int a = 0; a < 100; a++) {
      for (int b = 0; b < 100; b++) {
        PathKey key = PathKey.of("x").then(a).then(b);
        assertTrue(first.add(key.first()) & second.add(key.second()), a + ", " + b);
      }
    }
  }

  private static long firstWord(
      RandomStreams streams, Purpose purpose, long round, long update, PathKey path) {
    RandomStream stream = RandomStream.of(0, 0, 0, 0);
    streams.rekey(stream, purpose, round, update, path);
    return stream.nextLong();
  }

  /** The two chains of a name take one half of the path each, and the update both. */
  @Test
  void pathsNameStreams() {
    RandomStreams streams = RandomStreams.of(9);
    PathKey path = PathKey.of("x").then(3);
    long round = 12;
    long update = 5;
    long chainA = splitMix(splitMix(splitMix(9 + GOLDEN) + Purpose.COMPLETION.code()) + round);
    long chainB = murmur(murmur(murmur(9 ^ GOLDEN) ^ Purpose.COMPLETION.code()) ^ round);
    long a = splitMix(chainA + path.first() + update) + GOLDEN;
    long b = murmur(chainB ^ path.second() ^ Long.reverse(update)) + GOLDEN;
    RandomStream expected =
        RandomStream.ofState(splitMix(a), splitMix(a + GOLDEN), splitMix(b), splitMix(b + GOLDEN));
    RandomStream actual = RandomStream.of(0, 0, 0, 0);
    streams.rekey(actual, Purpose.COMPLETION, round, update, path);
    for (int i = 0; i < 4; i++) { // the first word does not show the whole state
      assertEquals(expected.nextLong(), actual.nextLong());
    }
    Set<Long> words = new HashSet<>();
    words.add(firstWord(streams, Purpose.COMPLETION, 12, 5, path));
    words.add(firstWord(streams, Purpose.TRIAL, 12, 5, path));
    words.add(firstWord(streams, Purpose.COMPLETION, 13, 5, path));
    words.add(firstWord(streams, Purpose.COMPLETION, 12, 6, path));
    words.add(firstWord(streams, Purpose.COMPLETION, 12, 5, path.then(0)));
    words.add(firstWord(RandomStreams.of(10), Purpose.COMPLETION, 12, 5, path));
    assertEquals(6, words.size());
  }

  /** Texts are words of 16 bits, as Java keeps them, also beyond the first 128 and 65536 signs. */
  @Test
  void textsOfAnyScript() {
    PathKey empty = PathKey.of();
    assertEquals(empty.then(0xe9).then(0x3bb).then(-1), PathKey.of("\u00e9\u03bb"));
    assertEquals(empty.then(0xd83d).then(0xde00).then(-1), PathKey.of("\ud83d\ude00"));
  }

  /** No part of a name is cut to 32 bits. */
  @Test
  void roundsAndUpdatesHaveSixtyFourBits() {
    RandomStreams streams = RandomStreams.of(9);
    PathKey path = PathKey.of("x");
    Set<Long> words = new HashSet<>();
    for (long more : new long[] {0, 1L << 32, 1L << 40, Long.MIN_VALUE}) {
      words.add(firstWord(streams, Purpose.TRIAL, 3, 5 + more, path));
    }
    for (long more : new long[] {1L << 32, 1L << 40, Long.MIN_VALUE}) {
      words.add(firstWord(streams, Purpose.TRIAL, 3 + more, 5, path));
    }
    assertEquals(7, words.size());
  }
}
