package dev.ccl.algorithms.calibration;

import com.google.common.base.Ascii;

/** Which calibration teaches the student. */
public enum Averaging {
  /** The last iterate. */
  NONE,
  /** An average of the iterates in which the weight of round s grows like s³. */
  TAIL;

  @Override
  public String toString() {
    return Ascii.toLowerCase(name());
  }
}
