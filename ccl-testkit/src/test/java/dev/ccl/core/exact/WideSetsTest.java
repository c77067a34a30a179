package dev.ccl.core.exact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.brute.TrialInstances;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.PotentialCost;
import dev.ccl.testkit.naive.SmallAlgebra;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/**
 * Minima over balls of all sizes, compared with those that plain enumeration finds without any
 * derivative: a look at directions times distances, and steps along the coordinates from the best.
 */
class WideSetsTest {
  private static final double[] BOUNDS = {1e-12, 1, 30, 1e3, 1e5, 1e12, 1e300};
  private static final int INSTANCES = 20;

  /** A point with its cost. */
  private static final class Look {
    private final double[] x;
    private final double cost;

    Look(double[] x, double cost) {
      this.x = x;
      this.cost = cost;
    }
  }

  private static double[] scaled(double[] x, double factor) {
    double[] y = x.clone();
    for (int i = 0; i < y.length; i++) {
      y[i] *= factor;
    }
    return y;
  }

  private static List<double[]> directions(int d, int trial) {
    List<double[]> all = new ArrayList<>();
    if (d == 1) {
      return List.of(new double[] {-1}, new double[] {1});
    }
    RandomStream random = RandomStreams.of(8).open(Purpose.TRIAL, trial);
    for (int k = 0; k < (d == 2 ? 48 : 100); k++) {
      double angle = 2 * Math.PI * k / 48;
      double[] x = {Math.cos(angle), Math.sin(angle)};
      if (d > 2) {
        x = new double[d];
        Ball.of(d, 1).draw(random, x);
      }
      all.add(scaled(x, 1 / SmallAlgebra.norm(x)));
    }
    return all;
  }

  /** Looks at 0 and at shells, which double up to 10⁴ and then grow faster. */
  private static List<Look> shells(ToDoubleFunction<double[]> cost, int d, int trial) {
    List<Look> looks = new ArrayList<>();
    looks.add(new Look(new double[d], cost.applyAsDouble(new double[d])));
    for (double r = 1e-3; r <= 1e300; r *= r < 1e4 ? 1.7 : 1e37) {
      for (double[] direction : directions(d, trial)) {
        double[] x = scaled(direction, r);
        looks.add(new Look(x, cost.applyAsDouble(x)));
      }
    }
    looks.sort(Comparator.comparingDouble(look -> look.cost));
    return looks;
  }

  private static double lowest(
      ToDoubleFunction<double[]> cost, List<Look> shells, double radius, int d, int trial) {
    List<Look> best = new ArrayList<>();
    for (Look look : shells) {
      if (best.size() < 3 && SmallAlgebra.norm(look.x) <= radius) {
        best.add(look);
      }
    }
    for (double[] direction : directions(d, trial)) {
      double[] x = scaled(direction, radius);
      best.add(new Look(x, cost.applyAsDouble(x)));
    }
    best.sort(Comparator.comparingDouble(look -> look.cost));
    double lowest = Double.POSITIVE_INFINITY;
    for (Look look : best.subList(0, Math.min(4, best.size()))) {
      lowest = Math.min(lowest, compass(cost, look, radius));
    }
    return lowest;
  }

  /** Steps along the coordinates that halve where none descends. */
  private static double compass(ToDoubleFunction<double[]> cost, Look from, double radius) {
    double[] x = from.x;
    double value = from.cost;
    double size = Math.max(SmallAlgebra.norm(x), Math.min(1e-3, radius));
    for (double step = size / 2; step > 1e-6 * size; ) {
      boolean descended = false;
      for (int k = 0; k < 2 * x.length; k++) {
        double[] y = x.clone();
        y[k / 2] += k % 2 == 0 ? step : -step;
        y = SmallAlgebra.inBall(y, radius);
        double there = cost.applyAsDouble(y);
        if (there < value) {
          value = there;
          x = y;
          descended = true;
        }
      }
      step = descended ? step : step / 2;
    }
    return value;
  }

  private static void compare(
      String what, LogRatioCost cost, PotentialCost enumerated, double kappa, int trial) {
    ToDoubleFunction<double[]> plain = enumerated::value;
    int d = cost.dimension();
    List<Look> shells = shells(plain, d, trial);
    for (double bound : BOUNDS) {
      Minimum minimum = GlobalMinimizer.minimize(cost, Ball.of(d, bound));
      double brute = lowest(plain, shells, bound, d, trial);
      String where = what + ", B = " + bound + ": " + minimum.point() + " " + minimum.cost();
      double[] x = minimum.point().toArray();
      double size = kappa + Math.abs(brute);
      assertTrue(SmallAlgebra.norm(x) <= bound * (1 + 1e-12), where + " is outside");
      assertTrue(Math.abs(plain.applyAsDouble(x) - minimum.cost()) <= 1e-9 * size, where);
      assertTrue(minimum.cost() <= brute + 1e-9 * size, where + " is above " + brute);
      assertTrue(minimum.residual() <= 1e-8, where + " slides by " + minimum.residual());
    }
  }

  @Test
  void noPointIsCheaperHoweverWideTheSet() {
    for (int trial = 0; trial < INSTANCES; trial++) {
      Instance instance = TrialInstances.of(trial);
      double lambda = instance.header().lambda();
      Naive naive = Naive.of(instance);
      String what = "trial " + trial;
      switch (trial % 3) {
        case 0 -> {
          LogRatioCost cost = GroundTruth.of(instance).trueCost();
          compare(what, cost, PotentialCost.gibbs(naive), lambda, trial);
        }
        case 1 -> {
          double[] w =
              TrialInstances.point(instance, instance.header().calibrationDimension(), trial);
          LogRatioCost cost = LogRatioCost.calibrated(instance.problem(), w);
          compare(what, cost, PotentialCost.calibrated(naive, w), lambda, trial);
        }
        default -> {
          LogRatioCost cost = LogRatioCost.directMatching(instance.problem());
          compare(what, cost, PotentialCost.direct(naive), 1 + lambda, trial);
        }
      }
    }
  }

  /** Newton's method on listed answers, by conjugate gradients and from starts of its own. */
  @Test
  void eightParametersAreSolvedTheSameByAnotherMethod() {
    double[] w = {0.7, -0.4, 0.2};
    RandomSpec spec = RandomSpec.SMALL.withHorizon(2).withDimensions(3, 8);
    for (double bound : new double[] {2, 2e4}) {
      Instance instance = RandomInstance.of(spec, 1).instance();
      LogRatioCost cost = LogRatioCost.calibrated(instance.problem(), w);
      double found = GlobalMinimizer.minimize(cost, Ball.of(8, bound)).cost();
      Naive listed = Naive.of(withBound(instance, bound));
      double plain = dev.ccl.testkit.naive.Minimum.of(listed, w).cost();
      assertEquals(plain, found, 1e-9, "B = " + bound);
    }
  }

  private static Instance withBound(Instance instance, double bound) {
    Instance.Header h = instance.header();
    return Instance.of(
        new Instance.Header(
            h.name(),
            h.lambda(),
            bound,
            h.horizon(),
            h.vocabulary(),
            h.feasibility(),
            Ball.of(h.calibrationDimension(), bound),
            h.teacher(),
            h.initial()),
        instance.prompts().values().asList(),
        instance.source(),
        instance.target());
  }
}
