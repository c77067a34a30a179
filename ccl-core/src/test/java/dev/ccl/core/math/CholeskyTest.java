package dev.ccl.core.math;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Solutions, determinants and refusals for matrices whose answers are known by hand. */
class CholeskyTest {
  /** LLᵀ for L with rows (2), (1, 3), (−1, 2, 1): its determinant is 36. */
  private static final double[] MATRIX = {4, 2, -2, 2, 10, 5, -2, 5, 6};

  @Test
  void systemsAreSolved() {
    Cholesky cholesky = new Cholesky(3);
    assertTrue(cholesky.factor(MATRIX, 0));
    double[] b = {4 * 1 + 2 * -2 - 2 * 3, 2 * 1 + 10 * -2 + 5 * 3, -2 * 1 + 5 * -2 + 6 * 3};
    cholesky.solve(b);
    assertArrayEquals(new double[] {1, -2, 3}, b, 1e-14);
    assertEquals(StrictMath.log(36), cholesky.logDeterminant(), 1e-14);
  }

  @Test
  void theShiftIsOnTheDiagonal() {
    Cholesky cholesky = new Cholesky(3);
    assertTrue(cholesky.factor(MATRIX, 1));
    // det(A + I) = 5(11·7 − 25) − 2(14 + 10) + (−2)(10 + 22) = 260 − 48 − 64
    assertEquals(StrictMath.log(148), cholesky.logDeterminant(), 1e-14);
    double[] b = {5 * 1 + 2 * -2 - 2 * 3, 2 * 1 + 11 * -2 + 5 * 3, -2 * 1 + 5 * -2 + 7 * 3};
    cholesky.solve(b);
    assertArrayEquals(new double[] {1, -2, 3}, b, 1e-14);
  }

  @Test
  void onlySafelyPositiveMatricesAreFactored() {
    Cholesky two = new Cholesky(2);
    assertFalse(two.factor(new double[] {1, 2, 2, 4}, 0), "singular");
    assertFalse(two.factor(new double[] {1, 2, 2, 4 + 1e-13}, 0), "singular but for rounding");
    assertTrue(two.factor(new double[] {1, 2, 2, 4 + 1e-11}, 0));
    assertFalse(two.factor(new double[] {1, 2, 2, 3}, 0), "indefinite");
    assertFalse(two.factor(new double[] {-1, 0, 0, 1}, 0), "negative");
    assertFalse(two.factor(new double[] {0, 0, 0, 1}, 0), "zero");
    assertFalse(two.factor(new double[] {Double.NaN, 0, 0, 1}, 0), "not a number");
  }

  @Test
  void determinantsBeyondTheRangeOfNumbersHaveLogarithms() {
    for (double exponent : new double[] {120, -120, 60, -60}) {
      int n = 6;
      double[] diagonal = new double[n * n];
      for (int i = 0; i < n; i++) {
        diagonal[i * n + i] = StrictMath.pow(10, exponent) * (i + 1);
      }
      Cholesky cholesky = new Cholesky(n);
      assertTrue(cholesky.factor(diagonal, 0));
      double expected = n * exponent * StrictMath.log(10) + StrictMath.log(720);
      assertEquals(expected, cholesky.logDeterminant(), 1e-12 * Math.abs(expected));
    }
  }
}
