package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.Part;

/** Where the second candidate comes from (line:br-exploration). */
public interface Exploration extends Part {
  /**
   * Opens the part for a run.
   *
   * @param setup what the run offers
   * @return the workspace
   */
  InRun start(Setup setup);

  /** The second candidates of one run. */
  interface InRun {
    /**
     * Draws a second candidate.
     *
     * @param t the round
     * @param update the update within the round
     * @param theta θ<sub>t</sub>; read
     * @param out overwritten with ϑ<sub>2</sub>, in Θ
     * @return whether there is one; if not, ϑ<sub>1</sub> is taken without validation
     */
    boolean draw(long t, long update, double[] theta, double[] out);

    /**
     * Returns how many student rollouts the last draw took, for the ledger.
     *
     * @return answers drawn to judge the candidate; none where it is not judged before validation
     */
    default long rollouts() {
      return 0;
    }
  }
}
