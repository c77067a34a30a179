package dev.ccl.certificates.plan;

import static dev.ccl.certificates.Refusals.assertRefused;
import static dev.ccl.certificates.plan.RatesFormulasTest.PROBLEM;
import static dev.ccl.certificates.plan.RatesFormulasTest.RANDOM;
import static dev.ccl.certificates.plan.RatesFormulasTest.THETA;
import static dev.ccl.certificates.plan.RatesFormulasTest.W;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.exact.GlobalMinimizer;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.core.problem.SourceVerifier;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.policies.ResidualSoftmax;
import org.junit.jupiter.api.Test;

/** Rates of whole problems, and refusals of those that have none. */
class RatesOfProblemsTest {
  /** The same formulas where w* and θ† are found by the code. */
  @Test
  void ratesAreThoseAtTheOptimum() {
    double[] w = RANDOM.truth().toArray();
    LogRatioCost cost = LogRatioCost.calibrated(PROBLEM, w);
    double[] theta = GlobalMinimizer.minimize(cost, PROBLEM.student().set()).point().toArray();
    double[] chances = new double[PROBLEM.source().forest().edges()];
    SourceVerifier verifier = PROBLEM.newVerifier();
    for (int e = 0; e < chances.length; e++) {
      if (PROBLEM.source().forest().child(e) < 0) {
        chances[e] = StrictMath.exp((verifier.query(e) - 1) / PROBLEM.lambda());
      }
    }
    double[] sigma = SourceNoise.exact(PROBLEM, w, theta, chances).covariance();
    StudentMoments moments = StudentMoments.exact(PROBLEM, w, theta);
    Rates following = moments.following(sigma);
    assertEquals(following.queries(), Rates.of(PROBLEM).queries(), 1e-6 * following.queries());
    assertEquals(following.rollouts(), Rates.of(PROBLEM).rollouts(), 1e-6 * following.rollouts());
    Rates coupled = moments.coupled(sigma, 2);
    Rates found = Rates.coupled(PROBLEM, 2);
    assertEquals(coupled.queries(), found.queries(), 1e-6 * coupled.queries());
    assertEquals(coupled.rollouts(), found.rollouts(), 1e-6 * coupled.rollouts());
  }

  /**
   * A residual class whose fixed logits are those of the linear one at some w₀ says the same with w
   * − w₀, so its rates are the same.
   */
  @Test
  void fixedLogitsChangeNoRates() {
    LinearSoftmax linear = (LinearSoftmax) PROBLEM.calibration().family();
    double[] shift = {0.1, -0.2};
    ResidualSoftmax residual =
        ResidualSoftmax.ofLogits(
            (state, out) -> linear.logits(shift, state, out), 1, linear.features());
    double[] teacher = PROBLEM.calibration().initial().toArray();
    Vectors.addScaled(-1, shift, teacher);
    LearningProblem shifted =
        PROBLEM.withCalibration(
            new PolicyClass(
                residual, Ball.of(2, PROBLEM.bound()), ImmutableDoubleArray.copyOf(teacher)));
    Rates here = Rates.of(PROBLEM);
    Rates there = Rates.of(shifted);
    assertEquals(here.queries(), there.queries(), 1e-6 * here.queries());
    assertEquals(here.rollouts(), there.rollouts(), 1e-6 * here.rollouts());
  }

  /** A student inside of its set, one of whose parameters nobody sees. */
  @Test
  void studentsWithoutCurvatureHaveNoRates() {
    FeatureMap plain = ((LinearSoftmax) PROBLEM.student().family()).features();
    FeatureMap blind =
        new FeatureMap() {
          @Override
          public int dimension() {
            return 2;
          }

          @Override
          public void features(State state, double[] out) {
            plain.features(state, out);
            for (int k = 0; k < state.legal().length(); k++) {
              out[2 * k + 1] = 0;
            }
          }
        };
    PolicyClass student =
        new PolicyClass(LinearSoftmax.of(blind), Ball.of(2, 50), ImmutableDoubleArray.of(0, 0));
    assertRefused(
        "a plan needs an oracle student inside its set with positive curvature",
        () -> Rates.of(PROBLEM.withStudent(student)));
  }

  @Test
  void whatHasNoRatesSaysWhy() {
    double[] one = {1, 0, 0, 1};
    double[] half = {0.5, 0, 0, 0.5};
    double[] saddle = {1, 0, 0, -1};
    double[][] j = {{1, 0}, {0, 1}};
    assertRefused(
        "a plan needs a positive definite Hessian",
        () -> new StudentMoments(saddle, j, one, one).following(one));
    assertRefused(
        "a plan needs a positive definite Hessian",
        () -> new StudentMoments(saddle, j, one, one).coupled(one, 2));
    assertRefused(
        "a plan needs a positive definite Fisher information of the student",
        () -> new StudentMoments(one, j, one, saddle).coupled(one, 2));
    assertRefused(
        "a gain of 0.9 is too small for a curvature of 0.5",
        () -> new StudentMoments(half, j, one, one).coupled(one, 0.9));
    assertRefused(
        "a gain of 1.0 is too small for a curvature of 0.5",
        () -> new StudentMoments(half, j, one, one).coupled(one, 1));
    assertRefused( // of the one direction that is too flat
        "a gain of 1.0 is too small for a curvature of 0.4",
        () -> new StudentMoments(new double[] {2, 0, 0, 0.4}, j, one, one).coupled(one, 1));
    double[] flat = {1, 0, 0, 0};
    assertRefused(
        "a plan needs a positive definite Hessian",
        () -> new StudentMoments(flat, j, one, one).following(one));
    assertRefused(
        "a plan needs a positive definite Hessian",
        () -> new StudentMoments(flat, j, one, one).coupled(one, 2));
    assertRefused(
        "a plan needs a positive definite Fisher information of the student",
        () -> new StudentMoments(one, j, one, flat).coupled(one, 2));
    LearningProblem noisy = PROBLEM.withSourceRewards(RewardOracle.noisy((prompt, y) -> 0.5));
    assertRefused(
        "rewards that are noisy give no rates by enumeration: plan from a pilot",
        () -> Rates.of(noisy));
    assertRefused(
        "rewards that are noisy give no rates by enumeration: plan from a pilot",
        () -> Rates.coupled(noisy, 2));
    assertRefused(
        "a pilot needs comparisons of two different tokens",
        () -> Pilot.of(PROBLEM).rates(W, THETA, 3, 11, 300));
    assertRefused("source comparisons do not identify w*", () -> new SourceNoise(2).covariance());
    RandomSpec few = RandomSpec.SMALL.withHorizon(1).withLetters(2).withPrompts(1, 1);
    LearningProblem wide =
        GroundTruth.of(RandomInstance.of(few.withDimensions(6, 1), 1).instance()).problem();
    assertRefused("the source rewards do not determine w*", () -> Rates.of(wide));
    PolicyClass tiny =
        new PolicyClass(
            PROBLEM.student().family(), Ball.of(2, 0.01), ImmutableDoubleArray.of(0, 0));
    assertRefused(
        "a plan needs an oracle student inside its set with positive curvature",
        () -> Rates.of(PROBLEM.withStudent(tiny)));
  }
}
