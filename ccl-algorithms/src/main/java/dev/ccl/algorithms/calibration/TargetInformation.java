package dev.ccl.algorithms.calibration;

import dev.ccl.core.exact.FisherInformation;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;

/**
 * The information about w in answers to target prompts: the covariance of φ at target states under
 * equal parts of the teacher and the uniform law, with a small ridge for directions that no answer
 * shows.
 */
final class TargetInformation {
  private TargetInformation() {}

  static double[] of(LearningProblem problem) {
    EdgeModel model = problem.target().calibration();
    Forest forest = model.forest();
    double[] w = problem.calibration().initial().toArray();
    EdgeLaw law = model.law(w);
    double[] reach = Sweeps.reach(law, problem.target().dataset().rootWeights());
    int d = w.length;
    double[] sum = new double[d * d];
    double[] mean = new double[d];
    for (int s = 0; s < forest.nodes(); s++) {
      int degree = forest.degree(s);
      double[] rows = new double[degree * d];
      model.gradients(w, s, rows);
      double[] mixed = new double[degree];
      for (int k = 0; k < degree; k++) {
        mixed[k] = 0.5 * law.probability(forest.firstEdge(s) + k) + 0.5 / degree;
      }
      FisherInformation.mean(mixed, 0, degree, rows, mean);
      for (int k = 0; k < degree; k++) {
        for (int i = 0; i < d; i++) {
          rows[k * d + i] -= mean[i];
        }
        EvidenceStep.addOuter(reach[s] * mixed[k], rows, k * d, d, sum, 0);
      }
    }
    double trace = 0;
    for (int i = 0; i < d; i++) {
      trace += sum[i * d + i];
    }
    for (int i = 0; i < d; i++) {
      sum[i * d + i] += 1e-3 * trace / d + Double.MIN_NORMAL; // directions that no answer shows
    }
    return sum;
  }
}
