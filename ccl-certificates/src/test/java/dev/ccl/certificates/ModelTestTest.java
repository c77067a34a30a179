package dev.ccl.certificates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.algorithms.Memory;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.core.random.Multinomial;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.judge.FalseAlarms;
import org.junit.jupiter.api.Test;

/** Evidence against Assumption 1: rare where it holds, certain where it clearly fails. */
class ModelTestTest {
  private static final RandomInstance SMALL =
      RandomInstance.of(RandomSpec.SMALL.withLambda(2).withHorizon(1), 4);

  /** Uniform comparisons at the roots: any design is allowed. */
  private static ModelTest play(LearningProblem problem, long seed, int rounds, double[] worst) {
    ModelTest test = new ModelTest(problem, Memory.of(ImmutableMap.of()));
    Forest forest = problem.source().forest();
    EdgeLaw reference = problem.source().reference();
    var verifier = problem.newVerifier();
    RandomStream stream = RandomStream.of(seed, 1, 2, 3);
    int bigD = problem.calibration().set().dimension();
    double[] z = new double[bigD];
    double[] pair = new double[2];
    for (int t = 0; t < rounds; t++) {
      int s = stream.nextBelow(forest.prompts().size());
      int from = forest.firstEdge(s);
      int a = stream.nextBelow(forest.degree(s));
      int b = stream.nextBelow(forest.degree(s));
      if (a == b) {
        continue;
      }
      double[] rows = new double[forest.degree(s) * bigD];
      problem.source().calibration().gradients(z, s, rows);
      for (int i = 0; i < bigD; i++) {
        z[i] = rows[a * bigD + i] - rows[b * bigD + i];
      }
      pair[0] = reference.probability(from + a);
      pair[1] = reference.probability(from + b);
      boolean label = Multinomial.drawOne(stream, pair, 0, 2) == 0;
      double reward = verifier.query(label ? from + a : from + b);
      double chance = StrictMath.exp((reward - 1) / problem.lambda());
      test.observe(z, from + a, from + b, pair[0] / (pair[0] + pair[1]), label, chance);
      if (t % 20 == 0) {
        worst[0] = Math.max(worst[0], test.logEvidence());
      }
    }
    return test;
  }

  private static double reward(Prompt prompt, ImmutableIntArray answer) {
    return SMALL.instance().prompts().get(prompt.id()).reward(answer);
  }

  /** 60 runs at α = 0.05: more than 19 alarms have a probability below 10⁻¹¹. */
  @Test
  void evidenceIsRareWhereTheModelHolds() {
    LearningProblem problem =
        GroundTruth.of(SMALL.instance())
            .problem()
            .withSourceRewards(RewardOracle.noisy(ModelTestTest::reward));
    int alarms = 0;
    for (int seed = 0; seed < 60; seed++) {
      double[] worst = {Double.NEGATIVE_INFINITY};
      play(problem, seed, 600, worst);
      alarms += worst[0] >= StrictMath.log(20) ? 1 : 0;
    }
    FalseAlarms.declare(1e-11);
    assertTrue(alarms <= 19, alarms + " of 60");
  }

  @Test
  void evidenceGrowsWhereItFails() {
    RewardOracle wrong = (prompt, answer) -> answer.get(0) % 2 == 0 ? 1 : 0;
    LearningProblem problem = GroundTruth.of(SMALL.instance()).problem().withSourceRewards(wrong);
    double[] worst = {Double.NEGATIVE_INFINITY};
    play(problem, 1, 20_000, worst);
    assertTrue(worst[0] > StrictMath.log(1e6), "log E = " + worst[0]);
  }

  /** A share of 0 or 1 leaves nothing to bet on; its reward is remembered. */
  @Test
  void whatIsCertainBeforehandIsNoEvidence() {
    LearningProblem problem = GroundTruth.of(SMALL.instance()).problem();
    Memory memory = Memory.of(ImmutableMap.of());
    ModelTest test = new ModelTest(problem, memory);
    test.observe(new double[] {1, 0, 0}, 0, 1, 0.5, true, 0.9);
    ImmutableMap<String, ImmutableDoubleArray> before = memory.snapshot();
    for (double share : new double[] {0, 1}) {
      test.observe(new double[] {1, 1, 0}, 0, 1, share, share == 1, 0.7);
      memory
          .snapshot()
          .forEach(
              (name, values) ->
                  assertEquals(name.contains("-bets-"), values.equals(before.get(name)), name));
    }
  }
}
