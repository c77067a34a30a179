package dev.ccl.algorithms.calibration;

/** How one weighted label moves the calibration, before the projection. */
interface CalibrationRule {
  /**
   * Moves the calibration.
   *
   * @param round t
   * @param z z<sub>t</sub>; read
   * @param weight I<sub>t</sub> or its expectation, positive
   * @param residual σ(zᵀw) − Y<sub>t</sub>
   * @param curvature σ′(zᵀw)
   * @param w the calibration; increased by the step
   */
  void step(
      long round, double[] z, double weight, double residual, double curvature, double[] w);

  /**
   * Returns what the rule remembers.
   *
   * @return its own array, which may be overwritten to restore a state
   */
  double[] memory();
}
