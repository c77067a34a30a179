package dev.ccl.algorithms.certificate;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.algorithms.Ccl;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.evidence.RewardRegression;
import dev.ccl.core.exact.GlobalMinimizer;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.truth.GroundTruth;

/**
 * Prints the mean excess of the student that each calibration teaches, statistical step against
 * regression, under reward noise and under misspecification; a measurement. Argument: seeds.
 */
final class RegressionStudy {
  private static final int[] AT = {30, 100, 300, 1000, 3000, 10000};

  private RegressionStudy() {}

  private enum Trouble {
    NOISE,
    MISSPECIFIED
  }

  public static void main(String[] arguments) {
    int seeds = Integer.parseInt(arguments[0]);
    for (Trouble trouble : Trouble.values()) {
      study("separation d=2", SeparationInstance.of(2, 3, 2, 0.5), trouble, seeds);
      study("small 1", RandomInstance.of(RandomSpec.SMALL, 1).instance(), trouble, seeds);
      study("small 7", RandomInstance.of(RandomSpec.SMALL, 7).instance(), trouble, seeds);
    }
  }

  private static void study(String name, Instance instance, Trouble trouble, int seeds) {
    LearningProblem plain = GroundTruth.of(instance).problem();
    RewardOracle rewards = (prompt, answer) -> instance.prompts().get(prompt.id()).reward(answer);
    RewardOracle wrong =
        (prompt, answer) -> 0.1 + 0.8 * rewards.reward(prompt, answer) + 0.1 * hash(prompt, answer);
    GroundTruth truth = GroundTruth.of(plain, trouble == Trouble.MISSPECIFIED ? wrong : rewards);
    double[][] sums = new double[3][AT.length];
    for (int seed = 0; seed < seeds; seed++) {
      RandomStream noise = RandomStream.of(seed, 5, 5, 5);
      RewardOracle asked =
          trouble == Trouble.MISSPECIFIED
              ? wrong
              : RewardOracle.noisy(
                  (prompt, answer) -> noisy(rewards.reward(prompt, answer), noise));
      LearningProblem problem = plain.withSourceRewards(asked);
      RewardRegression regression = RewardRegression.of(problem);
      double[] fitted = problem.calibration().initial().toArray();
      SourceReplay replay = new SourceReplay(problem, 40 + seed);
      Ccl learner = Ccl.practical();
      double[] theta = new double[problem.student().set().dimension()];
      double[] w = new double[fitted.length];
      try (Session session = learner.open(problem, learner.initial(problem, 40 + seed), 1)) {
        int next = 0;
        for (int t = 0; t < AT[AT.length - 1]; t++) {
          session.student(theta);
          replay.draw(t, theta);
          boolean changed = regression.add(replay.leaf, replay.reward);
          session.advance(1);
          if (t + 1 == AT[next]) {
            regression.solve(fitted);
            session.calibration(w);
            sums[0][next] += excess(truth, w) / seeds;
            sums[1][next++] += excess(truth, fitted) / seeds;
          } else if (changed && trouble == Trouble.MISSPECIFIED) {
            regression.solve(fitted);
          }
        }
      }
    }
    for (int seed = 0; seed < seeds; seed++) {
      RandomStream noise = RandomStream.of(seed, 5, 5, 5);
      LearningProblem problem =
          plain.withSourceRewards(
              trouble == Trouble.MISSPECIFIED
                  ? wrong
                  : RewardOracle.noisy(
                      (prompt, answer) -> noisy(rewards.reward(prompt, answer), noise)));
      Learner learner = Ccl.practical().with("calibration", "checked-regression");
      double[] w = new double[problem.calibration().set().dimension()];
      try (Session session = learner.open(problem, learner.initial(problem, 40 + seed), 1)) {
        for (int i = 0; i < AT.length; i++) {
          session.advance(AT[i] - session.round());
          session.calibration(w);
          sums[2][i] += excess(truth, w) / seeds;
        }
      }
    }
    for (int i = 0; i < AT.length; i++) {
      System.out.printf(
          "%s %s T=%d statistical %.4g regression %.4g checked %.4g%n",
          trouble, name, AT[i], sums[0][i], sums[1][i], sums[2][i]);
    }
  }

  private static double noisy(double reward, RandomStream noise) {
    double shift = 0.1 * Math.sqrt(12) * (noise.nextDouble() - 0.5);
    return Math.min(1, Math.max(0, reward + shift));
  }

  private static double hash(Prompt prompt, ImmutableIntArray answer) {
    return Math.sin(31 * prompt.id().hashCode() + 7 * answer.hashCode());
  }

  private static double excess(GroundTruth truth, double[] w) {
    LearningProblem problem = truth.problem();
    return truth.excessCost(
        GlobalMinimizer.minimize(LogRatioCost.calibrated(problem, w), problem.student().set())
            .point()
            .toArray());
  }
}
