package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.core.math.Vectors;

/** The calibration solves for w*; labels do not move it. */
final class RegressionStep implements CalibrationRule.InRun {
  private final RewardRegression regression;
  private boolean due;

  RegressionStep(RewardRegression regression) {
    this.regression = regression;
  }

  @Override
  public void verified(SourceCursor s, Comparison c, double reward) {
    due = regression.add(s.leaf(), reward);
  }

  @Override
  public void step(
      long t, double[] z, double residual, double curvature, double[] w, double[] next) {
    Vectors.copy(w, next);
    if (due) {
      regression.solve(next);
    }
  }
}
