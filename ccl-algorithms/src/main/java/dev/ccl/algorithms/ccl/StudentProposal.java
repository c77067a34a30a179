package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.Part;
import dev.ccl.algorithms.engine.Rollouts;

/** How the first candidate follows from the gradient (line:br-exploration). */
public interface StudentProposal extends Part {
  /**
   * Opens the part for a run.
   *
   * @param setup what the run offers
   * @return the workspace
   */
  InRun start(Setup setup);

  /** The proposals of one run. */
  interface InRun {
    /**
     * Proposes a student.
     *
     * @param theta θ<sub>t</sub>; read
     * @param gradient ĝ; read
     * @param batch the batch from which the gradient was estimated
     * @param out overwritten with ϑ<sub>1</sub>, in Θ
     */
    void propose(double[] theta, double[] gradient, Rollouts batch, double[] out);
  }
}
