package dev.ccl.theory.liars;

import dev.ccl.core.exact.Scores;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.math.SmallMatrix;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.theory.Subject.Equations;
import java.util.ArrayList;
import java.util.List;

/** Least squares on log π_w − log π_pre − R/λ as if log Z were 0 for every prompt. */
final class RegressionWithoutLogZ implements Equations {
  private final LearningProblem problem;
  private final List<Integer> leaves = new ArrayList<>();
  private final List<Double> rewards = new ArrayList<>();
  private double squares;

  RegressionWithoutLogZ(LearningProblem problem) {
    this.problem = problem;
  }

  @Override
  public void add(int leaf, double reward) {
    leaves.add(leaf);
    rewards.add(reward);
  }

  @Override
  public void solve(double[] w) {
    EdgeModel model = problem.source().calibration();
    EdgeLaw reference = problem.source().reference();
    int n = w.length;
    double[] row = new double[n];
    for (int step = 0; step < 50; step++) { // Gauss–Newton
      Scores scores = Scores.of(model, w);
      double[] normal = new double[n * n];
      double[] right = new double[n];
      squares = 0;
      for (int i = 0; i < leaves.size(); i++) {
        int leaf = leaves.get(i);
        scores.path(leaf, row);
        double residual =
            scores.logLikelihood(leaf)
                - reference.logPath(leaf)
                - rewards.get(i) / problem.lambda();
        squares += residual * residual;
        for (int k = 0; k < n; k++) {
          right[k] += row[k] * residual;
          for (int l = 0; l < n; l++) {
            normal[k * n + l] += row[k] * row[l];
          }
        }
      }
      for (int k = 0; k < n; k++) {
        normal[k * n + k] += 1e-9;
      }
      double[] move = new double[n];
      if (!SmallMatrix.solve(normal, right, move)) {
        return;
      }
      for (int k = 0; k < n; k++) {
        w[k] -= 0.5 * move[k];
      }
    }
  }

  @Override
  public double residual() {
    return problem.lambda() * Math.sqrt(squares / leaves.size());
  }

  @Override
  public boolean determines() {
    return true;
  }
}
