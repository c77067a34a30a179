package dev.ccl.algorithms.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Ccl;
import dev.ccl.algorithms.Session;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.truth.GroundTruth;
import org.junit.jupiter.api.Test;

/** Plans against the runs that they predict. */
class PlanTest {
  /**
   * T·Δ of the preset, whose student follows the calibration without noise, against A. The mean of
   * 150 runs of an almost χ²-shaped Δ has a relative standard error of about 10 %; the bounds are
   * four of them and the 10 % of the second order.
   */
  @Test
  void whatAQueryIsWorthIsWhatRunsShow() {
    replay(SeparationInstance.of(1, 2, 2, 0.5));
    replay(RandomInstance.of(RandomSpec.SMALL, 7).instance());
  }

  private static void replay(Instance instance) {
    GroundTruth truth = GroundTruth.of(instance);
    Rates rates = Rates.of(truth.problem());
    int rounds = 800;
    int runs = 150;
    double sum = 0;
    double[] theta = new double[truth.problem().student().set().dimension()];
    for (int seed = 0; seed < runs; seed++) {
      Ccl learner = Ccl.practical();
      try (Session session =
          learner.open(truth.problem(), learner.initial(truth.problem(), 900 + seed), 1)) {
        session.advance(rounds);
        session.student(theta);
        sum += truth.excessCost(theta) / runs;
      }
    }
    double ratio = sum * rounds / rates.queries();
    assertTrue(ratio > 0.6 && ratio < 1.5, () -> "T·Δ / A = " + ratio);
  }

  @Test
  void aPlanIsTheCheapestBudgetOfItsAccuracy() {
    Rates rates = new Rates(0.03, 0.5);
    Plan plan = Plan.of(rates, 1e-3, 2, 0.01);
    assertEquals(1e-3, Plan.expectedExcess(rates, plan.queries(), plan.rollouts()), 1e-15);
    assertEquals(2 * plan.queries() + 0.01 * plan.rollouts(), plan.cost(), 1e-9);
    assertEquals(Math.sqrt(0.5 * 2 / (0.03 * 0.01)), plan.rolloutsPerQuery(), 1e-9);
    for (double factor : new double[] {0.5, 0.9, 1.1, 2}) {
      double n = factor * plan.queries();
      double left = 1e-3 - rates.queries() / n;
      double m = rates.rollouts() / left;
      assertTrue(left <= 0 || 2 * n + 0.01 * m >= plan.cost());
    }
    assertEquals(30, Plan.of(rates, 1e-3, 2, 0).queries(), 1e-9);
    assertThrows(IllegalArgumentException.class, () -> Plan.of(rates, 0, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> Plan.of(rates, 1, 0, 1));
  }
}
