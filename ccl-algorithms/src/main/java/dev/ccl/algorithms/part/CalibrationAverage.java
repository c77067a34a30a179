package dev.ccl.algorithms.part;

import dev.ccl.algorithms.engine.SourceCursor;

/** Which calibration teaches the student: the last iterate or an average. */
public interface CalibrationAverage extends Part {
  /**
   * Opens the part for a run.
   *
   * @param setup what the run offers
   * @param w the iterate: the run's own array, which holds the calibration of the state; a part
   *     whose average differs from it keeps it in the memory
   * @return the workspace
   */
  InRun start(Setup setup, double[] w);

  /** The average in one run. */
  interface InRun {
    /**
     * Takes note of the answer that was verified, before {@link #add}.
     *
     * @param s the walk, at the end of the answer
     * @param reward R<sub>t</sub>
     */
    default void verified(SourceCursor s, double reward) {}

    /**
     * Takes in the iterate of a round.
     *
     * @param t the round
     */
    void add(long t);

    /**
     * Returns the calibration that teaches the student.
     *
     * @return always the same array
     */
    double[] calibration();
  }
}
