package dev.ccl.core.exact;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import org.junit.jupiter.api.Test;

/** Minimisers of quadratic functions, judged by the conditions that make them minimisers. */
class QuadraticModelTest {

  private final RandomStream random = RandomStreams.of(17).open(Purpose.TRIAL, 0);

  private double[] vector(int n, double size) {
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = size * (2 * random.nextDouble() - 1);
    }
    return x;
  }

  private double[] symmetric(int d, double shift) {
    double[] h = vector(d * d, 1);
    for (int i = 0; i < d; i++) {
      for (int k = 0; k < i; k++) {
        h[i * d + k] = h[k * d + i];
      }
      h[i * d + i] += shift;
    }
    return h;
  }

  /** g + (H + τI)(y − x). */
  private static double[] slope(double[] x, double[] g, double[] h, double damping, double[] y) {
    int d = x.length;
    double[] slope = g.clone();
    for (int i = 0; i < d; i++) {
      slope[i] += damping * (y[i] - x[i]);
      for (int k = 0; k < d; k++) {
        slope[i] += h[i * d + k] * (y[k] - x[k]);
      }
    }
    return slope;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  private static double model(double[] x, double[] g, double[] h, double damping, double[] y) {
    double[] slope = slope(x, g, h, damping, y);
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += 0.5 * (g[i] + slope[i]) * (y[i] - x[i]);
    }
    return sum;
  }

  @Test
  void decreaseIsThatOfTheModel() {
    for (int trial = 0; trial < 60; trial++) {
      int d = 1 + trial % 3;
      double[] x = vector(d, 1);
      double[] g = vector(d, 1);
      double[] h = symmetric(d, 0);
      double[] y = vector(d, 2);
      for (double damping : new double[] {0, 0.7}) {
        double expected = -model(x, g, h, damping, y);
        assertEquals(expected, new QuadraticModel(x, g, h).decrease(y, damping), 1e-13);
      }
    }
  }

  /**
   * Over a ball y is a global minimiser if and only if some μ ≥ 0 makes H + (τ + μ)I positive
   * semidefinite and the slope −μy, with μ = 0 inside.
   */
  @Test
  void minimizersOverBallsAreGlobal() {
    int inside = 0;
    int indefinite = 0;
    for (int trial = 0; trial < 400; trial++) {
      int d = 1 + trial % 3;
      double r = 0.3 + random.nextDouble();
      Ball ball = Ball.of(d, r);
      double[] x = new double[d];
      ball.draw(random, x);
      double[] g = vector(d, trial % 4 == 0 ? 0.1 : 1);
      double[] h = symmetric(d, trial % 5 - 1);
      double damping = trial % 2 == 0 ? 0 : 0.2;
      double[] y = new QuadraticModel(x, g, h).minimizer(ball, damping);
      double smallest = SymmetricEigen.of(h).value(0) + damping;
      double[] slope = slope(x, g, h, damping, y);
      double norm = Math.sqrt(dot(y, y));
      assertTrue(norm <= r * (1 + 1e-14), "trial " + trial + " leaves the ball");
      double multiplier = norm < r * (1 - 1e-9) ? 0 : Math.max(0, -dot(slope, y) / dot(y, y));
      for (int i = 0; i < d; i++) {
        assertEquals(0, slope[i] + multiplier * y[i], 1e-9, "trial " + trial);
      }
      assertTrue(smallest + multiplier >= -1e-9, "trial " + trial + " is no minimum");
      inside += multiplier == 0 ? 1 : 0;
      indefinite += smallest < 0 ? 1 : 0;
    }
    assertTrue(inside > 30 && inside < 370 && indefinite > 30, inside + ", " + indefinite);
  }

  /**
   * The slope has no part along the direction of negative curvature: y lies at either end of it.
   */
  @Test
  void hardCasesGoToTheSphere() {
    double[] zero = new double[2];
    double[] h = {-1, 0, 0, 2};
    double[] y = new QuadraticModel(zero, zero, h).minimizer(Ball.of(2, 1.5), 0);
    assertArrayEquals(new double[] {1.5, 0}, new double[] {Math.abs(y[0]), y[1]}, 1e-12);
    y = new QuadraticModel(zero, new double[] {0, 1.2}, h).minimizer(Ball.of(2, 1.5), 0);
    // (2 + μ) y₁ = −1.2 with μ = 1, the rest of the norm goes along the first axis.
    assertEquals(-0.4, y[1], 1e-12);
    assertEquals(Math.sqrt(1.5 * 1.5 - 0.16), Math.abs(y[0]), 1e-12);
  }

  @Test
  void flatDirectionsAreLeftAlone() {
    double[] x = {0.3, -0.2};
    double[] stay = new QuadraticModel(x, new double[2], new double[4]).minimizer(Ball.of(2, 1), 0);
    assertArrayEquals(x, stay, 1e-15);
    double[] h = {4, 0, 0, 0};
    double[] y = new QuadraticModel(x, new double[] {0.4, 0}, h).minimizer(Ball.of(2, 1), 0);
    assertArrayEquals(new double[] {0.2, -0.2}, y, 1e-15);
    // A slope along a direction without curvature leads to the boundary.
    y = new QuadraticModel(x, new double[] {0, 0.5}, h).minimizer(Ball.of(2, 1), 0);
    assertEquals(1, Math.sqrt(dot(y, y)), 1e-12);
    assertTrue(y[1] < -0.5, "downhill");
  }

  /** Over a box y is the minimiser of a convex model if no coordinate can move downhill. */
  @Test
  void minimizersOverBoxesAreStationary() {
    int touching = 0;
    for (int trial = 0; trial < 120; trial++) {
      int d = 1 + trial % 3;
      double[] lower = vector(d, 1);
      double[] upper = lower.clone();
      for (int i = 0; i < d; i++) {
        upper[i] += 0.1 + random.nextDouble();
      }
      ConvexSet box = Box.of(lower, upper);
      double[] x = new double[d];
      box.draw(random, x);
      double[] g = vector(d, 1);
      boolean diagonal = trial % 2 == 0;
      double[] h = symmetric(d, 2.5);
      double damping = trial % 3 == 0 ? 0.3 : 0;
      double shift = damping;
      if (diagonal) { // indefinite: the model is lifted to a smallest curvature of 1e-3 its largest
        h = new double[d * d];
        for (int i = 0; i < d; i++) {
          h[i * d + i] = i == 0 ? -0.8 : 1 + i;
        }
        shift = 1e-3 * (d == 1 ? 0.8 : d) + 1e-9 + 0.8;
      }
      double[] y = new QuadraticModel(x, g, h).minimizer(box, damping);
      assertTrue(box.contains(y), "trial " + trial);
      double[] slope = slope(x, g, h, shift, y);
      for (int i = 0; i < d; i++) {
        boolean low = y[i] <= lower[i];
        boolean high = y[i] >= upper[i];
        touching += low || high ? 1 : 0;
        double uphill = low ? Math.min(0, slope[i]) : high ? Math.max(0, slope[i]) : slope[i];
        assertEquals(0, uphill, 1e-9, "trial " + trial + " coordinate " + i);
      }
    }
    assertTrue(touching > 20, "some bounds bind: " + touching);
  }

  /** The lowest value of the model on a fine grid of polar coordinates, in the plane. */
  private static double lowestOnGrid(double[] x, double[] g, double[] h, double damping, double r) {
    double lowest = Double.POSITIVE_INFINITY;
    for (int i = 0; i <= 40; i++) {
      for (int k = 0; k < 240; k++) {
        double angle = 2 * Math.PI * k / 240;
        double[] y = {r * i / 40 * Math.cos(angle), r * i / 40 * Math.sin(angle)};
        lowest = Math.min(lowest, model(x, g, h, damping, y));
      }
    }
    return lowest;
  }

  /** Nothing is lower: balls of all sizes, curvatures of both signs, slopes along an axis only. */
  @Test
  void noPointOfAGridIsLower() {
    double[][] slopes = {{1, 0.3}, {0, 1}, {0.2, 0}, {0, 0}, {1e-3, -2}};
    double[][] curvatures = {{2, 1}, {-1, 3}, {-1, -1}, {0, 1}, {-2, 0}};
    for (double r : new double[] {1e-3, 1, 1e6}) {
      double[] x = {0.4 * r, -0.5 * r};
      for (double[] slope : slopes) {
        for (double[] c : curvatures) {
          for (double damping : new double[] {0, 0.5}) {
            double[] g = {slope[0] * r, slope[1] * r};
            double[] h = {c[0], 0, 0, c[1]};
            double[] y = new QuadraticModel(x, g, h).minimizer(Ball.of(2, r), damping);
            assertTrue(Math.sqrt(dot(y, y)) <= r * (1 + 1e-15));
            double lowest = lowestOnGrid(x, g, h, damping, r);
            assertTrue(model(x, g, h, damping, y) <= lowest + 1e-12 * r * r, "at " + r);
          }
        }
      }
    }
  }

  /** In a large ball the norm is met to the last digits, and no step beside it is taken. */
  @Test
  void radiiAreMetToTheLastDigits() {
    for (double r : new double[] {1e-4, 3, 1e7}) {
      double[] x = {0.1 * r, 0.2 * r};
      double[] g = {-2 * r, r};
      double[] h = {1, 0, 0, 0.7};
      double[] y = new QuadraticModel(x, g, h).minimizer(Ball.of(2, r), 0);
      double[] slope = slope(x, g, h, 0, y);
      assertEquals(1, Math.sqrt(dot(y, y)) / r, 1e-14);
      assertEquals(0, (slope[0] * y[1] - slope[1] * y[0]) / (r * r), 1e-13, "no tangential slope");
    }
  }

  /** A minimiser of the whole model just outside the ball is not that of the ball. */
  @Test
  void membersUpToRoundingAreOutside() {
    double[] g = {-1, -100 * (1 + 1e-10)};
    double[] h = {1, 0, 0, 100}; // lowest at (1, 1 + 1e-10)
    double r = Math.sqrt(2);
    double[] y = new QuadraticModel(new double[2], g, h).minimizer(Ball.of(2, r), 0);
    double[] slope = slope(new double[2], g, h, 0, y);
    assertTrue(Math.sqrt(dot(y, y)) <= r * (1 + 1e-15));
    assertEquals(0, slope[0] * y[1] - slope[1] * y[0], 1e-13);
  }

  /** Flat is what is small beside the largest curvature and has no slope. */
  @Test
  void flatnessIsRelative() {
    Ball ball = Ball.of(2, 1);
    double[] x = {0.3, 0.2};
    double[] steep = {1e3, 0, 0, 5e-13};
    assertArrayEquals(
        x, new QuadraticModel(x, new double[] {0, 1e-15}, steep).minimizer(ball, 0), 1e-15);
    double[] y = new QuadraticModel(x, new double[] {0, 2e-15}, steep).minimizer(ball, 0);
    assertArrayEquals(new double[] {0.3, 0.2 - 0.004}, y, 1e-12);
    double[] gentle = {1e-3, 0, 0, 5e-18};
    y = new QuadraticModel(x, new double[] {0, 5e-19}, gentle).minimizer(ball, 0);
    assertArrayEquals(new double[] {0.3, 0.1}, y, 1e-12);
    double[] alsoNegative = {-1e3, 0, 0, 5e-13};
    y = new QuadraticModel(new double[2], new double[] {1, 1e-15}, alsoNegative).minimizer(ball, 0);
    assertArrayEquals(new double[] {-1, 0}, y, 1e-12);
  }

  /** Without curvature the lowest point of a box is a corner. */
  @Test
  void linearModelsGoToTheCorner() {
    Box box = Box.of(new double[] {-1, -2}, new double[] {3, 4});
    double[] g = {1e-3, -1};
    double[] y = new QuadraticModel(new double[2], g, new double[4]).minimizer(box, 0);
    assertArrayEquals(new double[] {-1, 4}, y);
  }

  /** A box that counts how often it is asked for a projection. */
  private static final class CountingBox implements ConvexSet {
    private final Box box;
    private int projections;

    CountingBox(double[] lower, double[] upper) {
      this.box = Box.of(lower, upper);
    }

    @Override
    public int dimension() {
      return box.dimension();
    }

    @Override
    public double radius() {
      return box.radius();
    }

    @Override
    public boolean contains(double[] point) {
      return box.contains(point);
    }

    @Override
    public void project(double[] point) {
      projections++;
      box.project(point);
    }

    @Override
    public void draw(RandomStream random, double[] point) {
      box.draw(random, point);
    }
  }

  /** Momentum makes the number of steps grow like the square root of the condition number. */
  @Test
  void projectionsAreAccelerated() {
    int[] most = {200, 700, 1600};
    double[] conditions = {10, 100, 500};
    for (int k = 0; k < most.length; k++) {
      CountingBox box = new CountingBox(new double[] {-1, -1, -1}, new double[] {1, 1, 1});
      double[] h = {1, 0, 0, 0, conditions[k], 0, 0, 0, 0.5 * conditions[k]};
      double[] g = {-0.5, -1, -2 * conditions[k]}; // the last bound binds
      double[] y = new QuadraticModel(new double[3], g, h).minimizer(box, 0);
      assertArrayEquals(new double[] {0.5, 1 / conditions[k], 1}, y, 1e-11);
      assertTrue(box.projections <= most[k], conditions[k] + ": " + box.projections);
    }
  }

  /**
   * From inside a square the first steps may lead into a corner, and momentum would hold it there;
   * the least value is on a side. Each side has a parabola, whose least value is known.
   */
  @Test
  void momentumDoesNotHoldItInACorner() {
    Box square = Box.of(new double[] {-0.6, -0.6}, new double[] {0.6, 0.6});
    RandomStream random = RandomStream.of(7, 7, 7, 7);
    int inside = 0;
    for (int trial = 0; trial < 500; trial++) {
      double a = 12 + 10 * random.nextDouble();
      double b = 8 * random.nextDouble();
      double c = 7 + 3 * random.nextDouble();
      double[] g = {-20 * random.nextDouble(), 8 * random.nextDouble()};
      double[] y =
          new QuadraticModel(new double[2], g, new double[] {a, b, b, c}).minimizer(square, 0);
      double[] best = null;
      double least = Double.POSITIVE_INFINITY;
      for (int side = 0; side < 5; side++) {
        double fixed = side % 2 == 0 ? 0.6 : -0.6;
        double[] z = new double[2];
        if (side == 4) { // inside
          double det = a * c - b * b;
          z = new double[] {(b * g[1] - c * g[0]) / det, (b * g[0] - a * g[1]) / det};
        } else if (side < 2) {
          z[0] = fixed;
          z[1] = Math.max(-0.6, Math.min(0.6, -(g[1] + b * fixed) / c));
        } else {
          z[1] = fixed;
          z[0] = Math.max(-0.6, Math.min(0.6, -(g[0] + b * fixed) / a));
        }
        double value =
            g[0] * z[0] + g[1] * z[1] + (a * z[0] * z[0] + c * z[1] * z[1]) / 2 + b * z[0] * z[1];
        if (square.contains(z) && value < least) {
          least = value;
          best = z;
        }
      }
      assertArrayEquals(best, y, 1e-9, "trial " + trial);
      inside += Math.abs(best[0]) == 0.6 && Math.abs(best[1]) < 0.6 ? 1 : 0;
    }
    assertTrue(inside > 50, "on a side: " + inside);
  }
}
