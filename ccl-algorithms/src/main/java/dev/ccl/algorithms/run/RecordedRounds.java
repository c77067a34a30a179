package dev.ccl.algorithms.run;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.base.Joiner;
import com.google.common.primitives.ImmutableLongArray;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * The rounds at which a run is looked at: an increasing list that begins with 0, before anything
 * has happened, and ends with T, the last round of the run.
 */
public final class RecordedRounds {
  /** Ten steps a decade, each about a quarter larger than the one before. */
  private static final long[] STEPS = {10, 12, 15, 20, 25, 30, 40, 50, 60, 80};

  private final ImmutableLongArray rounds;

  private RecordedRounds(ImmutableLongArray rounds) {
    this.rounds = rounds;
  }

  /**
   * Returns rounds evenly spread on a logarithmic scale: 0, 1, …, 10, 12, 15, 20, 25, 30, 40, 50,
   * 60, 80, 100, 120, … and T.
   *
   * @param last T, at least 1
   * @return the rounds
   */
  public static RecordedRounds logarithmic(long last) {
    LongStream.Builder rounds = LongStream.builder();
    LongStream.range(1, 10).forEach(rounds::add);
    for (long decade = 1; decade <= last / 10; decade *= 10) {
      for (long step : STEPS) {
        if (step <= last / decade) {
          rounds.add(step * decade);
        }
      }
    }
    return of(rounds.build().filter(r -> r < last).toArray(), last);
  }

  /**
   * Returns chosen rounds, to which 0 and T are added.
   *
   * @param chosen rounds from 0 to T in any order; read
   * @param last T, at least 1
   * @return the rounds
   */
  public static RecordedRounds of(long[] chosen, long last) {
    checkArgument(last >= 1, "the last round is %s, not at least 1", last);
    for (long round : chosen) {
      checkArgument(
          round >= 0 && round <= last, "recorded round %s is not between 0 and %s", round, last);
    }
    long[] all = Arrays.copyOf(chosen, chosen.length + 2); // its last but one is 0
    all[all.length - 1] = last;
    return new RecordedRounds(
        ImmutableLongArray.copyOf(Arrays.stream(all).sorted().distinct().toArray()));
  }

  /** {@return all recorded rounds; an increasing list from 0 to T} */
  public ImmutableLongArray all() {
    return rounds;
  }

  /** {@return the last round, T} */
  public long last() {
    return rounds.get(rounds.length() - 1);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RecordedRounds && ((RecordedRounds) other).rounds.equals(rounds);
  }

  @Override
  public int hashCode() {
    return rounds.hashCode();
  }

  @Override
  public String toString() {
    return Joiner.on(',').join(rounds.asList());
  }
}
