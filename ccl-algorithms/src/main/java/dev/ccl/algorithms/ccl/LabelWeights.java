package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.Part;
import dev.ccl.core.math.Elementary;

/** How the reward of a branch becomes a weight of its label (line:br-accept). */
public interface LabelWeights extends Part {
  /**
   * Opens the part for a run.
   *
   * @param setup what the run offers
   * @return the workspace
   */
  InRun start(Setup setup);

  /** The weights of one run. */
  interface InRun {
    /**
     * Returns the weight of the round's label.
     *
     * @param t the round
     * @param reward R<sub>t</sub>
     * @return I<sub>t</sub> or what takes its place, in [0,1]
     */
    double weight(long t, double reward);

    /**
     * Returns the factor of z<sub>t</sub> in g<sub>t</sub> (line:br-gradient).
     *
     * @param c the comparison with its label, informative
     * @param weight I<sub>t</sub>, positive
     * @return I<sub>t</sub>[σ(u) − Y<sub>t</sub>]
     */
    default double residual(Comparison c, double weight) {
      double u = c.logOdds();
      return weight * (c.label() ? -Elementary.sigmoid(-u) : Elementary.sigmoid(u));
    }
  }
}
