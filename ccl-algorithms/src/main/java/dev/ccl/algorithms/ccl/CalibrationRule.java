package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.engine.SourceCursor;

/** How one weighted label moves the calibration, before the projection (line:br-project). */
public interface CalibrationRule extends Part {
  /**
   * Tells whether rounds calibrate at all.
   *
   * @return whether rewards are asked for; if not, {@link #start} is not called
   */
  default boolean calibrates() {
    return true;
  }

  /**
   * Opens the part for a run.
   *
   * @param setup what the run offers
   * @return the workspace
   * @throws IllegalArgumentException if the rule cannot be used on the problem; the message says
   *     why
   */
  InRun start(Setup setup);

  /** The rule in one run. */
  interface InRun {
    /**
     * Takes note of the answer that was verified, before {@link #step}.
     *
     * @param s the walk, at the end of the answer
     * @param c the comparison with its label, at w<sub>t</sub>
     * @param reward R<sub>t</sub>
     * @param w w<sub>t</sub>; a rule that learns from the reward itself overwrites it
     */
    default void verified(SourceCursor s, Comparison c, double reward, double[] w) {}

    /**
     * Takes the step of a round.
     *
     * @param t the round
     * @param z z<sub>t</sub>; read
     * @param residual I<sub>t</sub>[σ(u) − Y<sub>t</sub>], so that g<sub>t</sub> is z times it
     * @param curvature I<sub>t</sub> σ′(u)
     * @param w w<sub>t</sub>; read
     * @param next overwritten with w<sub>t</sub> − η<sub>t</sub> g<sub>t</sub> or what takes its
     *     place
     */
    void step(long t, double[] z, double residual, double curvature, double[] w, double[] next);
  }
}
