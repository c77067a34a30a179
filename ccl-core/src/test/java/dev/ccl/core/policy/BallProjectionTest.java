package dev.ccl.core.policy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

class BallProjectionTest {
  private static double[] projected(double radius, double... point) {
    Ball.of(point.length, radius).project(point);
    return point;
  }

  @Test
  void infiniteCoordinatesReachTheBoundaryOfALargeBall() {
    assertArrayEquals(new double[] {-2}, projected(2, Double.NEGATIVE_INFINITY));
    assertArrayEquals(new double[] {5, 0}, projected(5, Double.POSITIVE_INFINITY, 1e300), 1e-15);
  }

  @Test
  void aNormThatOverflowsKeepsItsDirection() {
    double half = 3 * Math.sqrt(0.5);
    assertArrayEquals(
        new double[] {half, -half}, projected(3, Double.MAX_VALUE, -Double.MAX_VALUE), 1e-15);
    assertArrayEquals(new double[] {1.8, 2.4}, projected(3, 3e170, 4e170), 1e-15);
  }

  @Test
  void membersStay() {
    assertArrayEquals(new double[] {0.3, -0.4}, projected(0.5, 0.3, -0.4), 1e-16);
    assertArrayEquals(new double[] {0, 0}, projected(0, 7, 7));
  }
}
