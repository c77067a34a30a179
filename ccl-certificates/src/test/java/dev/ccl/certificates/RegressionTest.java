package dev.ccl.certificates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.ccl.RewardRegression;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.core.truth.GroundTruth;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Relative-reward regression finds w* from a handful of exact rewards. */
class RegressionTest {
  private static double distance(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return Math.sqrt(sum);
  }

  /** Queries until ‖w − w*‖ stays below 1e-6, by seed; the limit plus one if never. */
  static int[] queries(LearningProblem problem, double[] truth, int seeds, int limit) {
    int[] needed = new int[seeds];
    double[] theta = problem.student().initial().toArray();
    for (int seed = 0; seed < seeds; seed++) {
      SourceReplay branches = new SourceReplay(problem, 300 + seed);
      RewardRegression regression = RewardRegression.of(problem);
      double[] w = problem.calibration().initial().toArray();
      needed[seed] = limit + 1;
      for (int t = 0; t < limit; t++) {
        branches.draw(t, theta);
        if (regression.add(branches.leaf, branches.reward)) {
          regression.solve(w);
        }
        if (distance(w, truth) >= 1e-6) {
          needed[seed] = limit + 1;
        } else if (needed[seed] > limit) {
          needed[seed] = t + 1;
        }
      }
    }
    Arrays.sort(needed);
    return needed;
  }

  private static void check(String name, LearningProblem problem, double[] truth) {
    int[] needed = queries(problem, truth, 40, 60);
    assertTrue(needed[37] <= 60, () -> name + ": " + Arrays.toString(needed)); // 95 % of 40
  }

  @Test
  void sixtyQueriesAreEnough() {
    for (int d = 1; d <= 4; d++) {
      double[] truth = new double[d + 1];
      truth[0] = Math.sqrt(2) / 2;
      check(
          "separation " + d,
          GroundTruth.of(SeparationInstance.of(d, d + 1, 2, 0.5)).problem(),
          truth);
    }
    for (int seed = 0; seed < 10; seed++) {
      RandomInstance random = RandomInstance.of(RandomSpec.SMALL, seed);
      check("small " + seed, GroundTruth.of(random.instance()).problem(), random.truth().toArray());
    }
  }

  @Test
  void theResidualTellsWhetherTheModelHolds() {
    RandomInstance random = RandomInstance.of(RandomSpec.SMALL, 3);
    LearningProblem problem = GroundTruth.of(random.instance()).problem();
    assertTrue(residual(problem) < 1e-12);
    RewardOracle wrong = (prompt, answer) -> 0.5 + 0.05 * Math.sin(answer.hashCode());
    assertTrue(residual(problem.withSourceRewards(wrong)) > 1e-3);
    assertTrue(residual(problem.withLambda(1.1)) > 1e-3, "a liar: another λ");
  }

  private static double residual(LearningProblem problem) {
    return residual(problem, problem.calibration().initial().toArray());
  }

  private static double residual(LearningProblem problem, double[] w) {
    SourceReplay branches = new SourceReplay(problem, 4);
    RewardRegression regression = RewardRegression.of(problem);
    for (int t = 0; t < 60; t++) {
      branches.draw(t, problem.student().initial().toArray());
      if (regression.add(branches.leaf, branches.reward)) {
        regression.solve(w);
      }
    }
    return regression.residual();
  }

  /** An answer that is verified again is no further equation. */
  @Test
  void manyAnswersAreOneRowEach() {
    RandomSpec spec = RandomSpec.SMALL.withHorizon(5).withLetters(3).withDimensions(4, 2);
    RandomInstance random = RandomInstance.of(spec, 8);
    LearningProblem problem = GroundTruth.of(random.instance()).problem();
    SourceReplay branches = new SourceReplay(problem, 4);
    RewardRegression regression = RewardRegression.of(problem);
    double[] w = problem.calibration().initial().toArray();
    int news = 0;
    for (int t = 0; t < 400; t++) {
      branches.draw(t, problem.student().initial().toArray());
      news += regression.add(branches.leaf, branches.reward) ? 1 : 0;
    }
    assertTrue(regression.solve(w));
    assertEquals(news, regression.distinct());
    assertTrue(news > 80 && news < 400, "some are seen again: " + news);
    assertTrue(regression.determines());
    assertTrue(distance(w, random.truth().toArray()) < 1e-6);
  }

  @Test
  void equalTokensNeedNoQuery() {
    LearningProblem problem = GroundTruth.of(SeparationInstance.of(2, 3, 2, 0.5)).problem();
    Learner all = Ccl.practical().with("teaching", "last");
    Learner informative = all.with("queries", "informative");
    try (Session one = all.open(problem, all.initial(problem, 8), 1);
        Session other = informative.open(problem, informative.initial(problem, 8), 1)) {
      one.advance(300);
      other.advance(300);
      assertEquals(one.state().calibration(), other.state().calibration());
      assertEquals(one.state().student(), other.state().student());
      long asked = other.state().ledger().sourceQueries();
      assertEquals(300, one.state().ledger().sourceQueries());
      assertTrue(asked > 50 && asked < 200, asked + " queries");
    }
  }

  @Test
  void calibrationsMayBeRare() {
    LearningProblem problem = GroundTruth.of(SeparationInstance.of(1, 2, 2, 0.5)).problem();
    Learner rare = Ccl.practical().with("calibrate-every", "10");
    try (Session session = rare.open(problem, rare.initial(problem, 8), 1)) {
      session.advance(101);
      assertEquals(11, session.state().ledger().sourceQueries());
    }
  }

  @Test
  void repliesOfANoisyVerifierAreAveraged() {
    RandomInstance random = RandomInstance.of(RandomSpec.SMALL, 5);
    LearningProblem problem = GroundTruth.of(random.instance()).problem();
    RewardOracle exact =
        (prompt, answer) -> random.instance().prompts().get(prompt.id()).reward(answer);
    int[] turn = new int[1];
    RewardOracle noisy =
        RewardOracle.noisy(
            (prompt, answer) -> {
              double shift = turn[0]++ % 2 == 0 ? 0.02 : -0.02;
              return Math.min(1, Math.max(0, exact.reward(prompt, answer) + shift));
            });
    LearningProblem disturbed = problem.withSourceRewards(noisy);
    double[] first = new double[3];
    double[] last = new double[3];
    RewardRegression regression = RewardRegression.of(disturbed);
    SourceReplay branches = new SourceReplay(disturbed, 4);
    double[] w = problem.calibration().initial().toArray();
    for (int t = 0; t < 3000; t++) {
      branches.draw(t, problem.student().initial().toArray());
      if (regression.add(branches.leaf, branches.reward) && t % 25 == 0) {
        regression.solve(w);
      }
      System.arraycopy(w, 0, t == 100 ? first : last, 0, 3);
    }
    assertTrue(
        distance(last, random.truth().toArray()) < distance(first, random.truth().toArray()));
    assertTrue(distance(last, random.truth().toArray()) < 0.1);
  }
}
