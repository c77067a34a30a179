package dev.ccl.core.truth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.exact.SourceInformation;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.growing.GrowingForest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.policy.BoundedDerivatives;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.judge.FalseAlarms;
import java.util.Arrays;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Intervals contain the exact value as often as they say. Of 1200 intervals at the level 0.9 the
 * number that contain it is binomial with mean 1080 and standard deviation 10.4, fewer than 1000 or
 * more than 1150 with a probability below 2e-12. Of intervals that are too short by 30 % it would
 * be binomial with mean 900 and standard deviation 15.
 */
class RolloutEvaluationTest {
  private static final int INTERVALS = 1200;
  private static final double LEVEL = 0.9;

  private static final Instance INSTANCE =
      RandomInstance.of(RandomSpec.SMALL.withHorizon(3), 11).instance();
  private static final LearningProblem WHOLE = INSTANCE.problem();
  private static final LearningProblem GROWING = WHOLE.growing(ForestBudget.ofBytes(1L << 28));

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

  /** The mean reward and divergence of answers behind a state, by adding up all of them. */
  private static double[] enumerated(State state) {
    TokenMdp mdp = WHOLE.mdp();
    if (mdp.isForced(state)) {
      return new double[] {rewards().reward(state.prompt(), mdp.complete(state)), 0};
    }
    int k = state.legal().length();
    double[] logits = new double[k];
    double[] reference = new double[k];
    WHOLE.student().family().logits(student(), state, logits);
    WHOLE.reference().probabilities(state, reference);
    double normalizer = Arrays.stream(logits).map(StrictMath::exp).sum();
    double[] sum = new double[2];
    for (int a = 0; a < k; a++) {
      double p = StrictMath.exp(logits[a]) / normalizer;
      double[] behind = enumerated(mdp.append(state, state.legal().get(a)));
      sum[0] += p * behind[0];
      sum[1] += p * (StrictMath.log(p / reference[a]) + behind[1]);
    }
    return sum;
  }

  /** The exact value of a quantity on the target side: 0 the reward, 1 the divergence. */
  private static double exact(int quantity) {
    Dataset target = WHOLE.target().dataset();
    double sum = 0;
    for (int r = 0; r < target.prompts().size(); r++) {
      double[] values = enumerated(WHOLE.mdp().start(target.prompts().get(r)));
      sum += target.rootWeights()[r] * values[quantity];
    }
    return sum;
  }

  private static int covered(
      Function<RolloutEvaluation, Estimate> quantity, double exact, double length) {
    int covered = 0;
    for (int s = 0; s < INTERVALS; s++) {
      Estimate e = quantity.apply(evaluation(s, 200));
      double below = e.value() - length * (e.value() - e.lower());
      double above = e.value() + length * (e.upper() - e.value());
      covered += below <= exact && exact <= above ? 1 : 0;
    }
    return covered;
  }

  private static void assertCoverage(
      String name, Function<RolloutEvaluation, Estimate> quantity, double exact) {
    int covered = covered(quantity, exact, 1);
    FalseAlarms.declare(2e-12);
    assertTrue(covered >= 1000, name + ": " + covered + " of " + INTERVALS);
    assertTrue(covered <= 1150, name + ": " + covered + ": the intervals are too wide");
    int lied = covered(quantity, exact, 0.7);
    assertTrue(lied < 1000, name + ": 30 % shorter, and still " + lied);
  }

  @Test
  void intervalsCoverWhatTheyEstimateAndShorterOnesDoNot() {
    double objective = exact(0) - WHOLE.lambda() * exact(1);
    assertEquals(GroundTruth.of(INSTANCE).objective(student()), objective, 1e-12);
    assertCoverage("objective", e -> e.objective(student()), objective);
    assertCoverage("reward", e -> e.reward(student()), exact(0));
    assertCoverage("divergence", e -> e.divergence(student()), exact(1));
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

  /**
   * The interval of the source information rests on tails that hold for any number of rollouts, so
   * it is too wide for coverage to tell a shorter one: its ends are held to the tails instead.
   */
  @Test
  void endsOfTheSourceInformationAreWhereTheTailsSay() {
    Estimate e = evaluation(5, 1_000_000).sourceInformation();
    assertEquals(0.05, lowerTail(e.value(), e.upper()), 1e-6);
    assertEquals(0.05, upperTail(e.value(), e.lower()), 1e-6);
    double shorterAbove = e.value() + 0.7 * (e.upper() - e.value());
    double shorterBelow = e.value() - 0.7 * (e.value() - e.lower());
    assertTrue(lowerTail(e.value(), shorterAbove) > 0.2);
    assertTrue(upperTail(e.value(), shorterBelow) > 0.2);
  }

  private static double range() {
    BoundedDerivatives family = (BoundedDerivatives) WHOLE.calibration().family();
    return 4 * StrictMath.pow(family.gradientBound(WHOLE.calibration().set()), 2);
  }

  /** A bound of the probability of an estimate of m or less, were μ the value. */
  private static double lowerTail(double m, double mu) {
    double eps = 1 - m / mu;
    return WHOLE.calibration().family().dimension()
        * StrictMath.exp(-eps * eps * 1_000_000 * mu / (2 * range()));
  }

  /** A bound of the probability of an estimate of m or more. */
  private static double upperTail(double m, double mu) {
    double eps = m / mu - 1;
    return StrictMath.exp(-eps * eps * 1_000_000 * mu / ((2 + eps) * range()));
  }

  @Test
  void wholeTreesAreNeededForTheTruthAndTheMessageSaysWhatIsNot() {
    IllegalStateException refusal =
        assertThrows(IllegalStateException.class, () -> GroundTruth.of(GROWING, rewards()));
    assertTrue(refusal.getMessage().contains("RolloutEvaluation"), refusal.getMessage());
  }

  @Test
  void anEstimatePrintsItsInterval() {
    assertEquals(
        "0.500000 in [0.400000, 0.600000] (95.0% level, 100 rollouts)",
        new Estimate(0.5, 0.4, 0.6, 0.95, 100).toString());
  }

  /**
   * Where one direction shows nothing the estimate is 0, and the tail of its upper end is d
   * exp(−nμ/2R). With few rollouts the end is the largest value that there is.
   */
  @Test
  void whatShowsNothingMayStillBeSomething() {
    LearningProblem blind = BrokenInstance.NOT_IDENTIFIED.instance().problem();
    for (long rollouts : new long[] {2, 20, 1000, 1_000_000}) {
      Estimate e =
          RolloutEvaluation.of(
                  blind.growing(ForestBudget.ofBytes(1L << 28)), (x, a) -> 0, 3, rollouts, 0.75)
              .sourceInformation();
      assertEquals(0, e.value(), 1e-15);
      assertEquals(0, e.lower(), 1e-15);
      double upper = Math.min(4, 2 * 4 * Math.log(2 / 0.125) / rollouts); // R = (2 · 1)², d = 2
      assertEquals(upper, e.upper(), 1e-9 * upper, rollouts + " rollouts");
      assertEquals(rollouts, e.rollouts());
      assertEquals(0.75, e.level());
    }
  }

  private static LearningProblem fresh() {
    return INSTANCE.problem().growing(ForestBudget.ofBytes(1L << 28));
  }

  /** Trees are given back after every estimate, also after one that failed, and serve the next. */
  @Test
  void treesAreGivenBack() {
    LearningProblem problem = fresh();
    GrowingForest trees = problem.forests().acquire();
    problem.forests().release(trees);
    RewardOracle broken =
        (prompt, answer) -> {
          throw new IllegalStateException("no reward");
        };
    RolloutEvaluation evaluation = RolloutEvaluation.of(problem, broken, 3, 10, LEVEL);
    assertThrows(IllegalStateException.class, () -> evaluation.reward(student()));
    assertGivenBack(trees, problem);
    evaluation.divergence(student());
    assertGivenBack(trees, problem);
    evaluation.sourceInformation();
    assertGivenBack(trees, problem);
  }

  private static void assertGivenBack(GrowingForest trees, LearningProblem problem) {
    GrowingForest next = problem.forests().acquire();
    assertSame(trees, next);
    problem.forests().release(next);
  }

  /** Rewards are asked for where they count: a divergence needs none. */
  @Test
  void divergencesNeedNoRewards() {
    RewardOracle broken =
        (prompt, answer) -> {
          throw new IllegalStateException("no reward");
        };
    Estimate without = RolloutEvaluation.of(fresh(), broken, 3, 50, LEVEL).divergence(student());
    assertEquals(
        RolloutEvaluation.of(fresh(), rewards(), 3, 50, LEVEL).divergence(student()), without);
  }

  /** J and the reward rest on rollouts of their own, also where the divergence is free. */
  @Test
  void estimatesHaveTheirOwnRollouts() {
    RewardOracle one = (prompt, answer) -> answer.get(0) == 0 ? 1 : 0;
    RolloutEvaluation free = RolloutEvaluation.of(fresh().withLambda(1e-12), one, 5, 40, LEVEL);
    assertNotEquals(free.objective(student()).value(), free.reward(student()).value(), 1e-9);
  }
}
