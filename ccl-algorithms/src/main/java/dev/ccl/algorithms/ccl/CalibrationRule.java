package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.Part;
import dev.ccl.algorithms.engine.SourceCursor;

/** How one weighted label moves the calibration, before the projection (line:br-project). */
public interface CalibrationRule extends Part {
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
  interface InRun extends RoundListener {
    @Override
    default void verified(SourceCursor walk, Comparison comparison, double reward) {}

    /**
     * Takes the step of a round, after {@link #verified}; also where the label does not count, that
     * is where g<sub>t</sub> = 0.
     *
     * @param t the round
     * @param z z<sub>t</sub>; read
     * @param residual I<sub>t</sub>[σ(u) − Y<sub>t</sub>], so that g<sub>t</sub> is z times it; 0
     *     if the label does not count
     * @param curvature I<sub>t</sub> σ′(u); 0 if the label does not count
     * @param w w<sub>t</sub>; read
     * @param next overwritten with w<sub>t</sub> − η<sub>t</sub> g<sub>t</sub> or what takes its
     *     place
     */
    void step(long t, double[] z, double residual, double curvature, double[] w, double[] next);
  }
}
