package dev.ccl.algorithms.part;

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
