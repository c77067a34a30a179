package dev.ccl.core.truth;

import static dev.ccl.core.brute.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.brute.TrialInstances;
import dev.ccl.core.exact.ForwardKl;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.Ball;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.GibbsWeights;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.TokenLaw;
import java.util.List;
import org.junit.jupiter.api.Test;

class KlProjectionTest {
  private static ForwardKl onSource(GroundTruth truth) {
    return ForwardKl.of(
        truth.problem().source().calibration(),
        truth.source().law(),
        truth.problem().source().dataset().rootWeights());
  }

  /** KL(π* ‖ π_w), answer by answer. */
  private static double enumerated(Instance instance, List<String> ids, double[] w) {
    Naive naive = Naive.of(instance);
    TokenLaw optimum = GibbsWeights.of(naive).law();
    TokenLaw calibrated = naive.calibrated(w);
    double sum = 0;
    for (String id : ids) {
      for (Answer a : naive.answers(id)) {
        double log = optimum.logAnswer(a);
        sum += StrictMath.exp(log) * (log - calibrated.logAnswer(a)) / ids.size();
      }
    }
    return sum;
  }

  @Test
  void theDivergenceIsThatOfItsDefinition() {
    for (long trial = 1; trial <= 12; trial++) {
      Instance instance = TrialInstances.of(trial);
      double[] w = TrialInstances.point(instance, instance.header().calibrationDimension(), 1);
      assertClose(
          enumerated(instance, instance.source(), w),
          onSource(GroundTruth.of(instance)).value(w),
          "trial " + trial);
    }
  }

  @Test
  void derivativesAreThoseOfTheValue() {
    Instance instance = RandomInstance.of(RandomSpec.SMALL, 3).instance();
    ForwardKl divergence = onSource(GroundTruth.of(instance));
    double[] w = {0.4, -0.3, 0.2};
    double[] gradient = new double[3];
    divergence.gradient(w, gradient);
    double[] hessian = divergence.hessian(w);
    double h = 1e-5;
    for (int i = 0; i < 3; i++) {
      double[] up = w.clone();
      double[] down = w.clone();
      up[i] += h;
      down[i] -= h;
      // the third derivative is below 1, so the error of the quotient is below h²
      assertEquals((divergence.value(up) - divergence.value(down)) / (2 * h), gradient[i], 2e-10);
      double[] above = new double[3];
      double[] below = new double[3];
      divergence.gradient(up, above);
      divergence.gradient(down, below);
      for (int k = 0; k < 3; k++) {
        assertEquals((above[k] - below[k]) / (2 * h), hessian[i * 3 + k], 2e-10);
      }
    }
  }

  @Test
  void whereTheClassIsRightNothingIsLeft() {
    for (long seed = 1; seed <= 12; seed++) {
      RandomInstance random =
          RandomInstance.of(RandomSpec.SMALL.withPrompts(4, 3), seed); // identified
      KlProjection projection = KlProjection.of(GroundTruth.of(random.instance()));
      assertNothing(projection.sourceResidual());
      assertNothing(projection.targetResidual());
      assertNothing(projection.targetBest());
      double[] error = projection.onSource().toArray();
      Vectors.addScaled(-1, random.truth().toArray(), error);
      assertTrue(Vectors.norm(error) < 1e-5, "seed " + seed);
    }
  }

  /** No divergence is negative, though its sum may round to what is. */
  private static void assertNothing(double divergence) {
    assertTrue(divergence >= 0 && divergence < 1e-12, divergence + " nats");
  }

  /**
   * The source asks for log-odds 4 at the second letter, the target for 2, with features ±1 and ±1:
   * w = 2 on the source. On the target the second letter is B against A with probability σ(±2), and
   * the class says σ(±4).
   */
  @Test
  void whereTheTargetContradictsTheSourceItsResidualIsTold() {
    Instance instance = BrokenInstance.NOT_REALIZABLE.instance();
    KlProjection projection = KlProjection.of(GroundTruth.of(instance));
    assertEquals(2, projection.onSource().get(0), 1e-9);
    assertTrue(projection.sourceResidual() < 1e-12);
    assertEquals(ofLogOdds(2, 4), projection.targetResidual(), 1e-9);
    assertTrue(projection.targetBest() < 1e-12);
  }

  /** The divergence between two laws on two letters. */
  private static double ofLogOdds(double first, double second) {
    double p = 1 / (1 + StrictMath.exp(-first));
    double q = 1 / (1 + StrictMath.exp(-second));
    return p * StrictMath.log(p / q) + (1 - p) * StrictMath.log((1 - p) / (1 - q));
  }

  /**
   * The same with W = [−0.5, 0.5] inside the ball of radius B = 3: the source would like w = 2, the
   * target w = 1, and the nearest that either gets is 0.5, which says log-odds 1.
   */
  @Test
  void noProjectionLeavesTheSet() {
    Instance instance = BrokenInstance.NOT_REALIZABLE.instance();
    Instance.Header h = instance.header();
    Instance small =
        Instance.of(
            new Instance.Header(
                h.name(),
                h.lambda(),
                h.bound(),
                h.horizon(),
                h.vocabulary(),
                h.feasibility(),
                Ball.of(1, 0.5),
                ImmutableDoubleArray.of(0.25),
                h.initial()),
            instance.prompts().values().asList(),
            instance.source(),
            instance.target());
    KlProjection projection = KlProjection.of(GroundTruth.of(small));
    assertEquals(0.5, projection.onSource().get(0), 1e-12);
    assertEquals(ofLogOdds(4, 1), projection.sourceResidual(), 1e-9);
    assertEquals(ofLogOdds(2, 1), projection.targetResidual(), 1e-9);
    assertEquals(ofLogOdds(2, 1), projection.targetBest(), 1e-9);
  }

  @Test
  void theProjectionIsNoHigherThanItsNeighbours() {
    for (long trial = 1; trial <= 6; trial++) {
      Instance instance = TrialInstances.of(trial);
      GroundTruth truth = GroundTruth.of(instance);
      KlProjection projection = KlProjection.of(truth);
      double[] best = projection.onSource().toArray();
      for (int k = 0; k < 20; k++) {
        double[] other =
            TrialInstances.point(instance, instance.header().calibrationDimension(), k);
        truth.problem().calibration().set().project(other);
        for (int i = 0; i < other.length; i++) {
          other[i] = 0.9 * best[i] + 0.1 * other[i];
        }
        assertTrue(
            enumerated(instance, instance.source(), other) >= projection.sourceResidual() - 1e-9,
            "trial " + trial);
      }
    }
  }

  @Test
  void withoutTargetRewardsOnlyTheSourceIsKnown() {
    Instance instance = RandomInstance.of(RandomSpec.SMALL, 3).instance().withoutTargetRewards();
    KlProjection projection = KlProjection.of(GroundTruth.of(instance));
    assertTrue(projection.sourceResidual() < 1e-12);
    assertTrue(Double.isNaN(projection.targetResidual()) && Double.isNaN(projection.targetBest()));
  }
}
