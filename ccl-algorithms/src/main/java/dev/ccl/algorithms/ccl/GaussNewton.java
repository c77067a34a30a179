package dev.ccl.algorithms.ccl;

import dev.ccl.core.math.SmallMatrix;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;

/**
 * Least squares over a convex set by damped Gauss–Newton steps. As long as the residuals do not
 * determine the point, a weak pull keeps it near another one in the directions of which they say
 * nothing.
 */
final class GaussNewton {
  private static final int STEPS = 40;
  private static final double PULL = 1e-9; // as a share of the mean of the diagonal of JᵀJ

  /** Residuals r(w) with their derivatives J. */
  @FunctionalInterface
  interface Residuals {
    /**
     * Linearises the residuals.
     *
     * @param w where; read
     * @param normal overwritten with JᵀJ, row-major
     * @param right overwritten with Jᵀr
     * @return rᵀr
     */
    double linearise(double[] w, double[] normal, double[] right);
  }

  /**
   * What was found.
   *
   * @param squares rᵀr there
   * @param determined whether JᵀJ there is safely regular: the point is determined, at least nearby
   * @param converged whether steps were made until none helped; if not, there may be a better point
   */
  record Optimum(double squares, boolean determined, boolean converged) {}

  private final Residuals residuals;
  private final ConvexSet set;
  private final double[] pulledTo;
  private final int n;
  private final double[] normal;
  private final double[] right;
  private final double[] factor;

  GaussNewton(Residuals residuals, ConvexSet set, double[] pulledTo) {
    this.residuals = residuals;
    this.set = set;
    this.pulledTo = pulledTo;
    this.n = pulledTo.length;
    this.normal = new double[n * n];
    this.right = new double[n];
    this.factor = new double[n * n];
  }

  /** Minimises from a point, which is overwritten with the best one found. */
  Optimum minimize(double[] w) {
    double damping = 0;
    double squares = residuals.linearise(w, normal, right);
    double[] step = new double[n];
    double[] next = new double[n];
    for (int i = 0; i < STEPS; i++) {
      double scale = scale();
      double pull = determines() ? 0 : PULL * scale;
      if (SmallMatrix.factor(normal, pull + damping * scale, n, factor)) {
        for (int k = 0; k < n; k++) {
          step[k] = -right[k] - pull * (w[k] - pulledTo[k]);
        }
        SmallMatrix.solve(factor, step);
        Vectors.copy(w, next);
        Vectors.addScaled(1, step, next);
        set.project(next);
        double here = squares + pull * distance(w);
        double there = residuals.linearise(next, normal, right);
        if (there + pull * distance(next) < here) {
          Vectors.copy(next, w);
          squares = there;
          damping /= 10;
          continue;
        }
        squares = residuals.linearise(w, normal, right);
        if (Vectors.norm(step) <= 1e-14 * (1 + Vectors.norm(w)) || damping > 1e6) {
          return new Optimum(squares, determines(), true);
        }
      }
      damping = Math.max(1e-9, 10 * damping);
    }
    return new Optimum(squares, determines(), false);
  }

  private boolean determines() {
    return SmallMatrix.factor(normal, -PULL * scale(), n, factor);
  }

  /** The mean of the diagonal of JᵀJ, positive where there is no row as well. */
  private double scale() {
    return SmallMatrix.trace(normal, n) / n + 1e-300;
  }

  private double distance(double[] w) {
    double sum = 0;
    for (int k = 0; k < n; k++) {
      sum += (w[k] - pulledTo[k]) * (w[k] - pulledTo[k]);
    }
    return sum;
  }
}
