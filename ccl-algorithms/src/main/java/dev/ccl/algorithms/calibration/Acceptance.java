package dev.ccl.algorithms.calibration;

import com.google.common.base.Ascii;

/** How the reward of a branch becomes a weight of its label (line:br-accept). */
public enum Acceptance {
  /** 1 with probability e<sup>(R−1)/λ</sup>, else 0. */
  REJECTION,
  /** The probability e<sup>(R−1)/λ</sup> itself, which has the same mean and less variance. */
  EXPECTATION,
  /**
   * The expectation, and from the label itself the known probability ρ of its draw is subtracted:
   * I(σ − Y) becomes p(σ − Y) + c(Y − ρ) with the mean c of the weights seen so far. The mean is
   * the same, and the noise of Y counts only as far as p differs from c.
   */
  CONTROLLED;

  @Override
  public String toString() {
    return Ascii.toLowerCase(name());
  }
}
