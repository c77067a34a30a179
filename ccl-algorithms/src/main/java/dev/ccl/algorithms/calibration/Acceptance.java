package dev.ccl.algorithms.calibration;

import com.google.common.base.Ascii;

/** How the reward of a branch becomes a weight of its label (line:br-accept). */
public enum Acceptance {
  /** 1 with probability e<sup>(R−1)/λ</sup>, else 0. */
  REJECTION,
  /** The probability e<sup>(R−1)/λ</sup> itself, which has the same mean and less variance. */
  EXPECTATION;

  @Override
  public String toString() {
    return Ascii.toLowerCase(name());
  }
}
