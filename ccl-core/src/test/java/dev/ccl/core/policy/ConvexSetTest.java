package dev.ccl.core.policy;

import static dev.ccl.core.brute.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ConvexSetTest {
  private static final ConvexSet[] SETS = {
    Ball.of(1, 2),
    Ball.of(3, 0.5),
    Ball.of(4, 60),
    Box.of(new double[] {-1, 0.5}, new double[] {2, 0.5}),
    Box.of(new double[] {-3}, new double[] {-1})
  };

  @Test
  void projectionsAreNearest() {
    RandomStream random = RandomStreams.of(11).open(Purpose.TRIAL, 0);
    for (ConvexSet set : SETS) {
      int d = set.dimension();
      for (int k = 0; k < 200; k++) {
        double[] x = new double[d];
        Ball.of(d, 3 * set.radius()).draw(random, x);
        double[] p = x.clone();
        set.project(p);
        assertTrue(set.contains(p), set + " holds its projections");
        if (set.contains(x)) {
          assertClose(x, p, 2e-9, "members stay");
        }
        double[] y = new double[d];
        set.draw(random, y);
        assertTrue(set.contains(y), "draws are members");
        double obtuse = 0; // (x − p)·(y − p) ≤ 0 for every member y
        for (int i = 0; i < d; i++) {
          obtuse += (x[i] - p[i]) * (y[i] - p[i]);
        }
        assertTrue(obtuse <= 1e-9 * set.radius() * set.radius(), set + ": " + obtuse);
        double norm = 0;
        for (double v : y) {
          norm += v * v;
        }
        assertTrue(Math.sqrt(norm) <= set.radius() * (1 + 1e-12), "the radius is a bound");
      }
    }
  }

  @Test
  void hugeAndInfinitePointsGoToTheBoundary() {
    Ball ball = Ball.of(2, 3);
    double[] huge = {3e200, -4e200};
    ball.project(huge);
    assertClose(new double[] {1.8, -2.4}, huge, 1e-14, "squares overflow");
    double[] infinite = {Double.NEGATIVE_INFINITY, 5};
    ball.project(infinite);
    assertClose(new double[] {-3, 0}, infinite, 1e-14, "infinite");
    double[] tiny = {1e-200, 0};
    Ball.of(2, 0).project(tiny);
    assertClose(new double[2], tiny, 0, "a point");
    double[] box = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    Box.of(new double[] {-1, -2}, new double[] {1, 2}).project(box);
    assertClose(new double[] {1, -2}, box, 0, "box");
  }

  @Test
  void strangersAreNoMembers() {
    for (ConvexSet set : SETS) {
      double[] x = new double[set.dimension()];
      x[0] = Double.NaN;
      assertFalse(set.contains(x), "NaN");
      x[0] = set.radius() + 1e-6;
      assertFalse(set.contains(x), "outside");
      for (int more : new int[] {-1, 1}) {
        double[] other = new double[set.dimension() + more];
        Arrays.fill(other, set instanceof Box box ? box.lower().get(0) : 0);
        assertFalse(set.contains(other), "another dimension");
      }
    }
    assertThrows(IllegalArgumentException.class, () -> Ball.of(0, 1));
    assertThrows(IllegalArgumentException.class, () -> Ball.of(1, -1));
    assertThrows(IllegalArgumentException.class, () -> Ball.of(1, Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> Box.of(new double[] {1}, new double[] {0}));
    assertEquals(Ball.of(2, 1), Ball.of(2, 1));
    assertEquals(
        Box.of(new double[] {1}, new double[] {2}), Box.of(new double[] {1}, new double[] {2}));
  }

  /** What is within 10⁻⁹ is a member, in the unit of the coordinates, whatever the size. */
  @Test
  void toleranceIsAbsolute() {
    for (double size : new double[] {0, 1e-3, 1, 1e5}) {
      for (int i = 0; i < 3; i++) {
        assertEnds(Ball.of(3, size), i, -size, size);
        double[] lower = {-3 * size, -size, size};
        double[] upper = {-2 * size, 4 * size, 2 * size};
        assertEnds(Box.of(lower, upper), i, lower[i], upper[i]);
      }
    }
  }

  private static void assertEnds(ConvexSet set, int i, double low, double high) {
    for (double beyond : new double[] {-1e-5, 0, 0.8e-9, 1.2e-9, 1e-5}) {
      boolean inside = beyond < 1e-9;
      for (boolean up : new boolean[] {false, true}) {
        double[] x = new double[3];
        if (set instanceof Box) {
          set.project(x);
        }
        x[i] = up ? high + beyond : low - beyond;
        if (beyond >= 0 || high - low > 1e-4) {
          assertEquals(inside, set.contains(x), set + ", " + i + ": " + x[i]);
        }
      }
    }
  }

  @Test
  void boxesAreToldApartByBothCorners() {
    double[] zero = {0, 0};
    Box box = Box.of(zero, new double[] {1, 2});
    assertEquals(box.hashCode(), Box.of(zero.clone(), new double[] {1, 2}).hashCode());
    assertNotEquals(box, Box.of(zero, new double[] {1, 3}));
    assertNotEquals(box, Box.of(new double[] {0, -1}, new double[] {1, 2}));
    assertNotEquals(box, Ball.of(2, 1));
    assertEquals(Ball.of(2, 1).hashCode(), Ball.of(2, 1).hashCode());
    assertNotEquals(Ball.of(2, 1), Ball.of(2, 2));
    assertNotEquals(Ball.of(2, 1), Ball.of(3, 1));
    assertNotEquals(Ball.of(2, 1), box);
  }

  /** Names show every digit, and the last digit tells sets apart. */
  @Test
  void setsAreNamedAndToldApartToTheLastDigit() {
    double next = Math.nextUp(0.3);
    assertEquals("ball of radius 0.30000000000000004 in dimension 2", Ball.of(2, next).toString());
    assertNotEquals(Ball.of(2, 0.3), Ball.of(2, next));
    double[] lower = {-next};
    double[] upper = {0.3};
    assertEquals("box from [-0.30000000000000004] to [0.3]", Box.of(lower, upper).toString());
    assertNotEquals(Box.of(lower, upper), Box.of(new double[] {-0.3}, upper));
  }

  /** Points outside by less than the tolerance count as members, yet projections bring them in. */
  @Test
  void projectionsForgiveNothing() {
    double[] x = {1 + 5e-10, 0};
    assertTrue(Ball.of(2, 1).contains(x));
    Ball.of(2, 1).project(x);
    assertClose(new double[] {1, 0}, x, 1e-15, "ball");
    double[] y = {1 + 5e-10, -5e-10};
    Box box = Box.of(new double[2], new double[] {1, 1});
    assertTrue(box.contains(y));
    box.project(y);
    assertClose(new double[] {1, 0}, y, 0, "box");
  }
}
