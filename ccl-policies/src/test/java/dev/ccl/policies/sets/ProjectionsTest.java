package dev.ccl.policies.sets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import org.junit.jupiter.api.Test;

/** Projections that can be done in the head, and refusals. */
class ProjectionsTest {
  private static final double INFINITY = Double.POSITIVE_INFINITY;

  private static double[] projected(ConvexSet set, double... point) {
    set.project(point);
    return point;
  }

  private static Box square(double half) {
    return Box.of(new double[] {-half, -half}, new double[] {half, half});
  }

  @Test
  void boxAndBall() {
    BoxBall set = BoxBall.of(square(4), 5);
    assertArrayEquals(new double[] {3, 4}, projected(set, 3.75, 5), 1e-15); // the corner of both
    assertArrayEquals(new double[] {4, 1}, projected(set, 9, 1)); // the box alone
    assertArrayEquals(new double[] {4, 1}, projected(set, 1e200, 1)); // still the box alone
    assertArrayEquals(new double[] {4, -2}, projected(set, INFINITY, -2)); // within both
    assertArrayEquals(new double[] {4, 3}, projected(set, INFINITY, 70), 1e-15);
    double r = 5 * Math.sqrt(0.5);
    assertArrayEquals(new double[] {r, -r}, projected(set, INFINITY, -INFINITY), 1e-15);
  }

  @Test
  void halfspaceAndBall() {
    HalfspaceBall set = HalfspaceBall.of(new double[] {0, 2}, 6, 5); // second coordinate ≤ 3
    assertArrayEquals(new double[] {1, 3}, projected(set, 1, 8), 1e-15); // the halfspace alone
    assertArrayEquals(new double[] {4, -3}, projected(set, 8, -6), 1e-15); // the ball alone
    assertArrayEquals(new double[] {4, 3}, projected(set, 40, 50), 1e-15); // both
    assertArrayEquals(new double[] {-4, 3}, projected(set, -INFINITY, INFINITY), 1e-15);
    assertArrayEquals(new double[] {0, 3}, projected(set, 0, INFINITY), 1e-15);
  }

  @Test
  void productsBoundSlices() {
    ProductSet set = ProductSet.of(Ball.of(2, 3), square(1));
    assertEquals(4, set.dimension());
    assertEquals(Math.sqrt(11), set.radius(), 1e-15);
    assertEquals(3, set.radius(0, 2));
    assertEquals(1, set.radius(3, 4));
    assertEquals(Math.sqrt(10), set.radius(1, 3), 1e-15);
  }

  @Test
  void emptySetsAreRefused() {
    Box far = Box.of(new double[] {3, 3}, new double[] {4, 4});
    assertThrows(IllegalArgumentException.class, () -> BoxBall.of(far, 4));
    double[] normal = {1, 0};
    assertThrows(IllegalArgumentException.class, () -> HalfspaceBall.of(normal, -2, 1));
    assertThrows(IllegalArgumentException.class, () -> HalfspaceBall.of(new double[2], 0, 1));
    assertThrows(IllegalArgumentException.class, () -> HalfspaceBall.of(normal, Double.NaN, 1));
    assertThrows(IllegalArgumentException.class, () -> ProductSet.of());
  }
}
