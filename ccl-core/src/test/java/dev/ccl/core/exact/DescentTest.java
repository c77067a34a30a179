package dev.ccl.core.exact;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import org.junit.jupiter.api.Test;

/** Descents on functions whose minima are known, and the number of steps that they take. */
class DescentTest {

  /** Σ f(xᵢ) with a function of one variable, plus an offset; counts its calls. */
  private abstract static class Sum implements Descent.Function {
    private int gradients;
    private int hessians;

    abstract double value(double x);

    abstract double slope(double x);

    abstract double curvature(double x);

    @Override
    public double gradient(double[] x, double[] gradient) {
      gradients++;
      double sum = 0;
      for (int i = 0; i < x.length; i++) {
        sum += value(x[i]);
        gradient[i] = slope(x[i]);
      }
      return sum;
    }

    @Override
    public double[] hessian(double[] x) {
      hessians++;
      double[] hessian = new double[x.length * x.length];
      for (int i = 0; i < x.length; i++) {
        hessian[i * x.length + i] = curvature(x[i]);
      }
      return hessian;
    }

    Descent.Point from(ConvexSet set, double... start) {
      return new Descent(this, set).from(start);
    }

    void assertCalls(int mostGradients, int mostHessians) {
      assertTrue(
          gradients <= mostGradients && hessians <= mostHessians, gradients + ", " + hessians);
    }
  }

  /** offset + s(x − c)²/2. */
  private static Sum parabola(double offset, double s, double c) {
    return new Sum() {
      @Override
      double value(double x) {
        return offset + 0.5 * s * (x - c) * (x - c);
      }

      @Override
      double slope(double x) {
        return s * (x - c);
      }

      @Override
      double curvature(double x) {
        return s;
      }
    };
  }

  /** offset + √(1 + x²), on which a plain Newton step leads from x to −x³. */
  private static Sum hyperbola(double offset) {
    return new Sum() {
      @Override
      double value(double x) {
        return offset + Math.sqrt(1 + x * x);
      }

      @Override
      double slope(double x) {
        return x / Math.sqrt(1 + x * x);
      }

      @Override
      double curvature(double x) {
        double r = Math.sqrt(1 + x * x);
        return 1 / (r * r * r);
      }
    };
  }

  /** offset + s(x⁴/4 − x²/2), with minima at ±1. */
  private static Sum wells(double offset, double s) {
    return new Sum() {
      @Override
      double value(double x) {
        return offset + s * (0.25 * x * x * x * x - 0.5 * x * x);
      }

      @Override
      double slope(double x) {
        return s * (x * x * x - x);
      }

      @Override
      double curvature(double x) {
        return s * (3 * x * x - 1);
      }
    };
  }

  @Test
  void oneStepLeadsToTheLowestPointOfAParabola() {
    Sum inside = parabola(3, 2, 0.5);
    Descent.Point p = inside.from(Ball.of(2, 4), -1, 2);
    assertArrayEquals(new double[] {0.5, 0.5}, p.x, 1e-15);
    assertEquals(6, p.value, 1e-15);
    assertEquals(0, p.residual, 1e-15);
    inside.assertCalls(3, 2); // the start, the minimiser and the step that stays
    Sum outside = parabola(3, 2, 3);
    p = outside.from(Ball.of(2, Math.sqrt(2)), -1, 0.3);
    assertArrayEquals(new double[] {1, 1}, p.x, 1e-15);
    assertArrayEquals(new double[] {-4, -4}, p.gradient, 1e-14);
    assertEquals(0, p.residual, 1e-14);
    outside.assertCalls(4, 3);
  }

  @Test
  void startsOutsideAreProjectedFirst() {
    Sum f = wells(0, 1);
    double[] start = {0.5, -20};
    Descent.Point p = f.from(Box.of(new double[] {0.1, -2}, new double[] {0.7, 5}), start);
    assertArrayEquals(new double[] {0.7, -1}, p.x, 1e-12);
    assertArrayEquals(new double[] {0.5, -20}, start, "read");
    assertEquals(0, p.residual, 1e-14);
    // From −2 a plain method needs as many steps as here, from −20 about six more.
    f.assertCalls(9, 9);
  }

  /** Without damping the first step would lead from 3 to the boundary, and back, for ever. */
  @Test
  void stepsThatOvershootAreDamped() {
    for (double start : new double[] {3, -8, 30}) {
      Sum f = hyperbola(0);
      Descent.Point p = f.from(Ball.of(1, 1000), start);
      assertEquals(0, p.x[0], 1e-15, "from " + start);
      assertEquals(0, p.residual, 1e-15, "from " + start);
      f.assertCalls(45, 25);
    }
  }

  /** Beside an offset of 10⁶ no double shows the last steps' decrease: the gradient does. */
  @Test
  void offsetsDoNotHideTheLastDigits() {
    for (double offset : new double[] {1e6, -1e6}) {
      Sum f = hyperbola(offset);
      assertEquals(0, f.from(Ball.of(2, 10), 0.6, -0.3).residual, 1e-15);
      f.assertCalls(9, 8);
      Sum g = wells(offset, 1);
      Descent.Point p = g.from(Ball.of(2, 10), 0.8, -1.7);
      assertArrayEquals(new double[] {1, -1}, p.x, 1e-15);
      g.assertCalls(11, 10);
    }
  }

  /** Here the function is known to fewer digits than it changes by, its slope to all. */
  @Test
  void hiddenHillsAreLeft() {
    Sum f = wells(1e5, 1e-9);
    Descent.Point p = f.from(Box.of(new double[] {-0.2}, new double[] {0.6}), 0.05);
    assertEquals(0.6, p.x[0], 1e-12, "downhill, though the slope grows on the way");
    // A step that goes too far is refused by its slope alone.
    Sum g = hyperbola(1e15);
    assertEquals(0, g.from(Ball.of(1, 1000), 3).x[0], 1e-12);
    g.assertCalls(45, 25);
  }

  @Test
  void maximaAndInflectionsAreLeft() {
    Sum f = wells(0, 1);
    Descent.Point p = f.from(Ball.of(2, 3), 1e-3, -1e-3);
    assertEquals(1, Math.abs(p.x[0]), 1e-12);
    assertEquals(1, Math.abs(p.x[1]), 1e-12);
    f.assertCalls(130, 65);
  }

  /** A minimum of fourth order is approached by a third a step. */
  @Test
  void flatMinimaAreFoundToAFewDigits() {
    Sum quartic =
        new Sum() {
          @Override
          double value(double x) {
            return x * x * x * x;
          }

          @Override
          double slope(double x) {
            return 4 * x * x * x;
          }

          @Override
          double curvature(double x) {
            return 12 * x * x;
          }
        };
    Descent.Point p = quartic.from(Ball.of(1, 2), 1);
    assertEquals(0, p.x[0], 1e-8);
    quartic.assertCalls(85, 85);
  }

  /** x¹⁰⁰, of which a step takes a 99th: it ends where it is after 400 steps. */
  @Test
  void whatTakesTooLongEndsWhereItIs() {
    Sum flat =
        new Sum() {
          @Override
          double value(double x) {
            return Math.pow(x, 100);
          }

          @Override
          double slope(double x) {
            return 100 * Math.pow(x, 99);
          }

          @Override
          double curvature(double x) {
            return 9900 * Math.pow(x, 98);
          }
        };
    Descent.Point p = flat.from(Ball.of(1, 2), 1);
    assertEquals(Math.pow(98.0 / 99, 400), p.x[0], 1e-9);
    assertEquals(401, flat.gradients);
  }

  /** A set that is one point leaves nothing to do. */
  @Test
  void pointsAreTheirOwnMinima() {
    Descent.Point p = parabola(0, 1, 3).from(Ball.of(2, 0), 1, 1);
    assertArrayEquals(new double[2], p.x);
    assertEquals(0, p.residual);
  }
}
