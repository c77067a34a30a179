package dev.ccl.algorithms.run;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableLongArray;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Ledger;
import dev.ccl.core.growing.StateCounts;
import java.math.BigInteger;

/**
 * The run of one seed, as far as it has come.
 *
 * @param state how far it is
 * @param record one snapshot for each recorded round that it has completed, in order
 * @param stateCounts what it has cost to know the states of growing forests, over all parts of the
 *     run. It belongs to how the run was done and not to its result: one that was interrupted asks
 *     again
 */
public record Replicate(
    LearnerState state, ImmutableList<Snapshot> record, StateCounts stateCounts) {
  /**
   * Returns a run on whole forests.
   *
   * @param state where it stands
   * @param record one snapshot for each recorded round that it has completed, in order
   */
  public Replicate(LearnerState state, ImmutableList<Snapshot> record) {
    this(state, record, StateCounts.NONE);
  }

  /** {@return the seed; the root seed of all its random streams} */
  public long seed() {
    return state.seed();
  }

  /**
   * Returns the ledger of the run: that of its state and, on growing forests, what it has cost to
   * know them.
   *
   * @return names with their values, {@link Ledger#entries} first
   */
  public ImmutableMap<String, BigInteger> ledger() {
    ImmutableMap.Builder<String, BigInteger> entries = ImmutableMap.builder();
    entries.putAll(state.ledger().entries());
    if (!stateCounts.equals(StateCounts.NONE)) {
      stateCounts.entries().forEach((name, count) -> entries.put(name, BigInteger.valueOf(count)));
    }
    return entries.buildOrThrow();
  }

  /**
   * Tells whether no round is to follow.
   *
   * @param recorded the recorded rounds of the run
   * @return whether it is at the last one, or has ended by itself
   */
  public boolean isFinished(RecordedRounds recorded) {
    return state.round() == recorded.last() || state.isOver();
  }

  /** Checks that the record is that of a run with the given recorded rounds. */
  void requireRecordOf(RecordedRounds recorded) {
    ImmutableLongArray rounds = recorded.all();
    int done = 0;
    while (done < rounds.length() && rounds.get(done) <= state.round()) {
      checkArgument(
          done < record.size() && record.get(done).round() == rounds.get(done),
          "seed %s is at round %s without a record of round %s",
          seed(),
          state.round(),
          rounds.get(done));
      done++;
    }
    checkArgument(
        record.size() == done && state.round() <= recorded.last(),
        "seed %s is at round %s with %s records instead of %s",
        seed(),
        state.round(),
        record.size(),
        done);
  }
}
