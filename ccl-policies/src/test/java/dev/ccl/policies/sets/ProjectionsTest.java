package dev.ccl.policies.sets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
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
    assertEquals(Math.sqrt(2), set.radius(2, 4), 1e-15); // nothing of the ball
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

  /**
   * Far out along the normal the part across it has few digits left; the plane is met all the same.
   */
  @Test
  void farPointsLandOnThePlane() {
    double[] n = {0.6, 0.8};
    HalfspaceBall set = HalfspaceBall.of(n, 0.2, 1);
    double room = Math.sqrt(0.96);
    for (double far : new double[] {1e3, 1e6, 1e10}) {
      double[] x = projected(set, 0.6 * far - 0.8 * 3, 0.8 * far + 0.6 * 3);
      assertEquals(0.2, 0.6 * x[0] + 0.8 * x[1], 1e-15, "height from " + far);
      assertEquals(room, -0.8 * x[0] + 0.6 * x[1], 1e-15, "across, from " + far);
    }
  }

  @Test
  void theCentreHasANearestPointToo() {
    assertArrayEquals(new double[2], projected(HalfspaceBall.of(new double[] {1, 1}, 0, 1), 0, 0));
    HalfspaceBall cap = HalfspaceBall.of(new double[] {0, 1}, -0.5, 1);
    assertArrayEquals(new double[] {0, -0.5}, projected(cap, 0, 0));
    BoxBall away = BoxBall.of(Box.of(new double[] {1, -1}, new double[] {2, 1}), 1.5);
    assertArrayEquals(new double[] {1, 0}, projected(away, 0, 0));
  }

  private static String refusal(double[] a, double b, double radius) {
    return assertThrows(IllegalArgumentException.class, () -> HalfspaceBall.of(a, b, radius))
        .getMessage();
  }

  @Test
  void refusalsNameTheValue() {
    assertEquals("normal: its norm is 0.0", refusal(new double[2], 1, 1));
    assertEquals("normal: its norm is Infinity", refusal(new double[] {INFINITY, 0}, 1, 1));
    assertEquals("radius: 0.0", refusal(new double[] {1, 0}, 0, 0));
    assertEquals("radius: Infinity", refusal(new double[] {1, 0}, 0, INFINITY));
    assertEquals(
        "offset: the halfspace at -1.5 lies outside the ball of radius 1.0",
        refusal(new double[] {0, 4}, -6, 1));
    assertEquals(
        "offset: the halfspace at Infinity lies outside the ball of radius 1.0",
        refusal(new double[] {1e-300}, 1e10, 1));
  }

  /** From the other one nearly no draw would be a member. */
  @Test
  void drawsComeFromTheSmallerSet() {
    double[] x = new double[3];
    double tiny = 1e-4;
    Box small = Box.of(new double[3], new double[] {tiny, tiny, tiny});
    Box large = Box.of(new double[] {-1e4, -1e4, -1e4}, new double[] {1e4, 1e4, 1e4});
    for (BoxBall set : new BoxBall[] {BoxBall.of(small, 1), BoxBall.of(large, 1)}) {
      set.draw(RandomStreams.of(3).open(Purpose.TRIAL, 0), x);
      assertTrue(set.contains(x));
    }
  }

  @Test
  void boundariesBelongToTheSet() {
    RandomStream random = RandomStreams.of(4).open(Purpose.TRIAL, 0);
    for (int trial = 0; trial < 100; trial++) {
      double[] x = {random.nextDouble() - 0.5, random.nextDouble() - 0.5};
      BoxBall round = BoxBall.of(square(1), Vectors.norm(x));
      assertArrayEquals(x, projected(round, x.clone()), "on the sphere");
    }
    double end = 0.5 + ConvexSet.TOLERANCE;
    HalfspaceBall half = HalfspaceBall.of(new double[] {0, 1}, 0.5, 1);
    assertTrue(half.contains(new double[] {0, end}));
    assertFalse(half.contains(new double[] {0, Math.nextUp(end)}));
  }

  /** Ways to draw have the same law but other bits, so each stays where it is. */
  @Test
  void halfABallIsDrawnByRejectionAndBoxesComeFirst() {
    double[] expected = new double[2];
    RandomStream random = RandomStreams.of(5).open(Purpose.TRIAL, 0);
    do {
      Ball.of(2, 1).draw(random, expected);
    } while (expected[1] > 0);
    double[] x = new double[2];
    HalfspaceBall half = HalfspaceBall.of(new double[] {0, 1}, 0, 1);
    half.draw(RandomStreams.of(5).open(Purpose.TRIAL, 0), x);
    assertArrayEquals(expected, x);
    Box line = Box.of(new double[] {-1}, new double[] {1});
    double[] first = new double[1];
    double[] second = new double[1];
    line.draw(RandomStreams.of(6).open(Purpose.TRIAL, 0), first);
    BoxBall.of(line, 1).draw(RandomStreams.of(6).open(Purpose.TRIAL, 0), second);
    assertArrayEquals(first, second);
  }
}
