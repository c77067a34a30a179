package dev.ccl.algorithms.calibration;

/** How one weighted label moves the calibration, before the projection. */
interface CalibrationRule {
  /**
   * Says from which prompt the next label comes.
   *
   * @param prompt the root of the source prompt
   */
  default void prompt(int prompt) {}

  /**
   * Moves the calibration.
   *
   * @param round t
   * @param z z<sub>t</sub>; read
   * @param residual I<sub>t</sub>[σ(zᵀw) − Y<sub>t</sub>], so that g<sub>t</sub> is z times it
   * @param curvature I<sub>t</sub> σ′(zᵀw)
   * @param w the calibration; increased by the step
   */
  void step(long round, double[] z, double residual, double curvature, double[] w);

  /**
   * Returns what the rule remembers.
   *
   * @return its own array, which may be overwritten to restore a state
   */
  double[] memory();
}
