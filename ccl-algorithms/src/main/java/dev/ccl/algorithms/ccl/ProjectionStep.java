package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.core.exact.ForwardKl;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.Side;

/**
 * The calibration is the projection in KL of the optimum (eq:ced-gibbs) on the source prompts, as
 * far as replies describe it: where labels end when nothing is left of their noise. Rewards and
 * π<sub>pre</sub> are known, so the optimum of a prompt is known with the rewards of its answers;
 * one that nobody has asked about counts with the mean over the answers that were asked about.
 * Unlike {@link RegressionStep} it weights answers by the optimum, so that those that matter to it
 * are fitted where not all can be.
 *
 * <p>Where the class is wrong, a fit to few prompts is too good on them and worse on others. So the
 * teacher is part of what is projected: besides each prompt's optimum its own law there, with the
 * {@linkplain #shrinkage weight} that D parameters deserve on so many prompts. Where the class
 * fits, that weight is 0.
 */
final class ProjectionStep implements CalibrationStep.InRun {
  private final LearningProblem problem;
  private final ConvexSet set;
  private final Replies replies;
  private final double[] counts = {0, 1}; // replies; at how many the next projection is due

  ProjectionStep(Run run) {
    this.problem = run.problem();
    this.set = problem.calibration().set();
    this.replies = run.replies();
    run.memory().keep("projection", counts);
  }

  @Override
  public void verified(SourceCursor s, Comparison c, double reward) {
    counts[0]++;
  }

  @Override
  public void step(
      long t, double[] z, double residual, double curvature, double[] w, double[] next) {
    Vectors.copy(w, next);
    if (counts[0] >= counts[1]) {
      counts[1] = GuardedTeaching.next(counts[0]);
      Side source = problem.source();
      double[] weights = source.dataset().rootWeights();
      ForwardKl divergence = ForwardKl.of(source.calibration(), optimum(), weights);
      Vectors.copy(shrunk(divergence, divergence.minimizer(set, w), weights), next);
    }
  }

  private double[] shrunk(ForwardKl divergence, double[] fit, double[] weights) {
    double[] teacher = problem.calibration().initial().toArray();
    double left = Math.max(0, divergence.value(fit)); // rounding
    double gained = divergence.value(teacher) - left;
    if (gained <= 0) {
      return teacher;
    }
    Vectors.scale(shrinkage(left, gained, teacher.length, weights), weights);
    EdgeModel model = problem.source().calibration();
    ForwardKl prior = ForwardKl.of(model, model.law(teacher), weights);
    return divergence.plus(prior).minimizer(set, fit);
  }

  /**
   * The weight of the teacher beside that of the data: D/n times what the fit leaves per nat that
   * it gains, the ridge of Hoerl, Kennard and Baldwin in nats. Prompts that are listed more than
   * once count as fewer.
   */
  static double shrinkage(double left, double gained, int parameters, double[] rootWeights) {
    return parameters * Vectors.dot(rootWeights, rootWeights) * left / gained;
  }

  private EdgeLaw optimum() {
    EdgeLaw reference = problem.source().reference();
    Forest forest = reference.forest();
    double sum = 0;
    int asked = 0;
    for (int e = 0; e < forest.edges(); e++) {
      if (replies.has(e)) {
        sum += replies.mean(e);
        asked++;
      }
    }
    double[] rewards = new double[forest.edges()];
    for (int e = 0; e < rewards.length; e++) {
      rewards[e] = replies.has(e) ? replies.mean(e) : sum / asked;
    }
    return Sweeps.gibbs(reference, Sweeps.logMoments(reference, rewards, problem.lambda()));
  }
}
