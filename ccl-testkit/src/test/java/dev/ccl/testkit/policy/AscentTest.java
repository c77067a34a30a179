package dev.ccl.testkit.policy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.core.policy.Ball;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Climbs to maxima that are known: in the ball, on its boundary, and where nothing rises. */
class AscentTest {
  private static ToDoubleFunction<double[]> hill(double x, double y, double scale) {
    return p -> {
      double a = (p[0] - x) / scale;
      double b = (p[1] - y) / scale;
      return 9 - StrictMath.cosh(a) - StrictMath.cosh(2 * b) - a * b / 2;
    };
  }

  @Test
  void theTopIsFoundInAnyUnit() {
    for (double scale : new double[] {1e-9, 1e-3, 1, 1e3}) {
      ToDoubleFunction<double[]> hill = hill(0.3 * scale, -0.4 * scale, scale);
      double[] point = {-0.9 * scale, 0.1 * scale};
      double reached = Ascent.climb(hill, Ball.of(2, 2 * scale), point);
      assertEquals(7, reached, 1e-6);
      assertEquals(reached, hill.applyAsDouble(point), "the value at the end");
      assertArrayEquals(new double[] {0.3 * scale, -0.4 * scale}, point, 1e-3 * scale);
    }
  }

  /** The nearest point of the ball to a round hill outside of it. */
  @Test
  void climbsEndAtTheBoundary() {
    ToDoubleFunction<double[]> round = p -> -Math.hypot(p[0] - 3, p[1] - 4);
    double[] point = {0.5, -0.5};
    assertEquals(-3, Ascent.climb(round, Ball.of(2, 2), point), 1e-6);
    assertArrayEquals(new double[] {1.2, 1.6}, point, 1e-3);
  }

  @Test
  void whereNothingRisesTheStartIsTheEnd() {
    double[] point = {0.5, -0.5};
    assertEquals(2, Ascent.climb(p -> 2, Ball.of(2, 1), point));
    assertArrayEquals(new double[] {0.5, -0.5}, point);
    double[] only = new double[2];
    assertEquals(1, Ascent.climb(p -> 1 + p[0], Ball.of(2, 0), only), "one point alone");
    assertArrayEquals(new double[2], only);
    double[] nowhere = {0.25, 0};
    assertEquals(Double.NaN, Ascent.climb(p -> Double.NaN, Ball.of(2, 1), nowhere));
    assertArrayEquals(new double[] {0.25, 0}, nowhere);
  }
}
