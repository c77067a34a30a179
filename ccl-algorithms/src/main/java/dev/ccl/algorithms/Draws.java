package dev.ccl.algorithms;

import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;

/**
 * The named random streams of a run, opened without allocation. Each purpose has one stream, which
 * starts again under another name when it is opened again.
 */
public final class Draws {
  private final RandomStreams streams;
  private final RandomStream[] byPurpose = new RandomStream[Purpose.values().length];

  private Draws(RandomStreams streams) {
    this.streams = streams;
    for (int i = 0; i < byPurpose.length; i++) {
      byPurpose[i] = RandomStream.of(0, 0, 0, 0);
    }
  }

  /**
   * Returns the draws of a run.
   *
   * @param streams its streams
   * @return the draws
   */
  public static Draws of(RandomStreams streams) {
    return new Draws(streams);
  }

  /**
   * Opens a stream.
   *
   * @param purpose what it is for
   * @param round t
   * @return the stream of (purpose, t, 0), good until the purpose is opened again
   */
  public RandomStream open(Purpose purpose, long round) {
    return open(purpose, round, 0);
  }

  /**
   * Opens a stream.
   *
   * @param purpose what it is for
   * @param round t
   * @param index the index within the round
   * @return the stream of that name, good until the purpose is opened again
   */
  public RandomStream open(Purpose purpose, long round, long index) {
    RandomStream stream = byPurpose[purpose.ordinal()];
    streams.rekey(stream, purpose, round, index);
    return stream;
  }

  /**
   * Opens a stream of its own.
   *
   * @param purpose what it is for
   * @param round t
   * @param index the index within the round
   * @return the stream of that name, good for ever
   */
  public RandomStream fresh(Purpose purpose, long round, long index) {
    return streams.open(purpose, round, index);
  }
}
