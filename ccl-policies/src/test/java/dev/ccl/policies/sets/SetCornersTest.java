package dev.ccl.policies.sets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Projections, draws and radii of every set, and what bad ones are refused for. */
class SetCornersTest {
  private static final double NAN = Double.NaN;

  private static final double INFINITY = Double.POSITIVE_INFINITY;

  @Test
  void aBoxReachesIntoItsBall() {
    Box box = Box.of(new double[] {0.5, 0.5}, new double[] {1, 2});
    double corner = Math.sqrt(0.5);
    for (double radius : new double[] {-1, 0, 1e-300, 0.7, corner - 1e-15, INFINITY, NAN}) {
      assertThrows(IllegalArgumentException.class, () -> BoxBall.of(box, radius), "" + radius);
    }
    assertDoesNotThrow(() -> BoxBall.of(box, corner));
    Box around = Box.of(new double[] {-1, -1}, new double[] {1, 2});
    assertDoesNotThrow(() -> BoxBall.of(around, 1e-300));
  }

  @Test
  void aHalfspaceCutsItsBall() {
    double[] normal = {0, 2};
    for (double offset : new double[] {-2 - 1e-15, -INFINITY, INFINITY, NAN}) {
      assertThrows(
          IllegalArgumentException.class, () -> HalfspaceBall.of(normal, offset, 1), "" + offset);
    }
    for (double offset : new double[] {-2, 2, 1e300}) {
      assertDoesNotThrow(() -> HalfspaceBall.of(normal, offset, 1), "" + offset);
    }
    for (double radius : new double[] {-1, 0, INFINITY, NAN}) {
      assertThrows(
          IllegalArgumentException.class, () -> HalfspaceBall.of(normal, 0, radius), "" + radius);
    }
    for (double length : new double[] {0, INFINITY, NAN}) {
      double[] other = {0, length};
      assertThrows(
          IllegalArgumentException.class, () -> HalfspaceBall.of(other, 0, 1), "" + length);
    }
    double[] longest = {1e308, 1e308};
    assertDoesNotThrow(() -> HalfspaceBall.of(longest, 1, 1));
  }

  @Test
  void aProductHasFactors() {
    assertThrows(IllegalArgumentException.class, ProductSet::of);
    assertDoesNotThrow(() -> ProductSet.of(Ball.of(2, 1)));
  }

  /** A corner of the box that only just reaches into the ball: no draw would ever be there. */
  @Test
  void drawsThatWouldNeverEndAreRefused() {
    Box far = Box.of(new double[] {1, 1, 1}, new double[] {2, 3, 4});
    BoxBall thin = BoxBall.of(far, Math.sqrt(3) * (1 + 1e-12));
    RandomStream random = RandomStreams.of(1).open(Purpose.TRIAL, 0);
    assertEquals(
        "too thin for draws by rejection: " + thin,
        assertThrows(IllegalStateException.class, () -> thin.draw(random, new double[3]))
            .getMessage());
  }

  /** Sets that differ in one part only are not equal; equal ones have one hash and one text. */
  @Test
  void setsAreToldApartByEveryPart() {
    double[] low = {-1, -2};
    double[] high = {1, 2};
    double[] other = {3, 4};
    List<ConvexSet> all = all(low, high, other);
    List<ConvexSet> again = all(low.clone(), high.clone(), other.clone());
    for (int i = 0; i < all.size(); i++) {
      assertEquals(all.get(i).hashCode(), again.get(i).hashCode());
      assertNotEquals(all.get(i), null);
      for (int j = 0; j < all.size(); j++) {
        assertEquals(i == j, all.get(i).equals(again.get(j)), i + ", " + j);
        assertEquals(i == j, all.get(i).toString().equals(again.get(j).toString()), i + ", " + j);
      }
    }
  }

  /** A normal of any length says the same, if its offset has that length too. */
  @Test
  void normalsAreUnits() {
    assertEquals(
        HalfspaceBall.of(new double[] {0, 2}, 1, 2), HalfspaceBall.of(new double[] {0, 4}, 2, 2));
  }

  private static List<ConvexSet> all(double[] low, double[] high, double[] other) {
    Box box = Box.of(low, high);
    return List.of(
        Ball.of(2, 1),
        Ball.of(3, 1),
        Ball.of(2, 1.5),
        box,
        Box.of(low, other),
        Box.of(new double[] {-1, 0}, high),
        BoxBall.of(box, 1),
        BoxBall.of(box, 1.5),
        BoxBall.of(Box.of(low, other), 1),
        HalfspaceBall.of(new double[] {3, 4}, 1, 2),
        HalfspaceBall.of(new double[] {3, -4}, 1, 2),
        HalfspaceBall.of(new double[] {3, 4}, 2, 2),
        HalfspaceBall.of(new double[] {3, 4}, 1, 3),
        ProductSet.of(box),
        ProductSet.of(box, box),
        ProductSet.of(box, Ball.of(2, 1)),
        ProductSet.of(Ball.of(2, 1), box));
  }

  /** A box that touches the ball leaves one point, which every draw and projection gives. */
  @Test
  void aBoxThatTouchesTheBallIsAPoint() {
    BoxBall point = BoxBall.of(Box.of(new double[] {1, -2}, new double[] {3, 0}), 1);
    RandomStream random = RandomStreams.of(8).open(Purpose.TRIAL, 5);
    double[] x = {7, 7};
    point.draw(random, x);
    assertArrayEquals(new double[] {1, 0}, x);
    for (double[] far : new double[][] {{5, -3}, {-4, 2}, {1, 0}}) {
      point.project(far);
      assertArrayEquals(new double[] {1, 0}, far, 1e-12);
    }
  }
}
