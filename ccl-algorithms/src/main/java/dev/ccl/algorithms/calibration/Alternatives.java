package dev.ccl.algorithms.calibration;

import com.google.common.base.Ascii;

/** From which policy the alternative c<sub>t,0</sub> is drawn. */
public enum Alternatives {
  /** From the current student. */
  STUDENT,
  /** Uniformly from the legal tokens. */
  UNIFORM,
  /** From the frozen teacher. */
  TEACHER;

  @Override
  public String toString() {
    return Ascii.toLowerCase(name());
  }
}
