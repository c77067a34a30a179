package dev.ccl.algorithms.ccl;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.AffineFamily;
import dev.ccl.core.policy.BoundedDerivatives;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;

/** A lower bound of the probability with which any student of Θ proposes a token. */
final class StudentCoverage {
  private StudentCoverage() {}

  static double of(LearningProblem problem, int s, int b) {
    EdgeModel model = problem.source().student();
    int degree = model.forest().degree(s);
    double radius = problem.student().set().radius();
    double others = 0;
    if (problem.student().family() instanceof AffineFamily) {
      int d = model.dimension();
      double[] scratch = new double[degree * d];
      double[] z = new double[d];
      for (int a = 0; a < degree; a++) {
        double offset = model.logOdds(new double[d], s, a, b, scratch, z); // of a residual class
        double most = offset + radius * Math.sqrt(Vectors.dot(z, z));
        others += a == b ? 0 : Elementary.exp(most);
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
