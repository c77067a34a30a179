package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.Part;
import dev.ccl.algorithms.engine.Rollouts;

/** How a batch of rollouts estimates the student's gradient (line:br-student-gradient). */
public interface StudentGradient extends Part {
  /**
   * Opens the part for a run.
   *
   * @param setup what the run offers
   * @return the workspace
   */
  InRun start(Setup setup);

  /** The estimates of one run. */
  interface InRun {
    /**
     * Estimates ∇C at the student, for the calibration that is set in the batches of the run.
     *
     * @param theta θ<sub>t</sub>; read
     * @param batch the size and name of the batch
     * @param out overwritten with ĝ
     */
    void estimate(double[] theta, Rollouts batch, double[] out);
  }
}
