package dev.ccl.core.truth;

import static com.google.common.base.Preconditions.checkState;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.exact.ForwardKl;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.Side;

/**
 * How far the calibration class is from π*<sub>λ</sub> where it does not contain it: projections in
 * KL(π*<sub>λ</sub> ‖ π<sub>w</sub>) over W, and what is left of the divergence, in nats an answer.
 * Where ass:ced-truth holds, both residuals are 0 and the projection is w*.
 *
 * <p>Least squares on log-probabilities ({@link Realizability}) gives a token that nobody writes
 * the same weight as one that everybody writes; under misspecification this projection does not.
 *
 * @param onSource the projection on source prompts, to which calibration may come close
 * @param sourceResidual the divergence that it leaves on source prompts
 * @param targetResidual the divergence that it leaves on target prompts, NaN where their rewards
 *     are unknown: what is lost by calibrating on the source
 * @param targetBest the least divergence on target prompts of any w in W, NaN where unknown
 */
public record KlProjection(
    ImmutableDoubleArray onSource,
    double sourceResidual,
    double targetResidual,
    double targetBest) {

  /**
   * Projects π*<sub>λ</sub>.
   *
   * @param truth the problem with its rewards
   * @return the projection on source prompts and its residuals
   */
  public static KlProjection of(GroundTruth truth) {
    LearningProblem problem = truth.problem();
    ConvexSet set = problem.calibration().set();
    double[] start = problem.calibration().initial().toArray();
    ForwardKl source = divergence(problem.source(), truth.source());
    double[] onSource = minimizer(source, set, start);
    boolean known = truth.unrewarded().isEmpty();
    ForwardKl target = known ? divergence(problem.target(), truth.target()) : null;
    return new KlProjection(
        ImmutableDoubleArray.copyOf(onSource),
        residual(source, onSource),
        known ? residual(target, onSource) : Double.NaN,
        known ? residual(target, minimizer(target, set, onSource)) : Double.NaN);
  }

  private static double residual(ForwardKl divergence, double[] w) {
    double value = divergence.value(w);
    checkState(value >= -1e-9, "the divergence from the optimum to w came out as %s", value);
    return Math.max(0, value);
  }

  /** Where a wide W has led Newton's method astray, it starts from 0. */
  private static double[] minimizer(ForwardKl divergence, ConvexSet set, double[] start) {
    double[] found = divergence.minimizer(set, start);
    double[] fromZero = divergence.minimizer(set, new double[start.length]);
    double margin = 1e-9 * (1 + divergence.value(fromZero));
    return divergence.value(fromZero) < divergence.value(found) - margin ? fromZero : found;
  }

  private static ForwardKl divergence(Side side, GibbsLaw optimum) {
    return ForwardKl.of(side.calibration(), optimum.law(), side.dataset().rootWeights());
  }
}
