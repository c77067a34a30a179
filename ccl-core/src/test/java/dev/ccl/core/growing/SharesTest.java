package dev.ccl.core.growing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.Doubles;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.truth.RolloutEvaluation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How rollouts are spread over the prompts, and that no two batches are the same draws. */
class SharesTest {
  /** Four distinct target prompts, one of which is listed twice. */
  private static final LearningProblem PROBLEM =
      RandomInstance.of(RandomSpec.SMALL.withPrompts(4, 4).withRepeated(1), 6)
          .instance()
          .problem()
          .growing(ForestBudget.standard());

  /** Rollouts of each root in a batch. */
  private static List<Double> roots(double total, long round, long update, boolean balanced) {
    GrowingForest forest = PROBLEM.forests().acquire();
    try {
      Flow flow = new Flow();
      double[] theta = new double[PROBLEM.student().set().dimension()];
      flow.begin(
          (state, out) -> state.student().logits(theta, out),
          total,
          Purpose.GRADIENT_BATCH,
          round,
          update);
      if (balanced) {
        flow.stratifyPrompts();
      }
      RolloutSampler.on(forest, PROBLEM.target().dataset(), RandomStreams.of(1), Workers.ALONE)
          .draw(flow);
      List<Double> counts = new ArrayList<>();
      for (int i = 0; i < flow.firstNode(1); i++) {
        counts.add(flow.count(i));
      }
      return counts;
    } finally {
      PROBLEM.forests().release(forest);
    }
  }

  @Test
  void aPromptThatIsListedTwiceGetsTwiceAsMany() {
    double[] weights = PROBLEM.target().dataset().rootWeights();
    assertEquals(4, weights.length, "distinct prompts");
    assertEquals(0.4, Doubles.max(weights), 1e-12, "listed twice among five");
    List<Double> balanced = roots(5000, 0, 0, true);
    for (int r = 0; r < weights.length; r++) {
      assertEquals(5000 * weights[r], balanced.get(r), 1, "prompt " + r);
    }
    // The share of a prompt among 10¹² rollouts is off by at most 10⁻⁶ · √(1/4) · 20.
    List<Double> drawn = roots(1e12, 0, 0, false);
    for (int r = 0; r < weights.length; r++) {
      assertEquals(weights[r], drawn.get(r) / 1e12, 1e-5, "prompt " + r);
    }
  }

  @Test
  void everyRoundAndUpdateSpreadsAnew() {
    Set<List<Double>> seen = new HashSet<>();
    for (long round = 0; round < 3; round++) {
      for (long update = 0; update < 3; update++) {
        assertTrue(seen.add(roots(1e9, round, update, false)), round + ", " + update);
      }
    }
  }

  /** On the same answers J would be reward minus λ times divergence, to rounding. */
  @Test
  void everyEstimateHasAnswersOfItsOwn() {
    RewardOracle rewards = (prompt, answer) -> 0.25 * (answer.get(0) % 3);
    RolloutEvaluation evaluation = RolloutEvaluation.of(PROBLEM, rewards, 3, 500, 0.9);
    double[] theta = new double[PROBLEM.student().set().dimension()];
    theta[0] = 0.8;
    double objective = evaluation.objective(theta).value();
    double reward = evaluation.reward(theta).value();
    double divergence = evaluation.divergence(theta).value();
    double same = reward - PROBLEM.lambda() * divergence;
    assertFalse(Math.abs(objective - same) < 1e-9, objective + " and " + same);
    assertEquals(same, objective, 0.3);
  }
}
