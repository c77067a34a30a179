package dev.ccl.certificates.plan;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.algorithms.ccl.RewardRegression;
import dev.ccl.core.exact.GlobalMinimizer;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.exact.Minimum;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.SourceVerifier;

/**
 * Rates A and B at which one query and one rollout lower the excess cost near the end of a run,
 * where θ† is interior and the Hessian H of C<sub>w*</sub> there is positive definite: E Δ ≈ A/N +
 * B/M (claim E13; measured, not proven).
 *
 * @param queries A
 * @param rollouts B
 */
public record Rates(double queries, double rollouts) {

  /**
   * Computes the rates of a student that follows its calibration at once, by verifying every source
   * answer: A = ½ tr(Jᵀ H⁻¹ J Σ<sub>w</sub>), B = ½ tr(H⁻¹ Cov(S·Z)).
   *
   * @param problem the problem, with whole forests and exact rewards
   * @return A and B
   * @throws IllegalArgumentException if θ† is on the boundary or the rewards do not determine w*
   */
  public static Rates of(LearningProblem problem) {
    Optimum at = new Optimum(problem);
    return at.moments().following(at.noise().covariance());
  }

  /**
   * Computes the rates of a student that takes natural steps of gain a/k while it is calibrated.
   *
   * @param problem the problem, with whole forests and exact rewards
   * @param gain a
   * @return A and B with the factors that this costs
   * @throws IllegalArgumentException if θ† is on the boundary, the rewards do not determine w* or
   *     the gain is too small
   */
  public static Rates coupled(LearningProblem problem, double gain) {
    Optimum at = new Optimum(problem);
    return at.moments().coupled(at.noise().covariance(), gain);
  }

  /** w* and θ† of a problem whose source answers are all verified. */
  static final class Optimum {
    private final LearningProblem problem;
    private final double[] chances;
    private final double[] w;
    private final double[] theta;

    Optimum(LearningProblem problem) {
      checkArgument(
          problem.exactRewards(),
          "rewards that are noisy give no rates by enumeration: plan from a pilot");
      this.problem = problem;
      this.chances = new double[problem.source().forest().edges()];
      this.w = problem.calibration().initial().toArray();
      solve();
      LogRatioCost cost = LogRatioCost.calibrated(problem, w);
      Minimum oracle = GlobalMinimizer.minimize(cost, problem.student().set());
      checkArgument(
          oracle.location() == Minimum.Location.INTERIOR && oracle.curvature() > 0,
          "a plan needs an oracle student inside its set with positive curvature");
      this.theta = oracle.point().toArray();
    }

    private void solve() {
      Forest forest = problem.source().forest();
      RewardRegression regression = RewardRegression.of(problem);
      SourceVerifier verifier = problem.newVerifier();
      for (int e = 0; e < forest.edges(); e++) {
        if (forest.child(e) == Forest.LEAF) {
          double reward = verifier.query(e);
          regression.add(e, reward);
          chances[e] = Elementary.exp((reward - 1) / problem.lambda());
        }
      }
      regression.solve(w);
      checkArgument(regression.determines(), "the source rewards do not determine w*");
    }

    StudentMoments moments() {
      return StudentMoments.exact(problem, w, theta);
    }

    SourceNoise noise() {
      return SourceNoise.exact(problem, w, theta, chances);
    }
  }
}
