package dev.ccl.algorithms;

import dev.ccl.core.growing.StateCounts;

/**
 * A run in progress: a mutable workspace that holds one {@link LearnerState} and advances it in
 * place, without allocation in the steady state. It belongs to one thread, whatever number of
 * threads it uses inside a round.
 */
public interface Session extends AutoCloseable {
  /** {@return the number of completed rounds, t} */
  long round();

  /**
   * Does rounds. If user code throws in the middle of one (an {@link Error} included), the session
   * fails: the exception comes out as it is, and {@link #state} refuses. A caller who wants to go
   * on keeps the state before, as {@code Replicates} does.
   *
   * @param rounds how many
   */
  void advance(long rounds);

  /**
   * Copies the current calibration.
   *
   * @param out overwritten with w<sub>t</sub>
   */
  void calibration(double[] out);

  /**
   * Copies the current student.
   *
   * @param out overwritten with θ<sub>t</sub>
   */
  void student(double[] out);

  /**
   * Takes a snapshot.
   *
   * @return the state after the completed rounds
   */
  LearnerState state();

  /**
   * Returns what it has cost to know the states of growing forests. It is no part of the state: a
   * run that is opened again, or after another run on the same problem, asks for other states and
   * has the same results.
   *
   * @return the counts since the session was opened; none on whole forests
   */
  default StateCounts stateCounts() {
    return StateCounts.NONE;
  }

  /**
   * Says that the present round is recorded. A run that bounds its student does so here, and may
   * find that it is over.
   */
  default void record() {}

  /**
   * Tells whether the run has ended by itself before its last round.
   *
   * @return whether no round is to follow
   */
  default boolean isOver() {
    return false;
  }

  /** Ends the threads that the session has started, if any. */
  @Override
  void close();
}
