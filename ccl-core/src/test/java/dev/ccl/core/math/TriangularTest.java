package dev.ccl.core.math;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import org.junit.jupiter.api.Test;

/** Solutions of positive definite systems, put into their equations. */
class TriangularTest {
  /** A = MᵀM + I, so that no eigenvalue is below 1. */
  private static double[] matrix(RandomStream random, int n) {
    double[] m = new double[n * n];
    for (int i = 0; i < m.length; i++) {
      m[i] = 2 * random.nextDouble() - 1;
    }
    double[] a = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        a[i * n + j] = i == j ? 1 : 0;
        for (int k = 0; k < n; k++) {
          a[i * n + j] += m[k * n + i] * m[k * n + j];
        }
      }
    }
    return a;
  }

  @Test
  void solutionsFulfilTheirEquations() {
    RandomStream random = RandomStreams.of(8).open(Purpose.TRIAL, 3);
    for (int n = 1; n <= 9; n++) {
      double[] a = matrix(random, n);
      double[] b = new double[n];
      for (int i = 0; i < n; i++) {
        b[i] = 2 * random.nextDouble() - 1;
      }
      double[] factor = a.clone();
      double[] x = new double[n];
      Triangular.solve(factor, b, x);
      boolean liar = n == 1;
      for (int i = 0; i < n; i++) {
        double sum = 0;
        double square = 0;
        for (int k = 0; k < n; k++) {
          sum += a[i * n + k] * x[k];
          square += k <= i ? factor[i * n + k] * factor[i * n + k] : 0;
        }
        assertEquals(b[i], sum, 1e-13, "row " + i + " of " + n);
        assertEquals(a[i * n + i], square, 1e-13, "the factor's rows");
        liar |= Math.abs(a[i * n + i] * x[i] - b[i]) > 1e-3;
      }
      assertTrue(liar, "a solution without the entries beside the diagonal would be seen");
    }
  }

  /** A matrix that rounding has made singular still has a factor with a positive diagonal. */
  @Test
  void pivotsStayPositive() {
    double[] a = {1, 1, 1, 1 - 0x1p-53};
    Triangular.factorize(a, 2);
    assertEquals(Math.sqrt(Double.MIN_NORMAL), a[3]);
  }

  /** The upper triangle may hold anything, which stays there. */
  @Test
  void theUpperTriangleIsLeftAlone() {
    double[] a = {4, Double.NaN, 7, 2, 10, -5, -2, 2, 6};
    double[] x = new double[3];
    Triangular.solve(a, new double[] {2, 28, 20}, x); // of A whose factor is below
    assertArrayEquals(new double[] {1, 2, 3}, x, 1e-14);
    assertArrayEquals(new double[] {2, Double.NaN, 7, 1, 3, -5, -1, 1, 2}, a, 1e-15);
  }
}
