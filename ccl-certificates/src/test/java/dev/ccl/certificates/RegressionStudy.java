package dev.ccl.certificates;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.ccl.RewardRegression;
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
import java.util.Arrays;
import java.util.List;

/**
 * A measurement. With {@code excess SEEDS} it prints the mean excess of the student that each
 * calibration teaches, statistical step against regression, under reward noise and under
 * misspecification, with {@code early SEEDS} the same in the first rounds of misspecified runs,
 * with {@code queries SEEDS} the queries until the calibration of a run stays at w*.
 */
final class RegressionStudy {
  private static final int MOST = 60; // queries
  private static final int NEVER = 999;
  private static final int[] EARLY = {3, 5, 8, 12, 20, 30, 50, 100};
  private static final int[] AT = {30, 100, 300, 1000, 3000, 10000};

  private RegressionStudy() {}

  private enum Trouble {
    NOISE,
    MISSPECIFIED
  }

  public static void main(String[] arguments) {
    int seeds = Integer.parseInt(arguments[1]);
    if (arguments[0].equals("queries")) {
      for (int d = 1; d <= 4; d++) {
        double[] truth = new double[d + 1];
        truth[0] = Math.sqrt(2) / 2;
        Instance instance = SeparationInstance.of(d, d + 1, 2, 0.5);
        queries("separation d = " + d, instance, truth, seeds);
      }
      for (int k = 0; k < 10; k++) {
        RandomInstance random = RandomInstance.of(RandomSpec.SMALL, k);
        queries("random " + k, random.instance(), random.truth().toArray(), seeds);
      }
      return;
    }
    if (arguments[0].equals("early")) {
      for (int d = 1; d <= 4; d++) {
        early("separation d = " + d, SeparationInstance.of(d, d + 1, 2, 0.5), seeds);
      }
      for (int k : new int[] {1, 3, 7}) {
        early("random " + k, RandomInstance.of(RandomSpec.SMALL, k).instance(), seeds);
      }
      return;
    }
    for (Trouble trouble : Trouble.values()) {
      study("separation d=2", SeparationInstance.of(2, 3, 2, 0.5), trouble, seeds);
      study("small 1", RandomInstance.of(RandomSpec.SMALL, 1).instance(), trouble, seeds);
      study("small 7", RandomInstance.of(RandomSpec.SMALL, 7).instance(), trouble, seeds);
    }
  }

  private static void queries(String name, Instance instance, double[] truth, int seeds) {
    LearningProblem problem = GroundTruth.of(instance).problem();
    System.out.print("| " + name);
    Learner practical = Ccl.practical();
    Learner checked = practical.with("calibration", "checked-regression");
    for (Learner learner :
        List.of(
            practical.with("calibration", "regression"),
            checked,
            checked.with("queries", "informative"))) {
      int[] needed = needed(problem, truth, learner, seeds);
      int within = (int) Arrays.stream(needed).filter(n -> n <= MOST).count();
      System.out.printf(
          " | %d, %d | %d of %d", needed[seeds / 2], needed[19 * seeds / 20], within, seeds);
    }
    System.out.println(" |");
  }

  /** Queries until ‖w − w*‖ stays below 1e-6 up to round 200, by seed, sorted. */
  private static int[] needed(LearningProblem problem, double[] truth, Learner learner, int seeds) {
    int[] needed = new int[seeds];
    double[] w = new double[truth.length];
    for (int seed = 0; seed < seeds; seed++) {
      try (Session session = learner.open(problem, learner.initial(problem, 600 + seed), 1)) {
        for (int t = 1; t <= 200; t++) {
          session.advance(1);
          session.calibration(w);
          double square = 0;
          for (int i = 0; i < w.length; i++) {
            square += (w[i] - truth[i]) * (w[i] - truth[i]);
          }
          if (square >= 1e-12) {
            long asked = session.state().ledger().sourceQueries();
            needed[seed] = t == 200 ? NEVER : (int) asked + 1;
          }
        }
      }
    }
    Arrays.sort(needed);
    return needed;
  }

  /** Mean excess under rewards that no w explains, step of the preset and rules of regression. */
  private static void early(String name, Instance instance, int seeds) {
    LearningProblem plain = GroundTruth.of(instance).problem();
    RewardOracle rewards = (prompt, answer) -> instance.prompts().get(prompt.id()).reward(answer);
    RewardOracle wrong = wrong(rewards);
    GroundTruth truth = GroundTruth.of(plain, wrong);
    LearningProblem problem = plain.withSourceRewards(wrong);
    String[] rules = {"newton", "regression", "checked-regression"};
    double[][] means = new double[rules.length][EARLY.length];
    double[] w = new double[problem.calibration().set().dimension()];
    for (int r = 0; r < rules.length; r++) {
      Learner learner = Ccl.practical().with("calibration", rules[r]);
      for (int seed = 0; seed < seeds; seed++) {
        try (Session session = learner.open(problem, learner.initial(problem, 40 + seed), 1)) {
          for (int i = 0; i < EARLY.length; i++) {
            session.advance(EARLY[i] - session.round());
            session.calibration(w);
            means[r][i] += excess(truth, w) / seeds;
          }
        }
      }
    }
    for (int i = 0; i < EARLY.length; i++) {
      System.out.printf(
          "%s, T = %d: newton %.3g regression %.3g checked %.3g%n",
          name, EARLY[i], means[0][i], means[1][i], means[2][i]);
    }
  }

  private static void study(String name, Instance instance, Trouble trouble, int seeds) {
    LearningProblem plain = GroundTruth.of(instance).problem();
    RewardOracle rewards = (prompt, answer) -> instance.prompts().get(prompt.id()).reward(answer);
    RewardOracle wrong = wrong(rewards);
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
      Ccl learner = Ccl.practical().with("calibration", "newton");
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

  /** Rewards that no w explains. */
  static RewardOracle wrong(RewardOracle rewards) {
    return (prompt, answer) ->
        0.1 + 0.8 * rewards.reward(prompt, answer) + 0.1 * hash(prompt, answer);
  }

  private static double hash(Prompt prompt, ImmutableIntArray answer) {
    return Math.sin(31 * prompt.id().hashCode() + 7 * answer.hashCode());
  }

  private static double excess(GroundTruth truth, double[] w) {
    return truth.excessCost(student(truth.problem(), w));
  }

  /** The student that w teaches in the end. */
  static double[] student(LearningProblem problem, double[] w) {
    return GlobalMinimizer.minimize(LogRatioCost.calibrated(problem, w), problem.student().set())
        .point()
        .toArray();
  }
}
