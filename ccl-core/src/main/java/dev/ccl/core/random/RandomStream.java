package dev.ccl.core.random;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * A stream of random bits: the generator xoshiro256++ (Blackman and Vigna, "Scrambled linear
 * pseudorandom number generators", ACM Transactions on Mathematical Software 47, 2021) with a state
 * that can be set by name.
 *
 * <p>{@link #key} turns (root seed, purpose, round, index) into the 256 bits of state and allocates
 * nothing, so one object serves any number of names in turn. An object belongs to one thread.
 *
 * <p>The bits of the state are 128 bits of hash of the name, expanded. Among N names two share a
 * stream with probability about N^2/2^129; two streams of 2^64 numbers each overlap with
 * probability about 2^-191.
 */
public final class RandomStream implements UniformRandomProvider {

  /**
   * 2^64 over the golden ratio: the step of the counters of SplitMix64 (Steele, Lea and Flood,
   * "Fast splittable pseudorandom number generators", OOPSLA 2014).
   */
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private static final double DOUBLE_UNIT = 0x1p-53;

  private long s0;
  private long s1;
  private long s2;
  private long s3;

  private RandomStream(long s0, long s1, long s2, long s3) {
    this.s0 = s0;
    this.s1 = s1;
    this.s2 = s2;
    this.s3 = s3;
  }

  /**
   * Creates a stream by name.
   *
   * @param rootSeed seed of the run
   * @param purpose code of the purpose
   * @param round round
   * @param index index within the round
   * @return a new stream
   */
  public static RandomStream of(long rootSeed, int purpose, long round, long index) {
    RandomStream stream = new RandomStream(0, 0, 0, 0);
    stream.key(rootSeed, purpose, round, index);
    return stream;
  }

  /**
   * Creates a stream with a given state.
   *
   * @param s0 first word
   * @param s1 second word
   * @param s2 third word
   * @param s3 fourth word
   * @return a new stream
   * @throws IllegalArgumentException if all words are 0
   */
  static RandomStream ofState(long s0, long s1, long s2, long s3) {
    if ((s0 | s1 | s2 | s3) == 0) {
      throw new IllegalArgumentException("state of xoshiro256++: all four words are 0");
    }
    return new RandomStream(s0, s1, s2, s3);
  }

  /**
   * Sets the state from a name; the past of this object has no influence.
   *
   * @param rootSeed seed of the run
   * @param purpose code of the purpose
   * @param round round
   * @param index index within the round
   */
  void key(long rootSeed, int purpose, long round, long index) {
    keyFrom(firstChain(rootSeed, purpose), secondChain(rootSeed, purpose), round, index);
  }

  // Two chains with different finalisers absorb the words of a name one by one. Each step is a
  // bijection of the chain for a given word, and of the word for a given chain.

  /** The first chain after root seed and purpose. */
  static long firstChain(long rootSeed, int purpose) {
    return mixA(mixA(rootSeed + GOLDEN) + purpose);
  }

  /** The second chain after root seed and purpose. */
  static long secondChain(long rootSeed, int purpose) {
    return mixB(mixB(rootSeed ^ GOLDEN) ^ purpose);
  }

  /** Sets the state from both chains after root seed and purpose, and the rest of a name. */
  void keyFrom(long first, long second, long round, long index) {
    keyFrom(first, second, round, index, index);
  }

  /** Does the same with an index of 128 bits, one half for each chain. */
  void keyFrom(long first, long second, long round, long upper, long lower) {
    long a = mixA(mixA(first + round) + upper) + GOLDEN;
    long b = mixB(mixB(second ^ round) ^ lower) + GOLDEN;
    // Each pair of words is a bijection of two different counters, so no pair is (0, 0).
    s0 = mixA(a);
    s1 = mixA(a + GOLDEN);
    s2 = mixA(b);
    s3 = mixA(b + GOLDEN);
  }

  /**
   * The finaliser of SplitMix64: variant 13 of Stafford, "Better bit mixing: improving on
   * MurmurHash3's 64-bit finalizer", 2011.
   */
  static long mixA(long z) {
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /** The 64-bit finaliser of MurmurHash3 (Appleby, 2011). */
  static long mixB(long z) {
    z = (z ^ (z >>> 33)) * 0xff51afd7ed558ccdL;
    z = (z ^ (z >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return z ^ (z >>> 33);
  }

  /** {@return the next 64 random bits} */
  @Override
  public long nextLong() {
    long a = s0;
    long b = s1;
    long c = s2 ^ a;
    long d = s3 ^ b;
    long result = Long.rotateLeft(a + s3, 23) + a;
    s1 = b ^ c;
    s0 = a ^ d;
    s2 = c ^ (b << 17);
    s3 = Long.rotateLeft(d, 45);
    return result;
  }

  /** {@return 32 random bits, the upper half of the next word} */
  @Override
  public int nextInt() {
    return (int) (nextLong() >>> 32);
  }

  /** {@return one random bit, the highest of the next word} */
  @Override
  public boolean nextBoolean() {
    return nextLong() < 0;
  }

  /** {@return a uniform multiple of 2^-53 in [0, 1), from the next word} */
  @Override
  public double nextDouble() {
    return (nextLong() >>> 11) * DOUBLE_UNIT;
  }

  /**
   * {@return a uniform odd multiple of 2^-53 in (0, 1), from the next word: never 0, symmetric
   * about 1/2}
   */
  public double nextOpenDouble() {
    return ((nextLong() >>> 12) + 0.5) * 0x1p-52;
  }

  /**
   * Returns a uniform integer below n, without bias.
   *
   * <p>The upper half of the 64-bit product of n and 32 random bits; the few products whose lower
   * half would give some integers one more chance are rejected.
   *
   * @param n bound, positive
   * @return an integer in [0, n)
   * @throws IllegalArgumentException if n is not positive
   */
  public int nextBelow(int n) {
    if (n <= 0) {
      throw new IllegalArgumentException("bound " + n + " is not positive");
    }
    long product = (nextLong() >>> 32) * n;
    if ((product & 0xffff_ffffL) < n) {
      long excess = 0x1_0000_0000L % n;
      while ((product & 0xffff_ffffL) < excess) {
        product = (nextLong() >>> 32) * n;
      }
    }
    return (int) (product >>> 32);
  }

  /**
   * Returns a uniform integer below n, without bias; the same as {@link #nextBelow}.
   *
   * @param n bound, positive
   * @return an integer in [0, n)
   */
  @Override
  public int nextInt(int n) {
    return nextBelow(n);
  }
}
