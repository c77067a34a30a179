package dev.ccl.certificates.plan;

import static dev.ccl.certificates.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.ccl.AveragingStep;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.math.SmallMatrix;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.core.problem.SourceVerifier;
import dev.ccl.core.truth.GroundTruth;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Plans against the runs that they predict. */
class PlanTest {
  /**
   * T·Δ of the preset, whose student follows the calibration without noise, against A. The mean of
   * 150 runs of an almost χ²-shaped Δ has a relative standard error of about 10 %; the bounds are
   * four of them and the 10 % of the second order.
   */
  @Tag("slow")
  @Test
  void whatAQueryIsWorthIsWhatRunsShow() {
    replay(SeparationInstance.of(1, 2, 2, 0.5));
    replay(RandomInstance.of(RandomSpec.SMALL, 7).instance());
  }

  private static double[] inverse(double[] matrix) {
    int n = (int) Math.round(Math.sqrt(matrix.length));
    double[] factor = new double[n * n];
    assertTrue(SmallMatrix.factor(matrix, 0, n, factor));
    double[] inverse = new double[n * n];
    for (int i = 0; i < n; i++) {
      double[] column = new double[n];
      column[i] = 1;
      SmallMatrix.solve(factor, column);
      System.arraycopy(column, 0, inverse, i * n, n);
    }
    return inverse;
  }

  /** A/N + B/M. */
  static double expectedExcess(Rates rates, double queries, double rollouts) {
    return rates.queries() / queries + rates.rollouts() / rollouts;
  }

  private static void replay(Instance instance) {
    GroundTruth truth = GroundTruth.of(instance);
    Rates rates = Rates.of(truth.problem());
    int rounds = 800;
    int runs = 150;
    double sum = 0;
    double[] theta = new double[truth.problem().student().set().dimension()];
    for (int seed = 0; seed < runs; seed++) {
      Ccl learner = Plan.byLabels();
      try (Session session =
          learner.open(truth.problem(), learner.initial(truth.problem(), 900 + seed), 1)) {
        session.advance(rounds);
        session.student(theta);
        sum += truth.excessCost(theta) / runs;
      }
    }
    double ratio = sum * rounds / rates.queries();
    assertTrue(ratio > 0.6 && ratio < 1.5, () -> "T·Δ / A = " + ratio);
    Rates.Optimum at = new Rates.Optimum(truth.problem());
    double liar = at.moments().following(inverse(at.noise().information)).queries();
    assertTrue(sum * rounds / liar < 0.3, "a liar: Σ_w = I⁻¹, without the sandwich");
  }

  /**
   * A student of small batches, whose rollouts decide as much as its queries: one calibration per
   * ten updates, in both ways. 200 runs have a relative standard error of about 7 %.
   */
  @Tag("slow")
  @Test
  void rareCalibrationsAndManyUpdatesCostWhatTheFormulaSays() {
    for (String schedule : List.of("calibrate-every", "updates")) {
      Ccl learner =
          Plan.byLabels()
              .with("student-step", "averaging")
              .with("exploration", "off")
              .with("gradient-batch", "1")
              .with(schedule, "10");
      GroundTruth truth = GroundTruth.of(SeparationInstance.of(1, 2, 2, 0.5));
      Rates rates = Rates.coupled(truth.problem(), AveragingStep.GAIN);
      long queries = 400;
      double mean = 0;
      double[] theta = new double[1];
      for (int seed = 0; seed < 200; seed++) {
        try (Session session =
            learner.open(truth.problem(), learner.initial(truth.problem(), seed), 1)) {
          session.advance(queries * (schedule.equals("updates") ? 1 : 10));
          assertEquals(queries, session.state().ledger().sourceQueries());
          assertEquals(10 * queries, session.state().ledger().gradientRollouts().longValue());
          session.student(theta);
          mean += truth.excessCost(theta) / 200;
        }
      }
      double ratio = mean / expectedExcess(rates, queries, 10 * queries);
      assertTrue(ratio > 0.7 && ratio < 1.4, () -> schedule + ": " + ratio);
    }
  }

  /** Pilots on growing trees and with a noisy verifier against enumeration. */
  @Tag("slow")
  @Test
  void pilotsFindTheRates() {
    LearningProblem problem =
        GroundTruth.of(RandomInstance.of(RandomSpec.SMALL, 7).instance()).problem();
    Rates exact = Rates.coupled(problem, AveragingStep.GAIN);
    LearningProblem growing = problem.growing(ForestBudget.standard());
    agree(exact, PilotRuns.of(growing, AveragingStep.GAIN, 1500, 3, 5, made -> {}));
    SourceVerifier truth = problem.newVerifier();
    RewardOracle unsure = RewardOracle.noisy((prompt, answer) -> truth.query(prompt, answer));
    LearningProblem noisy = problem.withSourceRewards(unsure);
    assertThrows(IllegalArgumentException.class, () -> Rates.of(noisy));
    agree(exact, PilotRuns.of(noisy, AveragingStep.GAIN, 1500, 3, 5, made -> {}));
  }

  /** Within five standard errors and the 10 % that a calibration after 1500 rounds is off. */
  private static void agree(Rates exact, PilotRuns pilots) {
    assertEquals(
        exact.queries(),
        pilots.rates().queries(),
        5 * pilots.errors().queries() + 0.1 * exact.queries(),
        pilots::toString);
    assertEquals(
        exact.rollouts(),
        pilots.rates().rollouts(),
        5 * pilots.errors().rollouts() + 0.1 * exact.rollouts(),
        pilots::toString);
    assertTrue(pilots.errors().queries() < 0.15 * exact.queries(), pilots::toString);
    assertTrue(pilots.errors().rollouts() < 0.15 * exact.rollouts(), pilots::toString);
  }

  @Test
  void aPlanIsTheCheapestBudgetOfItsAccuracy() {
    Rates rates = new Rates(0.03, 0.5);
    Plan plan = Plan.of(rates, 1e-3, 2, 0.01);
    assertEquals(1e-3, expectedExcess(rates, plan.queries(), plan.rollouts()), 1e-15);
    assertEquals(2 * plan.queries() + 0.01 * plan.rollouts(), plan.cost(), 1e-9);
    assertEquals(Math.sqrt(0.5 * 2 / (0.03 * 0.01)), plan.rolloutsPerQuery(), 1e-9);
    for (double factor : new double[] {0.5, 0.9, 1.1, 2}) {
      double n = factor * plan.queries();
      double left = 1e-3 - rates.queries() / n;
      double m = rates.rollouts() / left;
      assertTrue(left <= 0 || 2 * n + 0.01 * m >= plan.cost());
    }
    Plan errors = Plan.errors(rates, new Rates(0.003, 0), 1e-3, 2, 0.01);
    double bent = Math.sqrt(0.5 / 0.03 * 0.01 / 2) / 2; // the slope of √(ABc₂/c₁) in A
    assertEquals(0.003 / 1e-3 * (1 + bent), errors.queries(), 1e-4);
    Plan same = Plan.withRollouts(rates, 1e-3, plan.rolloutsPerQuery(), 2, 0.01);
    assertEquals(plan.queries(), same.queries(), 1e-9);
    assertEquals(plan.cost(), same.cost(), 1e-9);
    Plan free = Plan.of(rates, 1e-3, 2, 0);
    assertEquals(30, free.queries(), 1e-9);
    assertEquals(60, free.cost(), 1e-9, "rollouts that cost nothing");
    assertEquals(Double.POSITIVE_INFINITY, free.rollouts());
    for (double wrong : new double[] {0, -1, Double.POSITIVE_INFINITY, Double.NaN}) {
      assertRefused("epsilon: " + wrong, () -> Plan.of(rates, wrong, 1, 1));
      assertRefused("c1: " + wrong, () -> Plan.of(rates, 1, wrong, 1));
      if (wrong != 0) {
        assertRefused("c2: " + wrong, () -> Plan.of(rates, 1, 1, wrong));
      }
    }
    for (double wrong : new double[] {0, -1, Double.NaN}) {
      assertRefused(
          "K = " + wrong + ", epsilon = 2.0", () -> Plan.withRollouts(rates, 2, wrong, 1, 1));
      assertRefused("K = 3.0, epsilon = " + wrong, () -> Plan.withRollouts(rates, wrong, 3, 1, 1));
    }
    Plan few = Plan.withRollouts(rates, 1e-3, 3, 2, 0.01);
    assertEquals(2 * few.queries() + 0.01 * few.rollouts(), few.cost(), 1e-9);
  }

  /** c₁n + c₂m = (√(c₁A) + √(c₂B))²/ε, and its slopes in A and in B. */
  @Test
  void errorsOfAPlanFollowFromThoseOfTheRates() {
    double a = 0.03;
    double b = 0.5;
    double both = Math.sqrt(2 * a) + Math.sqrt(0.01 * b);
    Plan plan = Plan.of(new Rates(a, b), 1e-3, 2, 0.01);
    assertEquals(both * both / 1e-3, plan.cost(), 1e-9);
    double byA = both / 1e-3 * Math.sqrt(2 / a);
    double byB = both / 1e-3 * Math.sqrt(0.01 / b);
    Plan errors = Plan.errors(new Rates(a, b), new Rates(0.003, 0.04), 1e-3, 2, 0.01);
    assertEquals(Math.hypot(0.003 * byA, 0.04 * byB), errors.cost(), 1e-5);
    double manyB = 1 + Math.sqrt(a / b * 2 / 0.01) / 2; // the slope of B + √(ABc₁/c₂)
    double manyA = Math.sqrt(b / a * 2 / 0.01) / 2;
    assertEquals(Math.hypot(3 * manyA, 40 * manyB), errors.rollouts(), 1e-4);
  }

  /** Rates of very different size: c₁N + c₂M = (√(c₁A) + √(c₂B))²/ε once more. */
  @Test
  void errorsOfUnequalRatesAreThoseOfTheirSlopes() {
    for (double[] r : new double[][] {{1e-6, 10}, {10, 1e-6}}) {
      double both = Math.sqrt(2 * r[0]) + Math.sqrt(0.01 * r[1]);
      double byA = both / 1e-3 * Math.sqrt(2 / r[0]);
      double byB = both / 1e-3 * Math.sqrt(0.01 / r[1]);
      Rates errors = new Rates(0.1 * r[0], 0.2 * r[1]);
      double expected = Math.hypot(0.1 * r[0] * byA, 0.2 * r[1] * byB);
      Plan found = Plan.errors(new Rates(r[0], r[1]), errors, 1e-3, 2, 0.01);
      assertEquals(expected, found.cost(), 1e-6 * expected);
    }
  }
}
