package dev.ccl.algorithms;

import static com.google.common.base.Preconditions.checkState;

import dev.ccl.algorithms.engine.Engine;
import dev.ccl.core.growth.GrowthCounts;
import dev.ccl.core.growth.GrowthStoppedException;

/**
 * A session of rounds in which user code runs. Whatever that throws leaves the round half done, so
 * the session is over and shows no number of it: on growing forests, where models are asked in
 * every round, it returns the state before the round; on whole ones, where a copy per round would
 * cost more than the round, none.
 */
abstract class GuardedSession implements Session {
  private final Engine engine;
  private long t;
  private LearnerState before; // the round in progress, on growing forests
  private boolean failed;

  GuardedSession(Engine engine, long t) {
    this.engine = engine;
    this.t = t;
  }

  /** Does round t. */
  abstract void doRound(long round);

  /** Copies all that the rounds have changed. */
  abstract LearnerState snapshot(long round);

  @Override
  public final void advance(long rounds) {
    checkState(!failed, "round %s has failed: open the run at an earlier state again", t);
    for (long i = 0; i < rounds; i++) {
      before = engine.isWhole() ? null : snapshot(t);
      failed = true; // until the round is over
      try {
        doRound(t);
      } catch (GrowthStoppedException stop) {
        throw stop.inRound(t);
      }
      failed = false;
      t++;
    }
  }

  @Override
  public final long round() {
    return t;
  }

  @Override
  public final LearnerState state() {
    checkState(
        !failed || before != null,
        "round %s has failed: go on from an earlier state of the run",
        t);
    return failed ? before : snapshot(t);
  }

  /** Refuses to show what a failed round has left. */
  final void requireWhole() {
    checkState(!failed, "round %s has failed: its numbers are half done", t);
  }

  @Override
  public final GrowthCounts growth() {
    return engine.growth();
  }

  @Override
  public final void close() {
    engine.close();
  }
}
