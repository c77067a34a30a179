package dev.ccl.algorithms;

/**
 * A run in progress: a mutable workspace that holds one {@link LearnerState} and advances it in
 * place, without allocation in the steady state. It belongs to one thread, whatever number of
 * threads it uses inside a round.
 */
public interface Session extends AutoCloseable {
  /**
   * Returns the number of completed rounds.
   *
   * @return t
   */
  long round();

  /**
   * Does rounds.
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

  /** Ends the threads that the session has started, if any. */
  @Override
  void close();
}
