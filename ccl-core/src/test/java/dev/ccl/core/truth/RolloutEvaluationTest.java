package dev.ccl.core.truth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.exact.SourceInformation;
import dev.ccl.core.growth.GrowthBudget;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.core.random.Levels;
import org.junit.jupiter.api.Test;

/**
 * Intervals contain the exact value as often as they say. Of 400 intervals at the level 0.9 the
 * number that contain it is binomial with mean 360 and standard deviation 6, fewer than 315 or more
 * than 393 with a probability below 2e-11.
 */
class RolloutEvaluationTest {
  private static final int INTERVALS = 400;
  private static final double LEVEL = 0.9;

  private static final Instance INSTANCE =
      RandomInstance.of(RandomSpec.SMALL.withHorizon(3), 11).instance();
  private static final LearningProblem WHOLE = INSTANCE.problem();
  private static final LearningProblem GROWING = WHOLE.growing(GrowthBudget.ofBytes(1L << 28));

  private static RewardOracle rewards() {
    return (prompt, answer) -> INSTANCE.prompts().get(prompt.id()).reward(answer);
  }

  private static RolloutEvaluation evaluation(long seed, long rollouts) {
    return RolloutEvaluation.of(GROWING, rewards(), seed, rollouts, LEVEL);
  }

  private static double[] student() {
    double[] theta = WHOLE.student().initial().toArray();
    for (int i = 0; i < theta.length; i++) {
      theta[i] = 0.3 * (i + 1) / theta.length;
    }
    return theta;
  }

  @Test
  void intervalsOfTheObjectiveCoverIt() {
    double exact = GroundTruth.of(INSTANCE).objective(student());
    int covered = 0;
    for (int s = 0; s < INTERVALS; s++) {
      covered += evaluation(s, 200).objective(student()).contains(exact) ? 1 : 0;
    }
    Levels.declare(2e-11);
    assertTrue(covered >= 315, covered + " of " + INTERVALS);
    assertTrue(covered <= 393, covered + " of " + INTERVALS + ": the intervals are too wide");
  }

  @Test
  void objectiveIsRewardMinusPricedDivergence() {
    RolloutEvaluation evaluation = evaluation(1, 200_000);
    Estimate reward = evaluation.reward(student());
    Estimate divergence = evaluation.divergence(student());
    double exact = GroundTruth.of(INSTANCE).objective(student());
    double error = reward.upper() - reward.lower() + divergence.upper() - divergence.lower();
    assertEquals(exact, reward.value() - WHOLE.lambda() * divergence.value(), 2 * error);
    assertTrue(reward.value() > 0 && reward.value() < 1 && divergence.value() > 0);
  }

  @Test
  void intervalsOfTheSourceInformationCoverIt() {
    double exact = SourceInformation.of(WHOLE).mu();
    int covered = 0;
    for (int s = 0; s < 100; s++) {
      covered += evaluation(s, 300).sourceInformation().contains(exact) ? 1 : 0;
    }
    assertEquals(100, covered, "the bounds are tails, and wide");
    Estimate good = evaluation(5, 10_000_000).sourceInformation();
    assertEquals(exact, good.value(), 0.01 * exact);
    assertTrue(good.contains(exact));
  }

  @Test
  void anEstimatePrintsItsInterval() {
    assertEquals(
        "0.500000 in [0.400000, 0.600000] (95.0% level, 100 rollouts)",
        new Estimate(0.5, 0.4, 0.6, 0.95, 100).toString());
  }
}
