package dev.ccl.certificates;

import static dev.ccl.certificates.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.exact.GlobalMinimizer;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.truth.GroundTruth;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Bounds for a wrong model against the truth that they do not see. */
class AgnosticBoundTest {
  private static final RandomInstance RANDOM = RandomInstance.of(RandomSpec.SMALL, 5);

  /** Rewards that no w explains, by more or less. */
  private static GroundTruth truth(double wrong) {
    RewardOracle rewards =
        (prompt, y) ->
            0.1
                + 0.8 * RANDOM.instance().prompts().get(prompt.id()).reward(y)
                + wrong * Math.sin(31 * prompt.id().hashCode() + 7 * y.hashCode());
    return GroundTruth.of(GroundTruth.of(RANDOM.instance()).problem(), rewards);
  }

  /** osc f by listing all target answers: f = R/λ + log π_pre − log π_w up to a constant. */
  private static double oscillation(GroundTruth truth, double wrong, double[] w) {
    LearningProblem problem = truth.problem();
    Forest forest = problem.target().forest();
    EdgeLaw reference = problem.target().reference();
    EdgeLaw law = problem.target().calibration().law(w);
    Map<Integer, double[]> range = new HashMap<>();
    for (int e = 0; e < forest.edges(); e++) {
      if (forest.child(e) < 0) {
        String prompt = forest.prompts().get(forest.root(e)).id();
        double reward =
            0.1
                + 0.8 * RANDOM.instance().prompts().get(prompt).reward(forest.answer(e))
                + wrong * Math.sin(31 * prompt.hashCode() + 7 * forest.answer(e).hashCode());
        double f = reward / problem.lambda() + reference.logPath(e) - law.logPath(e);
        double[] ends = range.computeIfAbsent(forest.root(e), r -> new double[] {1e300, -1e300});
        ends[0] = Math.min(ends[0], f);
        ends[1] = Math.max(ends[1], f);
      }
    }
    return range.values().stream().mapToDouble(ends -> ends[1] - ends[0]).max().orElseThrow();
  }

  @Test
  void theBoundHoldsForEveryCalibrationAndStudent() {
    RandomStream stream = RandomStream.of(4, 4, 4, 4);
    int tight = 0;
    for (int trial = 0; trial < 12; trial++) {
      double wrong = trial % 2 == 0 ? 0.1 : 0.02;
      GroundTruth truth = truth(wrong);
      LearningProblem problem = truth.problem();
      double[] w = new double[3];
      problem.calibration().set().draw(stream, w);
      double[] theta = new double[2];
      problem.student().set().draw(stream, theta);
      if (trial % 3 == 0) { // the student that follows the calibration
        theta =
            GlobalMinimizer.minimize(LogRatioCost.calibrated(problem, w), problem.student().set())
                .point()
                .toArray();
      }
      double oscillation = oscillation(truth, wrong, w);
      double excess = truth.excessCost(theta);
      double bound = AgnosticBound.of(problem, w, theta, oscillation);
      assertTrue(excess <= bound + 1e-12, () -> excess + " > " + bound);
      tight += AgnosticBound.of(problem, w, theta, oscillation / 100) < excess ? 1 : 0;
    }
    assertTrue(tight > 0, "a liar: a hundredth of the oscillation is not enough");
  }

  /** Without a residual it is the excess at w itself, to the gap of the search. */
  @Test
  void noResidualLeavesTheCostAtTheCalibration() {
    LearningProblem problem = GroundTruth.of(RANDOM.instance()).problem();
    double[] w = RANDOM.truth().toArray();
    double[] theta = {0.3, -0.2};
    double excess = GroundTruth.of(RANDOM.instance()).excessCost(theta);
    double bound = AgnosticBound.of(problem, w, theta, 0);
    assertEquals(excess, bound, 0.03 * excess);
    assertTrue(bound >= excess - 1e-12);
    for (double wrong : new double[] {-1, Double.POSITIVE_INFINITY, Double.NaN}) {
      assertRefused(
          "oscillation: " + wrong + " is not a number of at least 0",
          () -> AgnosticBound.of(problem, w, theta, wrong));
    }
    LearningProblem growing = problem.growing(ForestBudget.standard());
    assertRefused(
        "a bound of the excess needs whole trees", () -> AgnosticBound.of(growing, w, theta, 0.1));
  }

  @Test
  void theResidualOfTheRewardsSeenIsSaid() {
    LearningProblem problem = GroundTruth.of(RANDOM.instance()).problem();
    for (double wrong : new double[] {0, 0.05}) {
      LearningProblem asked =
          problem.withSourceRewards(
              (prompt, y) ->
                  0.1
                      + 0.8 * RANDOM.instance().prompts().get(prompt.id()).reward(y)
                      + wrong * Math.sin(y.hashCode()));
      LearningProblem right = wrong == 0 ? problem : asked;
      Certifier certifier = Certifier.of(right, 0.05);
      SourceReplay replay = new SourceReplay(right, 3);
      for (int t = 0; t < 80; t++) {
        replay.draw(t, new double[2]);
        replay.tell(certifier);
      }
      double residual = certifier.residual();
      assertTrue(wrong == 0 ? residual < 1e-12 : residual > 1e-3, "residual " + residual);
    }
  }
}
