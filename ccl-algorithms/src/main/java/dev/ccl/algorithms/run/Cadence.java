package dev.ccl.algorithms.run;

import static com.google.common.base.Preconditions.checkArgument;

import java.time.Duration;

/** How often a run in progress is kept. No result depends on it. */
public final class Cadence {
  /** Only when a replicate ends or is stopped. */
  public static final Cadence AT_THE_END = new Cadence(Long.MAX_VALUE, Long.MAX_VALUE);

  private final long rounds;
  private final long nanoseconds;

  private Cadence(long rounds, long nanoseconds) {
    this.rounds = rounds;
    this.nanoseconds = nanoseconds;
  }

  /**
   * Returns a cadence by rounds.
   *
   * @param rounds after how many rounds, at least 1
   * @return the cadence
   */
  public static Cadence everyRounds(long rounds) {
    checkArgument(rounds >= 1, "a checkpoint every %s rounds: not at least 1", rounds);
    return new Cadence(rounds, Long.MAX_VALUE);
  }

  /**
   * Returns a cadence by time.
   *
   * @param time after how long
   * @return the cadence
   */
  public static Cadence every(Duration time) {
    return new Cadence(Long.MAX_VALUE, time.toNanos());
  }

  /** The number of rounds from this one to the next that may not be passed by. */
  long stretch(long round) {
    return rounds - round % rounds;
  }

  /** Whether to keep a replicate that was last kept so many nanoseconds ago. */
  boolean due(long round, long age) {
    return round % rounds == 0 || age >= nanoseconds;
  }

  /** {@return when a run is kept, in words; a part of a sentence} */
  @Override
  public String toString() {
    if (rounds < Long.MAX_VALUE) {
      return "every " + rounds + " rounds";
    }
    return nanoseconds < Long.MAX_VALUE ? "every " + nanoseconds / 1e9 + " seconds" : "at the end";
  }
}
