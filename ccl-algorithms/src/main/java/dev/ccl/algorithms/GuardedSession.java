package dev.ccl.algorithms;

import static com.google.common.base.Preconditions.checkState;

import dev.ccl.algorithms.engine.Engine;
import dev.ccl.core.growing.ForestFullException;
import dev.ccl.core.growing.StateCounts;
import dev.ccl.core.mdp.BrokenPartException;

/**
 * A session of rounds in which user code runs. If user code throws, the session fails and its state
 * cannot be read; callers that want to go on keep the state before.
 */
public abstract class GuardedSession implements Session {
  private final Engine engine;
  private long t;
  private boolean failed;
  private boolean inRound;
  private boolean closed;

  /**
   * Begins a session.
   *
   * @param engine the trees of the run, closed with the session
   * @param t the number of rounds done before
   */
  protected GuardedSession(Engine engine, long t) {
    this.engine = engine;
    this.t = t;
  }

  /**
   * Does a round.
   *
   * @param round t
   */
  protected abstract void doRound(long round);

  /**
   * Checks the policy families for the present parameters.
   *
   * @param everywhere whether at all known states instead of one
   */
  protected abstract void inspect(boolean everywhere);

  /**
   * Copies all that the rounds have changed.
   *
   * @param round t
   * @return the state after t rounds
   */
  protected abstract LearnerState snapshot(long round);

  @Override
  public final void advance(long rounds) {
    checkState(!closed, "the session is closed");
    checkState(!failed, "round %s has failed: open the run at an earlier state again", t);
    for (long i = 0; i < rounds; i++) {
      failed = true; // until the round is over
      try {
        inRound = true;
        doRound(t);
        if (Long.bitCount(t) <= 1) { // rounds 0, 1, 2, 4, 8, …
          inspect(false);
        }
      } catch (ForestFullException stop) {
        throw stop.inRound(t);
      } catch (ArithmeticException e) {
        blame();
        throw e;
      } catch (BrokenPartException broken) {
        throw broken.inRound(t);
      } finally {
        inRound = false;
      }
      requireOpen();
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
    checkState(!failed, "round %s has failed: go on from an earlier state of the run", t);
    return snapshot(t);
  }

  /** Refuses to show what a failed round has left. */
  protected final void requireSound() {
    checkState(!failed, "round %s has failed: its numbers are half done", t);
  }

  @Override
  public final StateCounts stateCounts() {
    return engine.stateCounts();
  }

  /** Looks for a family behind numbers with which nothing could be computed. */
  private void blame() {
    try {
      inspect(true);
    } catch (BrokenPartException broken) {
      throw broken.inRound(t);
    }
  }

  /** Refuses to go on with a session that a part has closed in the middle of a round. */
  private void requireOpen() {
    if (closed) {
      engine.close();
      throw new IllegalStateException(
          "round " + t + " has closed its own session: a part of the problem called close()");
    }
  }

  @Override
  public final void close() {
    closed = true;
    if (!inRound) { // else when the round is over
      engine.close();
    }
  }
}
