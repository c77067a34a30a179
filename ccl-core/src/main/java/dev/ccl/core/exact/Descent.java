package dev.ccl.core.exact;

import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;

/**
 * Newton's method for a smooth function on a convex set. A step minimises the second-order model
 * over the set itself, so that it converges quadratically at the boundary as well as inside; it is
 * damped where the function does not follow the model.
 */
final class Descent {
  private static final int STEPS = 400;
  private static final double LEAST_DAMPING = 1e-8;

  private final Function function;
  private final ConvexSet set;

  Descent(Function function, ConvexSet set) {
    this.function = function;
    this.set = set;
  }

  /** A function with two derivatives. */
  interface Function {
    /** Overwrites the gradient and returns the value. */
    double gradient(double[] x, double[] gradient);

    /** Returns a fresh symmetric matrix, row-major. */
    double[] hessian(double[] x);
  }

  /** A point with its value, gradient and residual of stationarity. */
  static final class Point {
    final double[] x;
    final double[] gradient;
    final double value;
    final double residual;

    private Point(double[] x, double[] gradient, double value, double residual) {
      this.x = x;
      this.gradient = gradient;
      this.value = value;
      this.residual = residual;
    }

    double distance(double[] y) {
      double[] difference = y.clone();
      Vectors.addScaled(-1, x, difference);
      return Vectors.norm(difference);
    }
  }

  private Point evaluate(double[] x) {
    double[] gradient = new double[x.length];
    double value = function.gradient(x, gradient);
    return new Point(x, gradient, value, SetGeometry.at(set, x).residual(gradient));
  }

  private QuadraticModel model(Point p) {
    return new QuadraticModel(p.x, p.gradient, function.hessian(p.x));
  }

  /** Goes down from a point, which is read, until no step of more than rounding size helps. */
  Point from(double[] start) {
    double[] first = start.clone();
    set.project(first);
    Point here = evaluate(first);
    QuadraticModel model = model(here);
    double damping = 0;
    for (int k = 0; k < STEPS; k++) {
      double[] y = model.minimizer(set, damping);
      double predicted = model.decrease(y, damping);
      Point next = evaluate(y);
      // Where rounding hides the decrease of the function, its gradients at both ends tell it.
      boolean hidden = predicted <= 1e-13 * Math.max(1, Math.abs(here.value));
      double decrease = hidden ? decrease(here, next) : here.value - next.value;
      boolean better = decrease > 0.1 * predicted;
      if (here.distance(y) <= 1e-14 * Math.max(1, Vectors.norm(y))) {
        return better ? next : here;
      }
      if (better) {
        here = next;
        model = model(here);
        damping /= 10;
      } else {
        damping = Math.max(10 * damping, LEAST_DAMPING);
      }
    }
    return here;
  }

  /** The decrease between two points by the trapezoidal rule. */
  private static double decrease(Point from, Point to) {
    double sum = 0;
    for (int i = 0; i < from.x.length; i++) {
      sum -= 0.5 * (from.gradient[i] + to.gradient[i]) * (to.x[i] - from.x[i]);
    }
    return sum;
  }
}
