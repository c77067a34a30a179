package dev.ccl.testkit.naive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import dev.ccl.judge.Slope;
import org.junit.jupiter.api.Test;

/** The algebra of the enumerator, against numbers that are known, of all sizes. */
class SmallAlgebraTest {
  private static final double LOG_2 = StrictMath.log(2);

  /** Squares of the largest would overflow, those of the smallest vanish. */
  @Test
  void lengthsHaveTheirUnit() {
    for (double unit : new double[] {1e-200, 1e-9, 1, 1e9, 1e200}) {
      double[] a = {2 * unit, -3 * unit, 6 * unit};
      assertEquals(7 * unit, SmallAlgebra.norm(a), 1e-14 * unit);
      double[] b = {4 * unit, 0, 6 * unit}; // 3a − b = (2, −9, 12)
      assertEquals(Math.sqrt(229) * unit, SmallAlgebra.distance(a, 3, b), 1e-13 * unit);
      assertEquals(Math.sqrt(13) * unit, SmallAlgebra.distance(a, b), 1e-14 * unit);
      assertEquals(0, SmallAlgebra.distance(a, a));
    }
    assertEquals(0, SmallAlgebra.norm(new double[] {0, -0.0}));
    assertEquals(0, SmallAlgebra.norm(new double[0]));
  }

  @Test
  void sumsAndProductsAreThoseOfTheirEntries() {
    double[] a = {1, 2, 3};
    double[] b = {5, -7, 11};
    assertEquals(24, SmallAlgebra.dot(a, b));
    assertArrayEquals(new double[] {-9, 16, -19}, SmallAlgebra.plus(a, -2, b));
    assertArrayEquals(new double[] {1, 2, 3}, a);
    SmallAlgebra.add(2, b, a);
    assertArrayEquals(new double[] {11, -12, 25}, a);
    double[][] matrix = {{1, 1, 1}, {1, 1, 1}};
    SmallAlgebra.addOuter(2, new double[] {3, -1}, b, matrix);
    assertArrayEquals(new double[] {31, -41, 67}, matrix[0]);
    assertArrayEquals(new double[] {-9, 15, -21}, matrix[1]);
    double[][] rows = SmallAlgebra.rows(new double[] {1, 2, 3, 4}, 2);
    assertArrayEquals(new double[] {1, 2}, rows[0]);
    assertArrayEquals(new double[] {3, 4}, rows[1]);
  }

  /** What lies in the ball or on its boundary stays, what lies outside keeps its direction. */
  @Test
  void aBallIsClosed() {
    double[] a = {3, -4};
    for (double radius : new double[] {5, 5.1}) {
      assertArrayEquals(a, SmallAlgebra.inBall(a, radius));
      assertNotSame(a, SmallAlgebra.inBall(a, radius));
    }
    assertArrayEquals(new double[] {2.4, -3.2}, SmallAlgebra.inBall(a, 4), 1e-15);
    assertArrayEquals(new double[] {0, 0}, SmallAlgebra.inBall(a, 0));
    assertArrayEquals(new double[] {0, 0}, SmallAlgebra.inBall(new double[2], 0));
  }

  @Test
  void exponentialsNeitherOverflowNorVanish() {
    for (double shift : new double[] {-2000, -1, 0, 5, 2000}) {
      double sum = SmallAlgebra.logSumExp(new double[] {shift, shift - 1e4, shift});
      assertEquals(shift + LOG_2, sum, 1e-12);
    }
    assertEquals(2, SmallAlgebra.logSumExp(new double[] {Double.NEGATIVE_INFINITY, 2}));
    assertEquals(0.75, SmallAlgebra.sigmoid(StrictMath.log(3)), 1e-15);
    assertEquals(3.0 / 16, SmallAlgebra.sigmoidSlope(StrictMath.log(3)), 1e-15);
    assertEquals(3.0 / 16, SmallAlgebra.sigmoidSlope(-StrictMath.log(3)), 1e-15);
    for (double u : new double[] {-900, 900}) {
      assertEquals(u > 0 ? 1 : 0, SmallAlgebra.sigmoid(u));
      assertEquals(0, SmallAlgebra.sigmoidSlope(u));
    }
  }

  /** In any unit: equal entries of the diagonal, zeros beside it, and signs of both kinds. */
  @Test
  void eigenvaluesHaveTheUnitOfTheirMatrix() {
    for (double unit : new double[] {1e-100, 1e-3, 1, 1e100}) {
      check(unit, new double[][] {{1, 2}, {2, 1}}, -1, 3);
      check(unit, new double[][] {{1, -2}, {-2, 1}}, -1, 3);
      check(unit, new double[][] {{0, 3}, {3, 8}}, -1, 9);
      check(unit, new double[][] {{8, 3}, {3, 0}}, -1, 9);
      check(unit, new double[][] {{5, 0, 0}, {0, -7, 0}, {0, 0, 2}}, -7, 2, 5);
      check(unit, new double[][] {{-4}}, -4);
      check(unit, new double[][] {{0, 0}, {0, 0}}, 0, 0);
      check(unit, new double[][] {{2, 0, 1}, {0, -6, 0}, {1, 0, 2}}, -6, 1, 3);
    }
  }

  private static void check(double unit, double[][] matrix, double... expected) {
    double largest = 0;
    double[][] scaled = new double[matrix.length][matrix.length];
    for (int i = 0; i < matrix.length; i++) {
      expected[i] *= unit;
      largest = Math.max(largest, Math.abs(expected[i]));
      for (int k = 0; k < matrix.length; k++) {
        scaled[i][k] = unit * matrix[i][k];
      }
    }
    assertArrayEquals(expected, SmallAlgebra.eigenvalues(scaled), 1e-14 * largest);
    assertEquals(largest, SmallAlgebra.operatorNorm(scaled), 1e-14 * largest);
  }

  /** Every entry of a vector along every coordinate, and an error that is not too small. */
  @Test
  void slopesAreThoseOfOneCoordinate() {
    double[] at = {0.3, -0.8};
    for (int i = 0; i < 2; i++) {
      Slope[] slopes =
          SmallAlgebra.slopes(
              x -> new double[] {x[0] * x[0] * x[1], StrictMath.exp(x[0] - 2 * x[1]), 7}, at, i);
      double e = StrictMath.exp(1.9);
      double[] exact = i == 0 ? new double[] {-0.48, e, 0} : new double[] {0.09, -2 * e, 0};
      for (int k = 0; k < 3; k++) {
        assertEquals(exact[k], slopes[k].value(), slopes[k].error() + 1e-12, i + " " + k);
        assertEquals(exact[k], slopes[k].value(), 1e-8, i + " " + k);
      }
    }
    assertArrayEquals(new double[] {0.3, -0.8}, at);
    Slope slope = new Slope(1, 2e-5);
    assertEquals(2e-5 + 3e-9, SmallAlgebra.tolerance(slope, 3).amount(), 1e-18);
    assertEquals(
        "the extrapolation of differences, and rounded differences",
        SmallAlgebra.tolerance(slope, 3).reason());
  }

  /** A matrix with one long and one short axis, and one that is singular along a coordinate. */
  @Test
  void equationsAreSolved() {
    double[][] matrix = {{4, 1, 0}, {1, 3, -1}, {0, -1, 200}};
    double[] x = Minimum.solve(matrix, new double[] {2, -6, 602});
    for (int i = 0; i < 3; i++) {
      assertEquals(new double[] {2, -6, 602}[i], SmallAlgebra.dot(matrix[i], x), 1e-10);
    }
    assertArrayEquals(
        new double[] {2, 0},
        Minimum.solve(new double[][] {{3, 0}, {0, 0}}, new double[] {6, 0}),
        1e-14);
    assertArrayEquals(new double[3], Minimum.solve(matrix, new double[3]));
  }

  @Test
  void eigenvaluesOfAKnownMatrix() {
    double[] values = SmallAlgebra.eigenvalues(new double[][] {{2, 1, 0}, {1, 2, 1}, {0, 1, 2}});
    assertEquals(2 - Math.sqrt(2), values[0], 1e-14);
    assertEquals(2, values[1], 1e-14);
    assertEquals(2 + Math.sqrt(2), values[2], 1e-14);
  }
}
