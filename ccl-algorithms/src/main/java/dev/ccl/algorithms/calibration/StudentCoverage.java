package dev.ccl.algorithms.calibration;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.math.Elementary;
import dev.ccl.core.policy.BoundedDerivatives;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.policy.LinearFamily;
import dev.ccl.core.problem.LearningProblem;

/** A lower bound of the probability with which any student of Θ proposes a token. */
final class StudentCoverage {
  private StudentCoverage() {}

  static double of(LearningProblem problem, int s, int b) {
    EdgeModel model = problem.source().student();
    int degree = model.forest().degree(s);
    double radius = problem.student().set().radius();
    double others = 0;
    if (problem.student().family() instanceof LinearFamily) {
      int d = model.dimension();
      double[] rows = new double[degree * d];
      model.gradients(new double[d], s, rows);
      for (int a = 0; a < degree; a++) {
        double square = 0;
        for (int i = 0; i < d; i++) {
          double difference = rows[a * d + i] - rows[b * d + i];
          square += difference * difference;
        }
        others += a == b ? 0 : Elementary.exp(radius * Math.sqrt(square));
      }
    } else {
      checkArgument(
          problem.student().family() instanceof BoundedDerivatives,
          "the sharper step needs a student family that bounds its logits");
      BoundedDerivatives bounds = (BoundedDerivatives) problem.student().family();
      double range = 2 * bounds.logitBound(problem.student().set());
      others = (degree - 1) * Elementary.exp(range);
    }
    return 1 / (1 + others);
  }
}
