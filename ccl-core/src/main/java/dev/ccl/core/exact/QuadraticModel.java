package dev.ccl.core.exact;

import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.ConvexSet;
import java.util.Arrays;

/**
 * The second-order model q(y) = gᵀ(y − x) + ½ (y − x)ᵀ(H + τI)(y − x) of a function at x, with a
 * damping τ ≥ 0, and its minimiser over a convex set. Over a ball the minimiser is global for every
 * H, also an indefinite one.
 */
public final class QuadraticModel {
  private static final int BISECTIONS = 200;
  private static final int PROJECTION_STEPS = 5_000;

  private final double[] x;
  private final SymmetricEigen hessian;
  private final double[] xIn; // x and g in the basis of eigenvectors
  private final double[] gradientIn;

  /**
   * Makes the model of a function at a point.
   *
   * @param x the point; kept and not changed
   * @param gradient g; read
   * @param hessian H, symmetric, row-major; read
   */
  public QuadraticModel(double[] x, double[] gradient, double[] hessian) {
    this.x = x;
    this.hessian = SymmetricEigen.of(hessian);
    this.xIn = this.hessian.coordinates(x);
    this.gradientIn = this.hessian.coordinates(gradient);
  }

  /** Returns −q(y). */
  double decrease(double[] y, double damping) {
    double[] step = difference(y, x);
    double[] in = hessian.coordinates(step);
    double sum = 0;
    for (int i = 0; i < in.length; i++) {
      sum -= in[i] * (gradientIn[i] + 0.5 * (hessian.value(i) + damping) * in[i]);
    }
    return sum;
  }

  /**
   * Returns a minimiser of q over a set; over sets other than balls of a convex variant of q.
   *
   * @param set the points that count
   * @param damping τ, not negative
   * @return a fresh point of the set
   */
  public double[] minimizer(ConvexSet set, double damping) {
    boolean convex = true;
    for (int i = 0; i < x.length; i++) {
      convex &= isFlat(i) || hessian.value(i) + damping > 0;
    }
    if (convex) {
      double[] y = shifted(damping, 0);
      double[] nearest = y.clone();
      set.project(nearest);
      if (Arrays.equals(y, nearest)) {
        return y;
      }
    }
    return set instanceof Ball ? onSphere(set, damping) : byProjections(set, damping);
  }

  /**
   * Tells whether slope and curvature along an eigenvector are rounding alone: then x stays put.
   */
  private boolean isFlat(int i) {
    double largest = Math.max(Math.abs(hessian.value(0)), Math.abs(hessian.value(x.length - 1)));
    return Math.abs(hessian.value(i)) <= 1e-15 * largest && Math.abs(gradientIn[i]) <= 1e-15;
  }

  /** x − (H + (τ + μ)I)⁻¹(g + μx): a correction of x, so that its error is relative to the step. */
  private double[] shifted(double damping, double multiplier) {
    double[] step = new double[x.length];
    for (int i = 0; i < step.length; i++) {
      double pull = gradientIn[i] + multiplier * xIn[i];
      if (pull != 0 && (multiplier > 0 || !isFlat(i))) { // 0/0 where the multiplier is the least
        step[i] = -pull / (hessian.value(i) + damping + multiplier);
      }
    }
    double[] y = hessian.vectorOf(step);
    Vectors.addScaled(1, x, y);
    return y;
  }

  /**
   * The minimiser has norm r = radius and (H + (τ + μ)I) y = (H + τI) x − g with a multiplier μ ≥
   * max(0, −smallest eigenvalue). Its norm falls in μ, which bisection finds to the last bit.
   */
  private double[] onSphere(ConvexSet ball, double damping) {
    double r = ball.radius();
    boolean safe = r > 1e-100 && r < 1e100;
    double unit = safe ? 1 : Math.scalb(1.0, Math.getExponent(r)); // squares are out of range
    r /= unit;
    double[] right = new double[x.length];
    for (int i = 0; i < right.length; i++) {
      right[i] = (hessian.value(i) + damping) * (xIn[i] / unit) - gradientIn[i] / unit;
    }
    double low = Math.max(0, -(hessian.value(0) + damping));
    double high = low + Vectors.norm(right) / r;
    for (int k = 0; k < BISECTIONS; k++) {
      double middle = 0.5 * (low + high);
      double square = 0;
      for (int i = 0; i < right.length; i++) {
        double y = right[i] / (hessian.value(i) + damping + middle);
        square += y * y;
      }
      if (square > r * r) {
        low = middle;
      } else {
        high = middle;
      }
    }
    double[] y = shifted(damping, high);
    double length = Vectors.norm(y) / unit;
    double missing = safe ? r * r - Vectors.dot(y, y) : r * r - length * length;
    if (missing > 1e-12 * r * r) { // no part of x or g along the smallest curvature
      Vectors.addScaled(unit * Math.sqrt(missing), hessian.vector(0), y);
    }
    ball.project(y);
    return y;
  }

  /** Accelerated projected gradient steps on the model, made strongly convex where it is not. */
  private double[] byProjections(ConvexSet set, double damping) {
    double largest = hessian.value(x.length - 1);
    double shift = Math.max(damping, 1e-3 * Math.abs(largest) + 1e-9 - hessian.value(0));
    double length = 1 / (largest + shift);
    double[] y = x.clone();
    double[] previous = x.clone();
    double momentum = 1;
    for (int k = 0; k < PROJECTION_STEPS; k++) {
      double nextMomentum = 0.5 * (1 + Math.sqrt(1 + 4 * momentum * momentum));
      double[] at = y.clone();
      for (int i = 0; i < at.length; i++) {
        at[i] += (momentum - 1) / nextMomentum * (y[i] - previous[i]);
      }
      double[] slope = hessian.coordinates(difference(at, x));
      for (int i = 0; i < slope.length; i++) {
        slope[i] = gradientIn[i] + (hessian.value(i) + shift) * slope[i];
      }
      Vectors.addScaled(-length, hessian.vectorOf(slope), at);
      set.project(at);
      double[] change = difference(at, y);
      double[] last = difference(y, previous);
      boolean overshot = Vectors.dot(change, last) < 0;
      previous = y;
      y = at;
      momentum = overshot ? 1 : nextMomentum;
      double unit = 1 + Vectors.norm(y);
      if (Vectors.norm(change) <= 1e-16 * unit && Vectors.norm(last) <= 1e-12 * unit) {
        break; // momentum alone may hold a point in a corner that is not the least
      }
    }
    return y;
  }

  private static double[] difference(double[] a, double[] b) {
    double[] c = a.clone();
    Vectors.addScaled(-1, b, c);
    return c;
  }
}
