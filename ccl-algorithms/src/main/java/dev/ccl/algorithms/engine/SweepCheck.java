package dev.ccl.algorithms.engine;

import dev.ccl.core.math.Vectors;
import dev.ccl.core.mdp.BrokenPartException;
import dev.ccl.core.problem.LearningProblem;

/**
 * Looks at the sums of sweeps instead of at every number on the way: a logit or gradient that is
 * not finite leaves a sum that is not. Then all states are searched for the cause.
 */
final class SweepCheck {
  private final LearningProblem problem;
  private final double[] calibration; // w

  SweepCheck(LearningProblem problem) {
    this.problem = problem;
    this.calibration = problem.calibration().initial().toArray();
  }

  /** Notes the calibration of the following batches. */
  void calibrate(double[] w) {
    System.arraycopy(w, 0, calibration, 0, calibration.length);
  }

  /** The mean cost of a batch of a student, if all that it was made of has kept its contract. */
  double mean(Batch batch, double[] theta, BlockLaw calibrated, double lambda) {
    double cost = batch.mean(lambda);
    boolean onlyRead = batch.law.holds(theta) && calibrated.holds(calibration);
    if (!onlyRead || !Double.isFinite(cost)) {
      throw broken("the mean cost", cost, theta);
    }
    return cost;
  }

  void requireFinite(String what, double[] numbers, double[] theta) {
    if (!Vectors.isFinite(numbers)) {
      throw broken(what, Double.NaN, theta);
    }
  }

  private BrokenPartException broken(String what, double number, double[] theta) {
    FamilyCheck.of("student", problem.student().family())
        .everywhere(problem.target().student(), theta);
    FamilyCheck.of("teacher", problem.calibration().family())
        .everywhere(problem.target().calibration(), calibration);
    return TargetBatches.unexplained(what, number);
  }
}
