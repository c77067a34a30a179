package dev.ccl.algorithms.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Gains in J of the source prompts that gain least, against sums over answers. */
class SourceGainsTest {
  private static final LearningProblem PROBLEM =
      RandomInstance.of(RandomSpec.SMALL.withPrompts(6, 2).withHorizon(3), 23).instance().problem();

  /** J at each prompt by a sum over its answers; rewards below 0 stand for unseen ones. */
  private static double[] values(double[] w, double[] rewards) {
    Forest forest = PROBLEM.source().forest();
    EdgeLaw law = PROBLEM.source().calibration().law(w);
    double[] mass = new double[forest.prompts().size()];
    double[] reward = new double[mass.length];
    double[] divergence = new double[mass.length];
    for (int e = 0; e < forest.edges(); e++) {
      if (forest.child(e) < 0) {
        int x = forest.root(e);
        double p = Math.exp(law.logPath(e));
        divergence[x] += p * (law.logPath(e) - PROBLEM.source().reference().logPath(e));
        mass[x] += rewards[e] < 0 ? 0 : p;
        reward[x] += rewards[e] < 0 ? 0 : p * rewards[e];
      }
    }
    double[] values = new double[mass.length];
    for (int x = 0; x < values.length; x++) {
      values[x] = (mass[x] == 0 ? 0 : reward[x] / mass[x]) - PROBLEM.lambda() * divergence[x];
    }
    return values;
  }

  /** The mean of the lower half of the gains, each prompt of the same weight. */
  private static double worseHalf(double[] w, double[] rewards) {
    double[] gains = values(w, rewards);
    double[] before = values(PROBLEM.calibration().initial().toArray(), rewards);
    for (int x = 0; x < gains.length; x++) {
      gains[x] -= before[x];
    }
    Arrays.sort(gains);
    return Arrays.stream(gains, 0, gains.length / 2).average().orElseThrow();
  }

  private static double[] elsewhere(RandomStream random) {
    double[] w = PROBLEM.calibration().initial().toArray();
    for (int i = 0; i < w.length; i++) {
      w[i] += 2 * random.nextDouble() - 1;
    }
    return w;
  }

  @Test
  void theyAreThoseOfSumsOverAnswers() {
    RandomStream random = RandomStreams.of(4).open(Purpose.TRIAL, 1);
    SourceGains gains = new SourceGains(PROBLEM);
    double[] rewards = new double[PROBLEM.source().forest().edges()];
    Arrays.fill(rewards, -1);
    for (int e = 0; e < rewards.length; e++) {
      double[] w = elsewhere(random);
      assertEquals(worseHalf(w, rewards), gains.of(w), 1e-9, "before answer " + e);
      if (PROBLEM.source().forest().child(e) < 0) {
        rewards[e] = random.nextDouble();
        gains.record(e, rewards[e]);
      }
    }
  }

  @Test
  void whereNothingChangesNothingIsGained() {
    SourceGains gains = new SourceGains(PROBLEM);
    assertEquals(0, gains.of(PROBLEM.calibration().initial().toArray()));
  }

  @Test
  void whatItRemembersIsAllThatItIs() {
    RandomStream random = RandomStreams.of(4).open(Purpose.TRIAL, 2);
    SourceGains one = new SourceGains(PROBLEM);
    for (int e = 0; e < PROBLEM.source().forest().edges(); e += 2) {
      if (PROBLEM.source().forest().child(e) < 0) {
        one.record(e, random.nextDouble());
      }
    }
    SourceGains two = new SourceGains(PROBLEM);
    System.arraycopy(one.memory(), 0, two.memory(), 0, one.memory().length);
    double[] w = elsewhere(random);
    assertEquals(one.of(w), two.of(w));
    assertTrue(one.of(w) != new SourceGains(PROBLEM).of(w));
  }
}
