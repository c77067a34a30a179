package dev.ccl.algorithms.calibration;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Learners;
import dev.ccl.algorithms.Session;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.generator.MisspecifiedInstance;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.Side;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.KlProjection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The calibration that replies describe, against sums over answers. */
class ProjectionRuleTest {
  private static final Learner PROJECTION =
      Learners.named("practical").with("calibration", "projection");

  private static LearnerState run(LearningProblem problem, long rounds) {
    try (Session session = PROJECTION.start(problem, 1, 1)) {
      session.advance(rounds);
      return session.state();
    }
  }

  /** −Σ π*(y) log π_w(y) over all answers, with the mean reply where nobody has asked. */
  private static double crossEntropy(LearningProblem problem, double[] replies, double[] w) {
    Side source = problem.source();
    Forest forest = source.forest();
    double sum = 0;
    int asked = 0;
    for (int e = 0; e < forest.edges(); e++) {
      sum += replies[2 * e] > 0 ? replies[2 * e + 1] / replies[2 * e] : 0;
      asked += replies[2 * e] > 0 ? 1 : 0;
    }
    EdgeLaw fitted = source.calibration().law(w);
    double[] total = new double[forest.prompts().size()];
    double[] cross = new double[total.length];
    for (int e = 0; e < forest.edges(); e++) {
      if (forest.child(e) < 0) {
        double reward = replies[2 * e] > 0 ? replies[2 * e + 1] / replies[2 * e] : sum / asked;
        double weight = Math.exp(source.reference().logPath(e) + reward / problem.lambda());
        total[forest.root(e)] += weight;
        cross[forest.root(e)] -= weight * fitted.logPath(e);
      }
    }
    double mean = 0;
    for (int x = 0; x < total.length; x++) {
      mean += source.dataset().rootWeights()[x] * cross[x] / total[x];
    }
    return mean;
  }

  /** In the 22nd round a projection is due: 1, 2, …, 20, 22, 24, …. */
  @ParameterizedTest
  @EnumSource(names = {"HIDDEN_FEATURES_OF_TWO_TOKENS", "KINDS_UNLIKE"})
  void nothingIsNearerToWhatRepliesDescribe(MisspecifiedInstance kind) {
    LearningProblem problem = kind.of(3).problem();
    LearnerState state = run(problem, 22);
    double[] replies = state.extras().get("projection-replies").toArray();
    double[] w = state.calibration().toArray();
    double least = crossEntropy(problem, replies, w);
    assertTrue(Vectors.norm(w) < problem.calibration().set().radius() - 0.01, "inside W");
    for (int i = 0; i < w.length; i++) {
      for (double step : new double[] {-1e-3, 1e-3}) {
        double[] other = w.clone();
        other[i] += step;
        double there = crossEntropy(problem, replies, other);
        assertTrue(there > least, "coordinate " + i + ": " + there + " after " + least);
      }
    }
  }

  @Test
  void itMovesWhenRepliesHaveGrown() {
    LearningProblem problem = MisspecifiedInstance.KINDS_UNLIKE.of(3).problem();
    assertEquals(run(problem, 22).calibration(), run(problem, 23).calibration());
    assertNotEquals(run(problem, 23).calibration(), run(problem, 24).calibration());
    assertNotEquals(problem.calibration().initial(), run(problem, 1).calibration());
  }

  @Test
  void withAllRewardsItIsTheProjectionOfTheOptimum() {
    GroundTruth truth = GroundTruth.of(MisspecifiedInstance.HIDDEN_FEATURES.of(2));
    double[] limit = KlProjection.of(truth).onSource().toArray();
    double[] w = run(truth.problem(), 30_000).calibration().toArray();
    assertArrayEquals(limit, w, 0.02);
  }

  @Test
  void itGoesOnToTheBit() {
    LearningProblem problem = MisspecifiedInstance.KINDS_UNLIKE.of(3).problem();
    try (Session whole = PROJECTION.start(problem, 1, 1)) {
      whole.advance(23);
      try (Session resumed = PROJECTION.open(problem, whole.state(), 1)) {
        whole.advance(30);
        resumed.advance(30);
        assertEquals(whole.state(), resumed.state());
      }
    }
  }
}
