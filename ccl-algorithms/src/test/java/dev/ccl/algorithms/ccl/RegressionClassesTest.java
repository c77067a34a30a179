package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.policies.TanhNetwork;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** {@link RewardRegression} in classes that are curved, and with features of any unit. */
class RegressionClassesTest {
  private static LearningProblem problem(int horizon, long seed) {
    RandomSpec spec =
        RandomSpec.SMALL
            .withHorizon(horizon)
            .withLetters(3)
            .withPrompts(3, 1)
            .withDimensions(2, 1)
            .withBound(6);
    return GroundTruth.of(RandomInstance.of(spec, seed).instance()).problem();
  }

  private static FeatureMap features(LearningProblem problem) {
    return ((LinearSoftmax) problem.calibration().family()).features();
  }

  /** Rewards of answers of which w* is a given point. */
  private static RewardRegression explainedBy(
      LearningProblem problem, double[] truth, IntPredicate which) {
    RewardRegression regression = RewardRegression.of(problem);
    EdgeLaw law = problem.source().calibration().law(truth);
    EdgeLaw reference = problem.source().reference();
    Forest forest = problem.source().forest();
    for (int e = 0; e < forest.edges(); e++) {
      if (forest.child(e) < 0 && which.test(e)) {
        double ratio = law.logPath(e) - reference.logPath(e);
        regression.add(e, problem.lambda() * ratio + 0.1 * forest.root(e));
      }
    }
    return regression;
  }

  /**
   * Where logits bend, a whole step of Gauss and Newton may lead uphill: of these starts some are
   * lost without damping.
   */
  @Test
  void aCurvedClassIsSolvedFromAround() {
    double[] truth = {1.5, 1.3, 1.6};
    for (int horizon = 1; horizon <= 2; horizon++) {
      for (int seed = 1; seed < 5; seed++) {
        LearningProblem linear = problem(horizon, seed);
        PolicyFamily curved = TanhNetwork.of(features(linear), 1);
        LearningProblem problem =
            linear.withCalibration(
                new PolicyClass(curved, Ball.of(3, 6), ImmutableDoubleArray.copyOf(truth)));
        for (int k = 0; k < 8; k++) {
          double[] w = truth.clone();
          for (int i = 0; i < 3; i++) {
            w[i] += 0.8 * StrictMath.sin(1 + 5 * k + 3 * i);
          }
          RewardRegression regression = explainedBy(problem, truth, e -> true);
          regression.solve(w);
          assertArrayEquals(truth, w, 1e-12, "seed " + seed + ", start " + k);
          assertEquals(0, regression.residual(), 1e-14);
          assertTrue(regression.determines());
        }
      }
    }
  }

  /** The features of a class in another unit. */
  private record Scaled(FeatureMap features, double unit) implements FeatureMap {
    @Override
    public int dimension() {
      return features.dimension();
    }

    @Override
    public void features(State state, double[] out) {
      features.features(state, out);
      for (int i = 0; i < out.length; i++) {
        out[i] *= unit;
      }
    }
  }

  /** Rank is a matter of no unit, nor is what is left to the teacher where it is missing. */
  @Test
  void theUnitOfTheFeaturesDoesNotMatter() {
    LearningProblem plain = problem(1, 3);
    for (double unit : new double[] {1e-7, 1e-4, 1}) {
      double[] teacher = {0.2, -0.1};
      double[] truth = {0.7, 0.4};
      LearningProblem problem =
          plain.withCalibration(
              new PolicyClass(
                  LinearSoftmax.of(new Scaled(features(plain), unit)),
                  Ball.of(2, 6),
                  ImmutableDoubleArray.copyOf(teacher)));
      RewardRegression regression = explainedBy(problem, truth, e -> true);
      double[] w = {-0.5, 0.9};
      regression.solve(w);
      assertArrayEquals(truth, w, 1e-9);
      assertTrue(regression.determines(), "unit " + unit);
      RewardRegression two = explainedBy(problem, truth, e -> e < 2); // zᵀw = zᵀtruth
      two.solve(w);
      double[] rows = new double[2 * problem.source().forest().degree(0)];
      problem.source().calibration().gradients(w, 0, rows);
      double[] z = {rows[0] - rows[2], rows[1] - rows[3]};
      double missing = z[0] * (truth[0] - teacher[0]) + z[1] * (truth[1] - teacher[1]);
      double scale = missing / (z[0] * z[0] + z[1] * z[1]);
      double[] nearest = {teacher[0] + scale * z[0], teacher[1] + scale * z[1]};
      assertArrayEquals(nearest, w, 1e-6, "the nearest to the teacher");
      assertFalse(two.determines(), "unit " + unit);
    }
  }
}
