package dev.ccl.core.math;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Solutions put into their equations, matrices known by hand, and pivots that rounding ate. */
class SmallMatrixTest {
  /** LLᵀ for L with rows (2), (1, 3), (−1, 2, 1): its determinant is 36. */
  private static final double[] MATRIX = {4, 2, -2, 2, 10, 5, -2, 5, 6};

  private static double[] vector(RandomStream random, int n) {
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = 2 * random.nextDouble() - 1;
    }
    return x;
  }

  /** I plus n outer products, so that no eigenvalue is below 1. */
  private static double[] matrix(RandomStream random, int n) {
    double[] a = new double[n * n];
    for (int i = 0; i < n; i++) {
      a[i * n + i] = 1;
    }
    for (int k = 0; k < n; k++) {
      SmallMatrix.addOuter(1, vector(random, n), a);
    }
    return a;
  }

  @Test
  void solutionsFulfilTheirEquations() {
    RandomStream random = RandomStreams.of(8).open(Purpose.TRIAL, 3);
    for (int n = 1; n <= 9; n++) {
      double[] a = matrix(random, n);
      double[] b = vector(random, n);
      double[] factor = a.clone();
      double[] x = new double[n];
      assertTrue(SmallMatrix.solve(factor, b, x));
      double[] product = new double[n];
      SmallMatrix.multiply(a, x, product);
      assertArrayEquals(b, product, 1e-13, n + " rows");
      assertEquals(Vectors.dot(b, x), SmallMatrix.form(a, x), 1e-13);
      for (int i = 0; i < n; i++) {
        double square = 0;
        for (int k = 0; k <= i; k++) {
          square += factor[i * n + k] * factor[i * n + k];
        }
        assertEquals(a[i * n + i], square, 1e-13, "the factor's rows");
      }
    }
  }

  @Test
  void theShiftIsOnTheDiagonal() {
    double[] l = new double[9];
    assertTrue(SmallMatrix.factor(MATRIX, 0, 3, l));
    assertEquals(StrictMath.log(36), SmallMatrix.logDeterminant(l, 3), 1e-14);
    assertTrue(SmallMatrix.factor(MATRIX, 1, 3, l));
    // det(A + I) = 5(11·7 − 25) − 2(14 + 10) + (−2)(10 + 22) = 260 − 48 − 64
    assertEquals(StrictMath.log(148), SmallMatrix.logDeterminant(l, 3), 1e-14);
    double[] b = {5 * 1 + 2 * -2 - 2 * 3, 2 * 1 + 11 * -2 + 5 * 3, -2 * 1 + 5 * -2 + 7 * 3};
    SmallMatrix.solve(l, b);
    assertArrayEquals(new double[] {1, -2, 3}, b, 1e-14);
  }

  /** The upper triangle may hold anything, which stays there. */
  @Test
  void theUpperTriangleIsLeftAlone() {
    double[] a = {4, Double.NaN, 7, 2, 10, -5, -2, 2, 6};
    double[] x = new double[3];
    assertTrue(SmallMatrix.solve(a, new double[] {2, 28, 20}, x)); // of A whose factor is below
    assertArrayEquals(new double[] {1, 2, 3}, x, 1e-14);
    assertArrayEquals(new double[] {2, Double.NaN, 7, 1, 3, -5, -1, 1, 2}, a, 1e-15);
  }

  private static boolean isSafe(double... a) {
    return SmallMatrix.factor(a, 0, 2, new double[4]);
  }

  @Test
  void onlySafelyPositiveMatricesAreCalledSafe() {
    assertFalse(isSafe(1, 2, 2, 4), "singular");
    assertFalse(isSafe(1, 2, 2, 4 + 1e-13), "singular but for rounding");
    assertTrue(isSafe(1, 2, 2, 4 + 1e-11));
    assertFalse(isSafe(1, 2, 2, 3), "indefinite");
    assertFalse(isSafe(-1, 0, 0, 1), "negative");
    assertFalse(isSafe(0, 0, 0, 1), "zero");
    assertFalse(isSafe(Double.NaN, 0, 0, 1), "not a number");
  }

  /** What is left of a bad pivot is 1e-13 of its diagonal entry, or the least normal number. */
  @Test
  void badPivotsAreRaised() {
    double[] l = new double[4];
    assertFalse(SmallMatrix.factor(new double[] {1, 2, 2, 4}, 0, 2, l));
    assertArrayEquals(new double[] {1, 0, 2, Math.sqrt(4e-13)}, l, 1e-20);
    assertFalse(SmallMatrix.factor(new double[] {0, 0, 0, 9}, 0, 2, l));
    assertArrayEquals(new double[] {Math.sqrt(Double.MIN_NORMAL), 0, 0, 3}, l);
  }

  /** A direction is compared with itself alone. */
  @Test
  void thinDirectionsAreSafe() {
    double[] l = new double[9];
    double[] thin = {1, 5e-16, 0.5, 5e-16, 1e-30, 0, 0.5, 0, 1};
    assertTrue(SmallMatrix.factor(thin, 0, 3, l));
    double root = Math.sqrt(0.75) * 1e-15; // of 1e-30 − (5e-16)²
    assertEquals(root, l[4], 1e-9 * root);
  }

  @Test
  void determinantsBeyondTheRangeOfNumbersHaveLogarithms() {
    for (double exponent : new double[] {120, -120, 60, -60}) {
      int n = 6;
      double[] a = new double[n * n];
      for (int i = 0; i < n; i++) {
        a[i * n + i] = StrictMath.pow(10, exponent) * (i + 1);
      }
      assertTrue(SmallMatrix.factor(a, 0, n, a));
      double expected = n * exponent * StrictMath.log(10) + StrictMath.log(720);
      assertEquals(expected, SmallMatrix.logDeterminant(a, n), 1e-12 * Math.abs(expected));
    }
  }

  @Test
  void outerProductsAreAddedWithinLongerArrays() {
    double[] a = {7, 1, 0, 0, 1, 7};
    SmallMatrix.addOuter(2, new double[] {9, 3, -1}, 1, 2, a, 1);
    assertArrayEquals(new double[] {7, 19, -6, -6, 3, 7}, a);
    assertEquals(22, SmallMatrix.trace(new double[] {19, -6, -6, 3}, 2));
  }

  /** P times the sum of what it was told is the unit matrix. */
  @Test
  void updatedInversesAreInverses() {
    RandomStream random = RandomStreams.of(8).open(Purpose.TRIAL, 4);
    int n = 5;
    double[] sum = new double[n * n];
    double[] p = new double[n * n];
    for (int i = 0; i < n; i++) {
      sum[i * n + i] = 0.25;
      p[i * n + i] = 4;
    }
    double[] pz = new double[n];
    double[] expected = new double[n];
    for (int round = 0; round < 200; round++) {
      double[] z = vector(random, n);
      SmallMatrix.multiply(p, z, expected);
      double form = SmallMatrix.form(p, z);
      assertEquals(form, SmallMatrix.updateInverse(p, z, 0.3, pz));
      assertArrayEquals(expected, pz);
      SmallMatrix.addOuter(0.3, z, sum);
    }
    for (int j = 0; j < n; j++) {
      double[] column = new double[n];
      SmallMatrix.multiply(sum, Arrays.copyOfRange(p, j * n, j * n + n), column);
      for (int i = 0; i < n; i++) {
        assertEquals(i == j ? 1 : 0, column[i], 1e-12);
      }
    }
  }

  /**
   * What a wide prior knows of two nearly parallel directions is far below its rounding. Without
   * the lift the form of the second is negative after few rounds, and steps lead uphill.
   */
  @Test
  void roundingMakesNoFormNegative() {
    double radius = 1e8;
    double[] p = {radius * radius, 0, 0, radius * radius};
    double[] pz = new double[2];
    for (int round = 0; round < 10_000; round++) {
      double[] z = {0.6, 0.8 + 1e-9 * (round % 7)};
      assertTrue(SmallMatrix.updateInverse(p, z, 1, pz) >= 0, "round " + round);
      assertTrue(Vectors.dot(z, pz) >= 0, "round " + round);
    }
  }
}
