package dev.ccl.core.exact;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.random.Stream;
import org.junit.jupiter.api.Test;

/** Minimisers of quadratic functions, judged by the conditions that make them minimisers. */
class QuadraticModelTest {

  private final Stream random = RandomStreams.of(17).open(Purpose.TRIAL, 0);

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
        double largest = Math.abs((d == 1 ? -0.8 : d) + damping);
        shift = 1e-3 * largest + 1e-9 + 0.8;
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
}
