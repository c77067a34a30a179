package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.EdgeModel;

/**
 * The solution of the equations as long as they prove themselves, else the Newton step. Exact
 * rewards of k answers beyond what determines w are k exact tests of Assumption 1: where the model
 * is wrong they leave a residual far above rounding, at once and for ever, unless the solution has
 * not been found yet. So w is the solution only once there is such a test and while all are passed;
 * meanwhile the Newton step has gone on beside it and takes over where one fails. Where the source
 * has no more equations than w has parameters there can be no test, and it is the Newton step
 * throughout; so it is with a noisy verifier, whose replies are not equations.
 */
final class CheckedRegression implements CalibrationRule.InRun {
  private static final double ROUNDING = 1e-9; // of rewards

  private final RewardRegression regression;
  private final InformationStep newton;
  private final ConvexSet calibrations; // W
  private final double[] beside; // the iterate of the Newton step
  private final double[] solved;
  private final EdgeModel model;
  private final double[] scratch;
  private final double[] own; // z at the iterate of the Newton step
  private final double[] flags; // a test has failed; a round was made; the solution is proven
  private SourceCursor walk;
  private Comparison comparison;
  private boolean due;

  CheckedRegression(Setup setup) {
    this.calibrations = setup.problem().calibration().set();
    int dimension = calibrations.dimension();
    this.regression = RewardRegression.of(setup.problem(), setup.memory());
    this.newton = InformationStep.newton(dimension, calibrations.radius(), setup.memory());
    this.beside = setup.memory().keep("checked-beside", new double[dimension]);
    double[] teacher = setup.problem().calibration().initial().toArray();
    this.solved = setup.memory().keep("checked-solved", teacher);
    double[] start = {setup.problem().exactRewards() ? 0 : 1, 0, 0};
    this.flags = setup.memory().keep("checked-flags", start);
    this.model = setup.problem().source().calibration();
    this.scratch = new double[model.forest().edgesOfNodes().longest() * dimension];
    this.own = new double[dimension];
  }

  @Override
  public void verified(SourceCursor s, Comparison c, double reward) {
    walk = s;
    comparison = c;
    due = flags[0] == 0 && regression.add(s.leaf(), reward);
  }

  /** Solves the equations and tests the solution. */
  private void solve() {
    if (due) {
      regression.solve(solved);
      int tests = regression.tests();
      boolean explained = regression.residual() <= ROUNDING;
      flags[0] = tests > 0 && !explained && regression.isSettled() ? 1 : 0;
      flags[2] = tests > 0 && explained ? 1 : 0;
    }
  }

  private boolean isProven() {
    return flags[2] == 1;
  }

  @Override
  public void step(
      long t, double[] z, double residual, double curvature, double[] w, double[] next) {
    if (flags[1] == 0) {
      flags[1] = 1;
      Vectors.copy(w, beside);
    }
    solve();
    if (curvature > 0) {
      learn(t, residual, curvature, next);
    }
    Vectors.copy(isProven() ? solved : beside, next);
  }

  /** The Newton step beside the solution. */
  private void learn(long t, double residual, double curvature, double[] next) {
    double seen = comparison.logOdds();
    double u = logOdds(beside, own);
    double density = Elementary.logisticDensity(seen); // 0 where a token is as good as certain
    double weight = density > 0 ? curvature / density : 0;
    double moved = residual + weight * (Elementary.sigmoid(u) - Elementary.sigmoid(seen));
    newton.step(t, own, moved, weight * Elementary.logisticDensity(u), beside, next);
    calibrations.project(next); // as the round projects a Newton step
    Vectors.copy(next, beside);
  }

  /** The log-odds of the tokens that were compared, at another calibration. */
  private double logOdds(double[] at, double[] gradient) {
    int c1 = comparison.first();
    int c0 = comparison.second();
    int node = model.forest().node(walk.edge(comparison.step(), c1));
    return model.logOdds(at, node, c1, c0, scratch, gradient);
  }
}
