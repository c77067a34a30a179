package dev.ccl.algorithms.calibration;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.problem.LearningProblem;

/** The calibration w<sub>t</sub> as labels move it (line:br-gradient, line:br-project). */
public final class Calibration {
  private final ConvexSet set;
  private final CalibrationRule rule;
  private final boolean averaged;
  private final boolean controlled;
  private final double[] weights = {1, 1}; // sum and number of the weights seen, with one of 1
  private final double[] iterate;
  private final double[] current; // what teaches the student: the iterate or its average

  private Calibration(
      ConvexSet set,
      CalibrationRule rule,
      Acceptance acceptance,
      Averaging averaging,
      double[] initial) {
    this.set = set;
    this.rule = rule;
    this.controlled = acceptance == Acceptance.CONTROLLED;
    this.averaged = averaging == Averaging.TAIL;
    this.iterate = initial.clone();
    this.current = averaged ? initial.clone() : iterate;
  }

  /**
   * Starts a calibration.
   *
   * @param problem the problem
   * @param step which rule moves it; not FROZEN
   * @param acceptance how the reward becomes a weight of the label
   * @param averaging which calibration teaches the student
   * @param alternatives who proposes alternatives, on which the sharper constant depends
   * @param initial w<sub>0</sub>; read
   * @return the calibration
   * @throws IllegalArgumentException if the rule needs γ and it is 0 or too small
   */
  public static Calibration of(
      LearningProblem problem,
      CalibrationStep step,
      Acceptance acceptance,
      Averaging averaging,
      Alternatives alternatives,
      double[] initial) {
    ConvexSet set = problem.calibration().set();
    return new Calibration(
        set, rule(problem, step, alternatives, set), acceptance, averaging, initial);
  }

  private static CalibrationRule rule(
      LearningProblem problem, CalibrationStep step, Alternatives alternatives, ConvexSet set) {
    switch (step) {
      case PAPER:
        return new DecreasingStep(inverse(PaperConstants.of(problem).logGamma(), "gamma"));
      case SHARPER:
        return new DecreasingStep(
            inverse(SharperDrift.of(problem, alternatives).logGamma(), "the sharper gamma"));
      case CURVATURE:
        return InformationStep.scaled(set.dimension(), set.radius());
      case NEWTON:
        return InformationStep.newton(set.dimension(), set.radius());
      case EVIDENCE:
        return new EvidenceRule(EvidenceStep.of(problem));
      default:
        throw new IllegalArgumentException("a frozen calibration takes no steps");
    }
  }

  private static double inverse(double logGamma, String name) {
    checkArgument(
        logGamma > Double.NEGATIVE_INFINITY,
        "the source comparisons do not identify the calibration: mu_joint = 0, so %s = 0 and the"
            + " step 1/(gamma (t+2)) does not exist",
        name);
    double inverse = Elementary.exp(-logGamma);
    checkArgument(
        inverse < Double.POSITIVE_INFINITY,
        "%s = exp(%s) is so small that the step 1/(gamma (t+2)) overflows",
        name,
        logGamma);
    return inverse;
  }

  /**
   * Takes the step of a round.
   *
   * @param round t
   * @param branch the round's branch with its label
   */
  public void step(long round, SourceBranch branch) {
    double weight = branch.weight();
    if (branch.informative() && weight > 0) { // else g = 0
      double[] z = branch.difference();
      double u = Vectors.dot(z, iterate);
      double residual = weight * (branch.label() ? -Elementary.sigmoid(-u) : Elementary.sigmoid(u));
      if (controlled) {
        double control = weights[0] / weights[1];
        residual += control * ((branch.label() ? 1 : 0) - branch.share());
        weights[0] += weight;
        weights[1]++;
      }
      rule.prompt(branch.prompt());
      rule.step(round, z, residual, weight * Elementary.logisticDensity(u), iterate);
      set.project(iterate);
    }
    if (averaged) {
      double share = 4.0 / (round + 4);
      for (int i = 0; i < current.length; i++) {
        current[i] += share * (iterate[i] - current[i]);
      }
    }
  }

  /**
   * Returns the calibration that teaches the student.
   *
   * @return the workspace's own array; overwritten only to restore a state
   */
  public double[] current() {
    return current;
  }

  /**
   * Returns the last iterate.
   *
   * @return the workspace's own array, the same as {@link #current} unless iterates are averaged;
   *     overwritten only to restore a state
   */
  public double[] iterate() {
    return iterate;
  }

  /**
   * Returns the sum and the number of the weights on which the control of {@link
   * Acceptance#CONTROLLED} rests.
   *
   * @return the workspace's own array; overwritten only to restore a state
   */
  public double[] control() {
    return weights;
  }

  /**
   * Returns what the rule remembers.
   *
   * @return the workspace's own array, possibly empty; overwritten only to restore a state
   */
  public double[] memory() {
    return rule.memory();
  }
}
