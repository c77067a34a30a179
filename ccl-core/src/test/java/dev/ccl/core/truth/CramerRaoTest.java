package dev.ccl.core.truth;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
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
}
