package dev.ccl.core.math;

import com.fasterxml.jackson.core.io.NumberOutput;

/** Shortest decimal texts of numbers, the same on every version of Java. */
public final class Decimals {
  private Decimals() {}

  /**
   * Returns the shortest decimal that is read back as the same number, in the form of {@link
   * Double#toString(double)}, which was longer than needed before Java 19.
   *
   * @param value any number
   * @return its text
   */
  public static String shortest(double value) {
    return NumberOutput.toString(value, true);
  }
}
