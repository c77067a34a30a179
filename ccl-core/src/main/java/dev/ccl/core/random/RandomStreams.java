package dev.ccl.core.random;

/**
 * The random streams of a root seed, an immutable value.
 *
 * <p>A stream is determined by (root seed, purpose, round, index). There is no default seed.
 */
public final class RandomStreams {

  private final long rootSeed;
  private final long[] first; // of each purpose: the chains of its streams' names so far
  private final long[] second;

  private RandomStreams(long rootSeed) {
    this.rootSeed = rootSeed;
    Purpose[] purposes = Purpose.values();
    this.first = new long[purposes.length];
    this.second = new long[purposes.length];
    for (Purpose purpose : purposes) {
      first[purpose.ordinal()] = RandomStream.firstChain(rootSeed, purpose.code());
      second[purpose.ordinal()] = RandomStream.secondChain(rootSeed, purpose.code());
    }
  }

  /**
   * Creates the streams of a root seed.
   *
   * @param rootSeed any number
   * @return the streams
   */
  public static RandomStreams of(long rootSeed) {
    return new RandomStreams(rootSeed);
  }

  /** {@return the root seed} */
  public long rootSeed() {
    return rootSeed;
  }

  /**
   * Opens the stream with index 0 of a purpose in a round.
   *
   * @param purpose what it is for
   * @param round round
   * @return a new stream
   */
  public RandomStream open(Purpose purpose, long round) {
    return open(purpose, round, 0);
  }

  /**
   * Opens a stream.
   *
   * @param purpose what it is for
   * @param round round
   * @param index index within the round
   * @return a new stream
   */
  public RandomStream open(Purpose purpose, long round, long index) {
    return RandomStream.of(rootSeed, purpose.code(), round, index);
  }

  /**
   * Makes an existing stream start again under another name, without allocation.
   *
   * @param stream overwritten
   * @param purpose what it is for
   * @param round round
   * @param index index within the round
   */
  public void rekey(RandomStream stream, Purpose purpose, long round, long index) {
    int at = purpose.ordinal();
    stream.keyFrom(first[at], second[at], round, index);
  }

  /**
   * Makes an existing stream start again under a name whose index is a path, without allocation.
   * Among N paths of a round two share a stream with probability about N^2/2^129.
   *
   * @param stream overwritten
   * @param purpose what it is for
   * @param round round
   * @param update update within the round
   * @param path index within the update
   */
  public void rekey(RandomStream stream, Purpose purpose, long round, long update, PathKey path) {
    int at = purpose.ordinal();
    stream.keyFrom(
        first[at], second[at], round, path.first() + update, path.second() ^ Long.reverse(update));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RandomStreams streams && streams.rootSeed == rootSeed;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(rootSeed);
  }

  @Override
  public String toString() {
    return "RandomStreams[rootSeed=" + rootSeed + "]";
  }
}
