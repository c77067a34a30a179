package dev.ccl.algorithms.batch;

import com.google.common.base.Ascii;

/** How one rollout estimates the student's gradient (line:br-student-gradient). */
public enum GradientEstimate {
  /** Score of the answer times its cost. */
  SCORE,
  /** Score of the answer times its cost minus the mean cost of the previous gradient batch. */
  BASELINE,
  /** Score of each token times the cost from that token on. */
  CAUSAL;

  @Override
  public String toString() {
    return Ascii.toLowerCase(name());
  }
}
