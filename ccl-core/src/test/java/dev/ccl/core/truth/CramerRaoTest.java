package dev.ccl.core.truth;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.DemoInstance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * The mean of the calibration step vanishes at w*, and its derivative there is the information of
 * one query, which central differences measure with an error of about 1e-9.
 */
class CramerRaoTest {
  private static final double STEP = 1e-5;

  @Test
  void informationIsTheSlopeOfTheMeanStep() {
    for (int trial = 0; trial < 5; trial++) {
      RandomInstance random =
          RandomInstance.of(RandomSpec.SMALL.withRepeated(1).withInitialNorm(1), trial);
      GroundTruth truth = GroundTruth.of(random.instance());
      LearningProblem problem = truth.problem();
      double[] w = random.truth().toArray();
      double[] theta = problem.student().initial().toArray();
      CramerRao limit = CramerRao.of(truth, w, problem.source().student().law(theta));
      int d = w.length;
      double[] slope = new double[d * d];
      for (int j = 0; j < d; j++) {
        double[] up = w.clone();
        double[] down = w.clone();
        up[j] += STEP;
        down[j] -= STEP;
        double[] high = CalibrationLaw.of(truth).expectedStep(up, theta);
        double[] low = CalibrationLaw.of(truth).expectedStep(down, theta);
        for (int i = 0; i < d; i++) {
          slope[i * d + j] = (high[i] - low[i]) / (2 * STEP);
        }
      }
      assertArrayEquals(slope, limit.information(), 1e-8);
    }
  }

  @Test
  void boundOfOneDirection() {
    RandomInstance random = RandomInstance.of(RandomSpec.SMALL.withDimensions(1, 1), 2);
    GroundTruth truth = GroundTruth.of(random.instance());
    CramerRao limit =
        CramerRao.of(
            truth, random.truth().toArray(), truth.problem().source().student().law(new double[1]));
    double information = limit.information()[0];
    assertEquals(1 / (700 * information), limit.bound(700), 1e-12 / information);
    assertEquals(1 / information, limit.bound(1), 1e-12 / information);
    assertThrows(IllegalArgumentException.class, () -> limit.bound(0));
    EdgeLaw elsewhere = truth.problem().target().student().law(new double[1]);
    assertThrows(
        IllegalArgumentException.class,
        () -> CramerRao.of(truth, random.truth().toArray(), elsewhere));
  }

  @Test
  void nothingIdentifiedMeansNoBound() {
    GroundTruth truth = GroundTruth.of(BrokenInstance.NOT_IDENTIFIED.instance());
    LearningProblem problem = truth.problem();
    double[] w = problem.calibration().initial().toArray();
    double[] theta = problem.student().initial().toArray();
    CramerRao limit = CramerRao.of(truth, w, problem.source().student().law(theta));
    assertEquals(Double.POSITIVE_INFINITY, limit.bound(10));
  }

  /** Features that are alike for all tokens: not even a small bound. */
  @Test
  void noInformationMeansNoBound() {
    for (int d : new int[] {1, 3}) {
      LearningProblem problem = DemoInstance.of().problem();
      ImmutableDoubleArray zero = ImmutableDoubleArray.copyOf(new double[d]);
      LearningProblem blind =
          problem.withCalibration(
              new PolicyClass(LinearSoftmax.of(constant(d)), Ball.of(d, 1), zero));
      EdgeLaw proposals = blind.source().student().law(problem.student().initial().toArray());
      CramerRao limit =
          CramerRao.of(GroundTruth.of(blind, (x, answer) -> 0.5), zero.toArray(), proposals);
      assertArrayEquals(new double[d * d], limit.information());
      assertEquals(Double.POSITIVE_INFINITY, limit.bound(1_000_000));
    }
  }

  private static FeatureMap constant(int d) {
    return new FeatureMap() {
      @Override
      public int dimension() {
        return d;
      }

      @Override
      public void features(State state, double[] out) {
        Arrays.fill(out, 0, d * state.legal().length(), 0.5);
      }
    };
  }

  /** Numbers of queries have 64 bits, and the matrix that is returned is nobody else's. */
  @Test
  void manyQueriesAndFreshMatrices() {
    GroundTruth truth = GroundTruth.of(DemoInstance.of());
    LearningProblem problem = truth.problem();
    double[] w = problem.calibration().initial().toArray();
    double[] theta = problem.student().initial().toArray();
    CramerRao limit = CramerRao.of(truth, w, problem.source().student().law(theta));
    double one = limit.bound(1);
    assertEquals(one / 3e12, limit.bound(3_000_000_000_000L), 1e-15 * one / 3e12);
    Arrays.fill(limit.information(), 0);
    assertEquals(one, limit.bound(1));
  }
}
