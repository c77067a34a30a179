package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.core.math.Vectors;

/** The calibration solves for w*; labels do not move it. */
final class RegressionStep implements CalibrationRule.InRun {
  private final RewardRegression regression;

  RegressionStep(RewardRegression regression) {
    this.regression = regression;
  }

  @Override
  public void verified(SourceCursor s, Comparison c, double reward, double[] w) {
    if (regression.add(s.leaf(), reward)) {
      regression.solve(w);
    }
  }

  @Override
  public void step(
      long t, double[] z, double residual, double curvature, double[] w, double[] next) {
    Vectors.copy(w, next);
  }
}
