package dev.ccl.core.brute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;

/** Agreement up to a relative or absolute error, whichever is looser. */
public final class Close {
  /** What exact quantities have to reach. */
  public static final double EXACT = 1e-9;

  private Close() {}

  public static boolean isClose(double expected, double actual, double tolerance) {
    return Math.abs(expected - actual) <= tolerance * Math.max(1, Math.abs(expected));
  }

  public static void assertClose(double expected, double actual, String what) {
    assertClose(expected, actual, EXACT, what);
  }

  public static void assertClose(double expected, double actual, double tolerance, String what) {
    assertTrue(
        isClose(expected, actual, tolerance),
        () ->
            what
                + ": expected "
                + expected
                + " but got "
                + actual
                + ", error "
                + Math.abs(expected - actual));
  }

  public static void assertClose(double[] expected, double[] actual, String what) {
    assertClose(expected, actual, EXACT, what);
  }

  public static void assertClose(
      double[] expected, double[] actual, double tolerance, String what) {
    assertEquals(expected.length, actual.length, what);
    for (int i = 0; i < expected.length; i++) {
      assertClose(expected[i], actual[i], tolerance, what + "[" + i + "]");
    }
  }

  /** A matrix against one that is stored row by row. */
  public static void assertClose(double[][] expected, double[] actual, String what) {
    assertEquals(expected.length * expected.length, actual.length, what);
    for (int i = 0; i < expected.length; i++) {
      int n = expected.length;
      assertClose(expected[i], Arrays.copyOfRange(actual, i * n, (i + 1) * n), what + " row " + i);
    }
  }
}
