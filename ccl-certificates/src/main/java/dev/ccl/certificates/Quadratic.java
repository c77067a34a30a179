package dev.ccl.certificates;

import dev.ccl.algorithms.Memory;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.SmallMatrix;
import dev.ccl.core.math.Vectors;
import java.util.Arrays;

/**
 * The sum Q(w) = Σ [curvature·(v − zᵀw)² + slope·(v − zᵀw)] of settled bets, which at w* is below
 * the logarithm of their e-process. So {Q ≤ log 1/δ} is an ellipsoid that holds w* at all times at
 * once with probability 1 − δ.
 */
final class Quadratic {
  private final int dimension;
  private final double[] matrix; // M
  private final double[] linear; // r
  private final double[] constant; // k, so that Q = wᵀMw − 2rᵀw + k
  private final double[] factor;
  private final double[] centre;
  private final double[] best;
  private final double[] shape;
  private final double[] column;

  /** Starts with no bet, or with those that a memory has under the name. */
  Quadratic(int dimension, Memory memory, String name) {
    this.dimension = dimension;
    this.matrix = memory.keep(name + "-matrix", new double[dimension * dimension]);
    this.linear = memory.keep(name + "-linear", new double[dimension]);
    this.constant = memory.keep(name + "-constant", new double[1]);
    this.factor = new double[dimension * dimension];
    this.centre = new double[dimension];
    this.best = new double[dimension];
    this.shape = new double[dimension * dimension];
    this.column = new double[dimension];
  }

  void add(double[] z, double v, double slope, double curvature) {
    SmallMatrix.addOuter(curvature, z, matrix);
    Vectors.addScaled(curvature * v + slope / 2, z, linear);
    constant[0] += v * (curvature * v + slope);
  }

  double value(double[] w) {
    double sum = constant[0];
    for (int i = 0; i < dimension; i++) {
      sum += w[i] * (Vectors.dot(matrix, i * dimension, w, 0, dimension) - 2 * linear[i]);
    }
    return sum;
  }

  /**
   * Sets an ellipsoid around {Q ≤ level} within the ball of a radius: Q + μ(‖w‖² − radius²) ≤ level
   * for every μ ≥ 0, and that of least volume over a grid of μ is taken.
   */
  void enclose(double level, double radius, Ellipsoid out) {
    double least = Double.POSITIVE_INFINITY;
    double found = Double.NaN;
    boolean contradiction = false;
    for (int step = 0; step <= 24; step++) {
      double mu = step == 0 ? 0 : level / (radius * radius) * Math.scalb(1.0, 2 * step - 26);
      if (!SmallMatrix.factor(matrix, mu, dimension, factor)) {
        continue;
      }
      double room = room(level, mu, radius);
      if (!(room > 0)) {
        contradiction = true;
        continue;
      }
      double volume =
          dimension * Elementary.log(room) - SmallMatrix.logDeterminant(factor, dimension);
      if (volume < least) {
        least = volume;
        found = mu;
      }
    }
    if (contradiction || Double.isNaN(found)) {
      out.declareEmpty();
      return;
    }
    double room =
        SmallMatrix.factor(matrix, found, dimension, factor) ? room(level, found, radius) : 0;
    Vectors.copy(centre, best);
    for (int i = 0; i < dimension; i++) {
      Arrays.fill(column, 0.0);
      column[i] = room;
      SmallMatrix.solve(factor, column);
      for (int j = 0; j < dimension; j++) {
        shape[j * dimension + i] = column[j];
      }
    }
    for (int i = 0; i < dimension; i++) {
      for (int j = 0; j < i; j++) {
        double mean = (shape[i * dimension + j] + shape[j * dimension + i]) / 2;
        shape[i * dimension + j] = mean;
        shape[j * dimension + i] = mean;
      }
    }
    out.set(best, shape);
  }

  /** level + μ·radius² − min(Q + μ‖w‖²), with the minimiser left in {@code centre}. */
  private double room(double level, double mu, double radius) {
    Vectors.copy(linear, centre);
    SmallMatrix.solve(factor, centre);
    return level + mu * radius * radius - constant[0] + Vectors.dot(linear, centre);
  }

  /** A lower bound of the least Q over a ball, −∞ if none is found; the bound of the best μ. */
  double least(double radius) {
    double best = Double.NEGATIVE_INFINITY;
    for (int step = 0; step <= 24; step++) {
      double mu = step == 0 ? 0 : Math.scalb(1.0, 2 * step - 26) / (radius * radius);
      if (SmallMatrix.factor(matrix, mu, dimension, factor)) {
        best = Math.max(best, -room(0, mu, radius));
      }
    }
    return best;
  }
}
