package dev.ccl.policies.sets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.judge.FalseAlarms;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Small checks of the composed sets: nearest points and the law of one coordinate of a draw. */
class UniformDrawsTest {
  private static final int DRAWS = 4_000;

  private static final double LEVEL = 1e-12;

  /** The empirical law leaves this distance with probability at most {@link #LEVEL} (Massart). */
  private static final double DISTANCE = Math.sqrt(Math.log(2 / LEVEL) / (2 * DRAWS));

  static java.util.stream.Stream<ConvexSet> sets() {
    return java.util.stream.Stream.of(
        BoxBall.of(Box.of(new double[] {-1, -1, -1}, new double[] {1, 1, 1}), 1.2),
        BoxBall.of(Box.of(new double[] {0.3, 0.3}, new double[] {2, 2}), 1),
        BoxBall.of(Box.of(new double[] {-9, -0.1, -9}, new double[] {9, 0.2, 0.4}), 2),
        BoxBall.of(Box.of(new double[] {-5, 0.5}, new double[] {5, 0.5}), 1), // a chord
        HalfspaceBall.of(new double[] {1, 1}, 0.5, 2),
        HalfspaceBall.of(new double[] {-3, 0, 4}, -2.5, 1.3),
        HalfspaceBall.of(new double[] {2}, -0.4, 1),
        ProductSet.of(
            Ball.of(2, 1), Box.of(new double[] {-1}, new double[] {0.5}), Ball.of(1, 0.2)));
  }

  /** y is the nearest point of a convex set if and only if (x − y)·(z − y) ≤ 0 on all of it. */
  @ParameterizedTest
  @MethodSource("sets")
  void projectionsAreNearest(ConvexSet set) {
    RandomStream random = RandomStreams.of(41).open(Purpose.TRIAL, 0);
    int d = set.dimension();
    double[] z = new double[d];
    for (int trial = 0; trial < 120; trial++) {
      double[] x = new double[d];
      double size = trial % 3 == 0 ? 1.5 : trial % 3 == 1 ? 6 : 1e9;
      for (int i = 0; i < d; i++) {
        x[i] = size * (2 * random.nextDouble() - 1);
      }
      double[] y = x.clone();
      set.project(y);
      assertTrue(set.contains(y), "a member");
      double[] again = y.clone();
      set.project(again);
      assertArrayEquals(y, again, 1e-14, "members stay");
      for (int k = 0; k < 40; k++) {
        set.draw(random, z);
        assertTrue(set.contains(z), "draws are members");
        if (k % 2 == 0) { // towards the boundary, where violations are largest
          for (int i = 0; i < d; i++) {
            z[i] = y[i] + 3 * (z[i] - y[i]);
          }
          set.project(z);
        }
        double product = 0;
        for (int i = 0; i < d; i++) {
          product += (x[i] - y[i]) * (z[i] - y[i]);
        }
        assertTrue(product <= 1e-12 * (1 + size), "trial " + trial + ": " + product);
      }
    }
  }

  /** The law of a height of the draws against its density, integrated by the midpoint rule. */
  private static void assertLaw(
      ConvexSet set, double[] along, double low, double high, DoubleUnaryOperator density) {
    RandomStream random = RandomStreams.of(42).open(Purpose.TRIAL, set.dimension());
    double[] heights = new double[DRAWS];
    double[] x = new double[set.dimension()];
    for (int n = 0; n < DRAWS; n++) {
      set.draw(random, x);
      for (int i = 0; i < x.length; i++) {
        heights[n] += along[i] * x[i];
      }
    }
    FalseAlarms.declare(LEVEL);
    Arrays.sort(heights);
    int cells = 2_000;
    double total = 0;
    double[] below = new double[cells + 1];
    for (int i = 0; i < cells; i++) {
      total += density.applyAsDouble(low + (high - low) * (i + 0.5) / cells);
      below[i + 1] = total;
    }
    for (int n = 0; n < DRAWS; n++) {
      assertTrue(heights[n] >= low - 1e-12 && heights[n] <= high + 1e-12, "height " + heights[n]);
      int cell = (int) Math.min(cells - 1, (heights[n] - low) / (high - low) * cells);
      assertEquals(below[cell] / total, n / (double) DRAWS, DISTANCE + 1e-3, set.toString());
    }
  }

  @Test
  void heightsOfCapsHaveTheirLaw() {
    // Across the height t a ball of dimension d − 1 and radius √(r² − t²).
    double[] n3 = {-0.6, 0, 0.8};
    for (double offset : new double[] {-0.5, -0.05, 0.3}) {
      assertLaw(HalfspaceBall.of(n3, offset, 1.3), n3, -1.3, offset, t -> 1.69 - t * t);
    }
    double[] n1 = {1};
    assertLaw(HalfspaceBall.of(n1, -0.2, 1), n1, -1, -0.2, t -> 1);
    double[] n9 = new double[9];
    Arrays.fill(n9, 1.0 / 3);
    assertLaw(HalfspaceBall.of(n9, -0.4, 1), n9, -1, -0.4, t -> Math.pow(1 - t * t, 4));
    // A large ball, where the tangent at the cut is steep.
    double[] low9 = n9.clone();
    low9[0] = -low9[0];
    DoubleUnaryOperator eight = t -> Math.pow(9 - t * t, 4);
    assertLaw(HalfspaceBall.of(low9, -1.5, 3), low9, -3, -1.5, eight);
    // A direction across the normal: the section of the cap at height t is known in the plane.
    double[] n2 = {0, 1};
    DoubleUnaryOperator section = t -> Math.max(0, Math.sqrt(1 - t * t) - 0.5);
    double end = Math.sqrt(0.75);
    assertLaw(HalfspaceBall.of(n2, -0.5, 1), new double[] {1, 0}, -end, end, section);
  }

  @Test
  void boxesInBallsAreUniform() {
    Box square = Box.of(new double[] {-0.8, -0.2}, new double[] {1, 0.9});
    double[] axis = {1, 0};
    DoubleUnaryOperator section =
        t -> {
          double half = Math.sqrt(Math.max(0, 1 - t * t));
          return Math.max(0, Math.min(half, 0.9) - Math.max(-half, -0.2));
        };
    assertLaw(BoxBall.of(square, 1), axis, -0.8, 1, section); // the box is smaller
    Box wide = Box.of(new double[] {-3, -3}, new double[] {0.5, 3});
    assertLaw(BoxBall.of(wide, 1), axis, -1, 0.5, t -> Math.sqrt(1 - t * t)); // the ball is
  }

  @Test
  void productsDrawEachFactor() {
    ProductSet set = ProductSet.of(Ball.of(2, 1), Box.of(new double[] {-1}, new double[] {0.5}));
    assertLaw(set, new double[] {0, 1, 0}, -1, 1, t -> Math.sqrt(1 - t * t));
    assertLaw(set, new double[] {0, 0, 1}, -1, 0.5, t -> 1);
  }

  @Test
  void volumesAreThoseOfTheTextbook() {
    double r = 1.7;
    double[] volumes = {
      2 * r,
      Math.PI * r * r,
      4.0 / 3 * Math.PI * Math.pow(r, 3),
      Math.PI * Math.PI / 2 * Math.pow(r, 4),
      8.0 / 15 * Math.PI * Math.PI * Math.pow(r, 5)
    };
    for (int d = 1; d <= volumes.length; d++) {
      assertEquals(Math.log(volumes[d - 1]), BoxBall.logVolume(Ball.of(d, r)), 1e-14, "d = " + d);
    }
    Box box = Box.of(new double[] {-1, 2, 0}, new double[] {0.5, 5, 7});
    assertEquals(Math.log(1.5 * 3 * 7), BoxBall.logVolume(box), 1e-14);
  }

  @Test
  void capsEndAtTheirPlane() {
    HalfspaceBall set = HalfspaceBall.of(new double[] {0, 4}, 2, 1); // second coordinate ≤ 1/2
    assertTrue(set.contains(new double[] {0.1, 0.5}));
    assertFalse(set.contains(new double[] {0.1, 0.51}));
    assertFalse(set.contains(new double[] {1.1, 0}));
    assertFalse(set.contains(new double[] {0}));
    // Offsets count in units of the normal: 4y ≤ −4 touches the unit ball, 4y ≤ −4.1 misses it.
    assertEquals(2, HalfspaceBall.of(new double[] {0, 4}, -4, 1).dimension());
    assertThrows(
        IllegalArgumentException.class, () -> HalfspaceBall.of(new double[] {0, 4}, -4.1, 1));
    assertThrows(
        IllegalArgumentException.class, () -> HalfspaceBall.of(new double[] {0, 0.1}, -0.2, 1));
  }

  @Test
  void hugePointsGoToTheBoundary() {
    BoxBall set = BoxBall.of(Box.of(new double[] {-4, -4}, new double[] {4, 4}), 5);
    double r = 5 * Math.sqrt(0.5);
    for (double size : new double[] {1e200, 1e305}) {
      double[] x = {size, -size};
      set.project(x);
      assertArrayEquals(new double[] {r, -r}, x, 1e-14);
      double[] y = {size, 0};
      set.project(y);
      assertArrayEquals(new double[] {4, 0}, y);
    }
  }

  @Test
  void aTouchingBoxIsOnePoint() {
    BoxBall point = BoxBall.of(Box.of(new double[] {3, 4}, new double[] {7, 8}), 5);
    double[] x = new double[2];
    point.draw(RandomStreams.of(1).open(Purpose.TRIAL, 0), x);
    assertArrayEquals(new double[] {3, 4}, x);
    HalfspaceBall pole = HalfspaceBall.of(new double[] {0, 1}, -2, 2);
    pole.draw(RandomStreams.of(1).open(Purpose.TRIAL, 0), x);
    assertArrayEquals(new double[] {0, -2}, x, 1e-15);
    double[] far = {5, 9};
    pole.project(far);
    assertArrayEquals(new double[] {0, -2}, far, 1e-15);
  }

  @Test
  void radiiOfSlices() {
    Box box = Box.of(new double[] {-1, -3}, new double[] {2, 1});
    BoxBall both = BoxBall.of(box, 2.5);
    assertEquals(2.5, both.radius());
    assertEquals(2, both.radius(0, 1));
    assertEquals(2.5, both.radius(1, 2));
    assertEquals(2, both.dimension());
    assertEquals(Math.sqrt(13), BoxBall.of(box, 9).radius(), 1e-15);
    HalfspaceBall half = HalfspaceBall.of(new double[] {1, 2, 3}, 0, 1.5);
    assertEquals(1.5, half.radius());
    assertEquals(3, half.dimension());
    ProductSet product = ProductSet.of(box, Ball.of(1, 4));
    assertEquals(2, product.factors().size());
    assertEquals(4, product.radius(2, 3));
    assertEquals(5, product.radius(1, 3), 1e-15);
  }

  @Test
  void wrongPointsAndPartsAreRefused() {
    for (int length : new int[] {0, 1, 3}) {
      double[] point = new double[length];
      Box flat = Box.of(new double[2], new double[] {1, 1});
      assertFalse(ProductSet.of(Ball.of(1, 1), Ball.of(1, 1)).contains(point));
      assertFalse(BoxBall.of(flat, 1).contains(point));
      assertFalse(HalfspaceBall.of(new double[] {0, 1}, 0.5, 1).contains(point));
    }
    assertFalse(ProductSet.of(Ball.of(1, 1), Ball.of(1, 1)).contains(new double[] {0, 1.1}));
    Box box = Box.of(new double[] {-1}, new double[] {2});
    for (double radius : new double[] {0, -1, Double.POSITIVE_INFINITY, Double.NaN}) {
      assertThrows(IllegalArgumentException.class, () -> BoxBall.of(box, radius));
      assertThrows(
          IllegalArgumentException.class, () -> HalfspaceBall.of(new double[] {1}, 0, radius));
    }
    double infinity = Double.POSITIVE_INFINITY;
    assertThrows(
        IllegalArgumentException.class, () -> HalfspaceBall.of(new double[] {1}, infinity, 1));
    assertThrows(
        IllegalArgumentException.class, () -> HalfspaceBall.of(new double[] {infinity}, 0, 1));
  }
}
