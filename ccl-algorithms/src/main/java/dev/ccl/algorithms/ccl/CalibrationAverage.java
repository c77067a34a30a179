package dev.ccl.algorithms.ccl;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.Part;
import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.core.problem.LearningProblem;

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

  /**
   * Says what a user should know before a run.
   *
   * @param problem the problem
   * @return sentences; empty if there is nothing to say
   */
  default ImmutableList<String> warnings(LearningProblem problem) {
    return ImmutableList.of();
  }

  /** The average in one run. */
  interface InRun extends RoundListener {
    @Override
    default void verified(SourceCursor walk, Comparison comparison, double reward) {}

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
