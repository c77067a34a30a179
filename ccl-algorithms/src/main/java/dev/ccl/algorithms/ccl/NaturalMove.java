package dev.ccl.algorithms.ccl;

import dev.ccl.core.math.SmallMatrix;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.problem.LearningProblem;

/**
 * θ − sF<sup>−1</sup>ĝ/λ with an information F that need not be exact: it gets a ridge, and no move
 * goes further than a divergence of 1, as F measures it.
 */
final class NaturalMove {
  private static final double FARTHEST = 1; // divergence

  private final double lambda;
  private final ConvexSet set;
  private final double[] matrix;
  private final double[] direction;

  NaturalMove(LearningProblem problem) {
    this.lambda = problem.lambda();
    this.set = problem.student().set();
    int d = set.dimension();
    this.matrix = new double[d * d];
    this.direction = new double[d];
  }

  /** Overwrites {@code out} with the student that a step s leads to. */
  void move(
      double[] theta,
      double[] gradient,
      double[] information,
      double ridge,
      double s,
      double[] out) {
    int d = theta.length;
    System.arraycopy(information, 0, matrix, 0, d * d);
    for (int i = 0; i < d; i++) {
      matrix[i * d + i] += ridge + Double.MIN_NORMAL;
    }
    if (!SmallMatrix.solve(matrix, gradient, direction)) {
      Vectors.copy(gradient, direction);
    }
    double size = s / lambda;
    double divergence = size * size * square(information) / 2;
    if (divergence > FARTHEST) {
      size *= Math.sqrt(FARTHEST / divergence);
    }
    for (int i = 0; i < d; i++) {
      out[i] = theta[i] - size * direction[i];
    }
    set.project(out);
  }

  /** The square of the direction's length as the information measures it. */
  private double square(double[] information) {
    int d = direction.length;
    double sum = 0;
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        sum += direction[i] * information[i * d + j] * direction[j];
      }
    }
    return sum;
  }
}
