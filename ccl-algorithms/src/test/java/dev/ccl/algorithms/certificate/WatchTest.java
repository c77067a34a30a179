package dev.ccl.algorithms.certificate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Ccl;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Learners;
import dev.ccl.algorithms.Session;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.core.truth.GroundTruth;
import org.junit.jupiter.api.Test;

/** What is watched is what the learner does. */
class WatchTest {
  private static final GroundTruth TRUTH =
      GroundTruth.of(RandomInstance.of(RandomSpec.SMALL, 2).instance());

  /** Every step of the calibration follows from the comparison that was drawn once more. */
  @Test
  void theReplayedComparisonMovesTheCalibration() {
    LearningProblem problem = TRUTH.problem();
    Learner learner = Ccl.paper().with("acceptance", "expectation");
    double gamma = PaperConstants.of(problem).gamma();
    SourceReplay replay = new SourceReplay(problem, 12);
    double[] theta = new double[2];
    double[] w = new double[3];
    double[] expected = new double[3];
    int moved = 0;
    try (Session session = learner.open(problem, learner.initial(problem, 12), 1)) {
      for (int t = 0; t < 200; t++) {
        session.student(theta);
        session.calibration(expected);
        replay.draw(t, theta);
        if (replay.first != replay.second) {
          double u = Vectors.dot(replay.z, expected);
          double residual = 1 / (1 + StrictMath.exp(-u)) - (replay.label ? 1 : 0);
          double weight = StrictMath.exp((replay.reward - 1) / problem.lambda());
          Vectors.addScaled(-weight * residual / (gamma * (t + 2)), replay.z, expected);
          problem.calibration().set().project(expected);
          moved++;
        }
        session.advance(1);
        session.calibration(w);
        for (int i = 0; i < 3; i++) {
          assertEquals(expected[i], w[i], 1e-12);
        }
      }
    }
    assertTrue(moved > 50);
  }

  @Test
  void watchingChangesNothingAndBoundsTheStudent() {
    LearningProblem problem = TRUTH.problem();
    Learner learner = Ccl.practical();
    double[] theta = new double[2];
    double[] watched = new double[2];
    try (Session alone = learner.open(problem, learner.initial(problem, 3), 1);
        Session session = learner.open(problem, learner.initial(problem, 3), 1)) {
      Watch watch = Watch.of(problem, learner, 3, 0.05);
      watch.advance(session, 300);
      alone.advance(300);
      alone.student(theta);
      session.student(watched);
      assertEquals(theta[0], watched[0], 0.0);
      assertEquals(theta[1], watched[1], 0.0);
      assertTrue(TRUTH.excessCost(theta) <= watch.certify(session).excess());
    }
  }

  @Test
  void learnersThatAskOtherwiseAreRefused() {
    LearningProblem problem = TRUTH.problem();
    Learner frozen = Ccl.paper().with("calibration", "frozen");
    assertThrows(IllegalArgumentException.class, () -> Watch.of(problem, frozen, 1, 0.05));
    Learner uniform = Ccl.paper().with("alternatives", "uniform");
    assertThrows(IllegalArgumentException.class, () -> Watch.of(problem, uniform, 1, 0.05));
    Learner matching = Learners.named("direct-matching");
    assertThrows(IllegalArgumentException.class, () -> Watch.of(problem, matching, 1, 0.05));
    LearningProblem noisy = problem.withSourceRewards(RewardOracle.noisy((x, y) -> 0.5));
    assertThrows(IllegalArgumentException.class, () -> Watch.of(noisy, Ccl.paper(), 1, 0.05));
  }
}
