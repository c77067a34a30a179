package dev.ccl.algorithms.calibration;

import com.google.common.base.Ascii;

/** The step of the calibration (line:br-project). */
public enum CalibrationStep {
  /** η<sub>t</sub> = 1/(γ(t+2)) with γ of eq:ced-gamma. */
  PAPER,
  /** η<sub>t</sub> = 1/(γ′(t+2)) with a larger γ′ that the learner can prove. */
  SHARPER,
  /** One over the smallest eigenvalue of the information measured so far. */
  CURVATURE,
  /** The inverse of the information matrix measured so far. */
  NEWTON,
  /**
   * The minimiser over W of the labels' likelihood with a prior around the teacher whose size the
   * evidence sets: w stays at the teacher until source prompts agree that it should not.
   */
  EVIDENCE,
  /** None: w stays where it starts, and no reward is asked for. */
  FROZEN;

  @Override
  public String toString() {
    return Ascii.toLowerCase(name());
  }
}
