package dev.ccl.core.exact;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.ConvexSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which of several ends of descents is the minimum, and which of the others are its rivals. */
class LowestMinimumTest {

  /**
   * offset + tilt·u + s(u² − a²)² + y² with u, y the coordinates of x in axes turned by an angle:
   * minima near u = ±a with curvature 8sa² along the line that joins them.
   */
  private static Descent.Function twins(
      double offset, double tilt, double s, double a, double angle) {
    double cos = Math.cos(angle);
    double sin = Math.sin(angle);
    return new Descent.Function() {
      @Override
      public double gradient(double[] x, double[] gradient) {
        double u = cos * x[0] + sin * x[1];
        double y = cos * x[1] - sin * x[0];
        double gap = u * u - a * a;
        double alongU = tilt + 4 * s * u * gap;
        gradient[0] = cos * alongU - sin * 2 * y;
        gradient[1] = sin * alongU + cos * 2 * y;
        return offset + tilt * u + s * gap * gap + y * y;
      }

      @Override
      public double[] hessian(double[] x) {
        double u = cos * x[0] + sin * x[1];
        double h = s * (12 * u * u - 4 * a * a);
        return new double[] {
          cos * cos * h + sin * sin * 2,
          cos * sin * (h - 2),
          cos * sin * (h - 2),
          sin * sin * h + cos * cos * 2
        };
      }
    };
  }

  private static Minimum search(Descent.Function f, ConvexSet set, double[]... starts) {
    return GlobalMinimizer.minimize(f, set, List.of(starts));
  }

  /** Starts on both sides of the hill between the twins. */
  private static Minimum search(Descent.Function f, double radius, double a, double angle) {
    double[] one = {1.2 * a * Math.cos(angle), 1.2 * a * Math.sin(angle)};
    double[] other = {-1.1 * one[0], -1.1 * one[1]};
    return search(f, Ball.of(2, radius), one, other);
  }

  @Test
  void nearTwinsWithAHillBetweenThemAreTwo() {
    for (double angle : new double[] {0, 0.5, 1.2, 2.5}) {
      // 0.02 apart, curvature 8e-4, equal values.
      Minimum m = search(twins(0, 0, 1, 0.01, angle), 1, 0.01, angle);
      assertEquals(1, m.rivals().size(), "angle " + angle);
      assertEquals(-m.point().get(0), m.rivals().get(0).get(0), 1e-9);
      assertEquals(8e-4, m.curvature(), 1e-9);
    }
  }

  @Test
  void nearEndsWithoutAHillAreOne() {
    for (double angle : new double[] {0, 0.5, 1.2}) {
      // 0.002 apart, curvature 8e-6: a flat bottom.
      assertTrue(search(twins(0, 0, 1, 1e-3, angle), 1, 1e-3, angle).isUnique());
      // The curvature across does not count.
      assertTrue(search(twins(0, 0, 1e-3, 0.02, angle), 1, 0.02, angle).isUnique());
    }
  }

  @Test
  void distancesAreMeasuredByTheSet() {
    // 5e-5 apart: one point in a set of size 100, two in a set of size 1.
    Descent.Function f = twins(0, 0, 1e4, 2.5e-5, 0.3);
    assertTrue(search(f, 100, 2.5e-5, 0.3).isUnique());
    assertEquals(1, search(f, 1, 2.5e-5, 0.3).rivals().size());
    // Flat, and 1 apart: one in a set of size 100, two in a set of size 1.
    Descent.Function flat = twins(0, 0, 4e-7, 0.5, 0.3);
    assertTrue(search(flat, 100, 0.5, 0.3).isUnique());
    assertEquals(1, search(flat, 1, 0.5, 0.3).rivals().size());
  }

  /**
   * −x₂ + s(x₁² − a²)² on the unit circle has minima where x₁² = a² − 1/(4s) up to order a⁴. With s
   * = 3/(8a²) there is no curvature in x₁ there; the circle's own separates the two.
   */
  @Test
  void boundariesSeparateEnds() {
    double a = 0.02;
    double s = 3 / (8 * a * a);
    Descent.Function f =
        new Descent.Function() {
          @Override
          public double gradient(double[] x, double[] gradient) {
            double gap = x[0] * x[0] - a * a;
            gradient[0] = 4 * s * x[0] * gap;
            gradient[1] = -1;
            return s * gap * gap - x[1];
          }

          @Override
          public double[] hessian(double[] x) {
            return new double[] {s * (12 * x[0] * x[0] - 4 * a * a), 0, 0, 0};
          }
        };
    Minimum m = search(f, Ball.of(2, 1), new double[] {0.015, 1}, new double[] {-0.014, 1});
    assertEquals(Minimum.Location.BOUNDARY, m.location());
    assertEquals(a / Math.sqrt(3), Math.abs(m.point().get(0)), 1e-5);
    assertEquals(0, m.curvature(), 2e-3);
    assertEquals(1, m.tangentCurvature(), 2e-3);
    assertEquals(1, m.rivals().size());
  }

  @Test
  void theLowerTwinWins() {
    for (double tilt : new double[] {1e-3, -1e-3}) {
      Minimum m = search(twins(2, tilt, 1, 1, 0.4), 3, 1, 0.4);
      assertTrue(m.isUnique());
      assertTrue(tilt * m.point().get(0) < 0, "downhill of the tilt");
      assertEquals(2 - 1e-3, m.cost(), 1e-5);
    }
  }

  /** The twins differ by 2·tilt, which is 5e-12 or 5e-9. */
  @Test
  void tiesAreRelative() {
    assertEquals(1, search(twins(0, 2.5e-12, 1, 1, 0), 3, 1, 0).rivals().size());
    assertTrue(search(twins(0, 2.5e-9, 1, 1, 0), 3, 1, 0).isUnique());
    for (double offset : new double[] {1e4, -1e4}) {
      assertEquals(1, search(twins(offset, 2.5e-9, 1, 1, 0), 3, 1, 0).rivals().size());
    }
  }

  /** Of ends of one minimum the most exact is kept, whichever comes first. */
  @Test
  void theSmallestResidualIsKept() {
    Descent.Function quartic = twins(0, 0, 1, 0, 0.3);
    Ball ball = Ball.of(2, 1);
    double[] one = {0.7, 0.1};
    double[] other = {-0.3, -0.2};
    double first = search(quartic, ball, one).residual();
    double second = search(quartic, ball, other).residual();
    assertNotEquals(first, second);
    double best = Math.min(first, second);
    assertEquals(best, search(quartic, ball, one, other).residual());
    assertEquals(best, search(quartic, ball, other, one).residual());
  }

  @Test
  void amongEqualsTheShortestIsThePoint() {
    // Minima at 1 + a and 1 − a on a line away from 0.
    Descent.Function centred = twins(0, 0, 1, 0.5, 0);
    Descent.Function moved =
        new Descent.Function() {
          @Override
          public double gradient(double[] x, double[] gradient) {
            return centred.gradient(new double[] {x[0] - 1, x[1]}, gradient);
          }

          @Override
          public double[] hessian(double[] x) {
            return centred.hessian(new double[] {x[0] - 1, x[1]});
          }
        };
    double[] near = {0.4, 0};
    double[] far = {1.6, 0};
    Ball ball = Ball.of(2, 3);
    for (Minimum m : List.of(search(moved, ball, near, far), search(moved, ball, far, near))) {
      assertArrayEquals(new double[] {0.5, 0}, m.point().toArray(), 1e-12);
      assertEquals(1, m.rivals().size());
      assertArrayEquals(new double[] {1.5, 0}, m.rivals().get(0).toArray(), 1e-12);
    }
  }
}
