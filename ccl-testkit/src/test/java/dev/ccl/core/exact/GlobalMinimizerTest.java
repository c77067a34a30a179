package dev.ccl.core.exact;

import static dev.ccl.core.brute.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.brute.TrialInstances;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.PotentialCost;
import dev.ccl.testkit.naive.SmallAlgebra;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class GlobalMinimizerTest {

  @Test
  void minimaAreStationaryAndNothingIsLower() {
    int boundary = 0;
    for (int trial = 0; trial < 60; trial++) {
      Instance instance = TrialInstances.of(trial);
      double kappa = 1 + instance.header().lambda();
      LogRatioCost cost = LogRatioCost.directMatching(instance.problem());
      ConvexSet set = instance.problem().student().set();
      Minimum minimum = GlobalMinimizer.minimize(cost, set);
      boundary += minimum.location() == Minimum.Location.BOUNDARY ? 1 : 0;
      PotentialCost enumerated = PotentialCost.direct(Naive.of(instance));
      check("trial " + trial, instance, enumerated, kappa, minimum, trial);
    }
    assertTrue(boundary >= 5, "some minima lie on the boundary");
  }

  /** Judges a minimum over the ball by the enumerated cost alone. */
  private static void check(
      String what,
      Instance instance,
      PotentialCost enumerated,
      double kappa,
      Minimum minimum,
      long trial) {
    double bound = instance.header().bound();
    double[] theta = minimum.point().toArray();
    assertClose(enumerated.value(theta), minimum.cost(), what + " cost");
    assertTrue(Math.sqrt(SmallAlgebra.dot(theta, theta)) <= bound * (1 + 1e-12), what + " in Θ");
    double[] residual = residual(enumerated, theta, bound);
    double size = Math.sqrt(SmallAlgebra.dot(residual, residual));
    assertTrue(size <= 1e-10 * kappa, what + " is stationary up to " + size);
    // The distance to the exact minimiser is about residual / curvature.
    if (minimum.isUnique() && minimum.tangentCurvature() > 1e-6 * kappa) {
      assertTrue(size <= 1e-8 * minimum.tangentCurvature(), what + " is accurate");
    }
    RandomStream random = RandomStreams.of(5).open(Purpose.TRIAL, trial);
    for (int start = 0; start < 8; start++) {
      double[] x = new double[theta.length];
      Ball.of(x.length, bound).draw(random, x);
      double found = enumerated.value(slide(enumerated, kappa, x, bound));
      assertTrue(
          minimum.cost() <= found + 1e-10 * Math.max(kappa, Math.abs(found)),
          what + ": a plain descent finds " + found + " below " + minimum.cost());
    }
  }

  /** ∇C + μθ with the multiplier that fits best, 0 inside the ball. */
  private static double[] residual(PotentialCost enumerated, double[] theta, double bound) {
    double[] g = enumerated.gradient(theta);
    double square = SmallAlgebra.dot(theta, theta);
    if (Math.sqrt(square) < bound * (1 - 1e-9)) {
      return g;
    }
    double multiplier = Math.max(0, -SmallAlgebra.dot(g, theta) / square);
    for (int i = 0; i < g.length; i++) {
      g[i] += multiplier * theta[i];
    }
    return g;
  }

  /** Projected gradient descent with halved steps. */
  private static double[] slide(
      PotentialCost enumerated, double kappa, double[] from, double bound) {
    double[] x = from;
    double value = enumerated.value(x);
    double step = 4 / kappa;
    for (int k = 0; k < 60 && step > 1e-6 / kappa; k++) {
      double[] g = enumerated.gradient(x);
      double[] y = x.clone();
      for (int i = 0; i < y.length; i++) {
        y[i] -= step * g[i];
      }
      double norm = Math.sqrt(SmallAlgebra.dot(y, y));
      for (int i = 0; i < y.length && norm > bound; i++) {
        y[i] *= bound / norm;
      }
      double next = enumerated.value(y);
      if (next < value) {
        x = y;
        value = next;
        step *= 1.5;
      } else {
        step /= 3;
      }
    }
    return x;
  }

  @Test
  void calibratedCostsHaveMinimaToo() {
    for (int trial = 60; trial < 90; trial++) {
      Instance instance = TrialInstances.of(trial);
      double[] w = TrialInstances.point(instance, instance.header().calibrationDimension(), trial);
      LogRatioCost cost = LogRatioCost.calibrated(instance.problem(), w);
      Minimum minimum = GlobalMinimizer.minimize(cost, instance.problem().student().set());
      double lambda = instance.header().lambda();
      PotentialCost enumerated = PotentialCost.calibrated(Naive.of(instance), w);
      check("trial " + trial, instance, enumerated, lambda, minimum, trial);
    }
  }

  @Test
  void boxesAreSetsToo() {
    for (int trial = 0; trial < 40; trial++) {
      Instance instance = TrialInstances.of(trial);
      LogRatioCost cost = LogRatioCost.directMatching(instance.problem());
      int d = cost.dimension();
      double[] lower = TrialInstances.point(instance, d, trial + 1);
      double[] upper = lower.clone();
      for (int i = 0; i < d; i++) {
        upper[i] += 0.5 + 0.1 * i;
      }
      Box box = Box.of(lower, upper);
      Minimum minimum = GlobalMinimizer.minimize(cost, box);
      assertTrue(minimum.residual() <= 1e-10, "trial " + trial + ": " + minimum.residual());
      RandomStream random = RandomStreams.of(6).open(Purpose.TRIAL, trial);
      double[] x = new double[d];
      for (int k = 0; k < 300; k++) {
        box.draw(random, x);
        assertTrue(minimum.cost() <= cost.value(x) + 1e-12 * cost.weight(), "trial " + trial);
      }
      if (minimum.location() == Minimum.Location.INTERIOR) {
        assertEquals(minimum.curvature(), minimum.tangentCurvature());
      } else {
        assertTrue(minimum.tangentCurvature() >= minimum.curvature() - 1e-12, "trial " + trial);
      }
    }
  }
}
