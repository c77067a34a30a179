package dev.ccl.core.truth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.brute.TrialInstances;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.PotentialCost;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** All five measures against listed answers, and minima against a search of the whole interval. */
class EvaluationTest {
  private static final int GRID = 400;
  private static final double TOLERANCE = 1e-9;
  private static final List<Trial> TRIALS = trials();

  /** A point of a problem with one student parameter, evaluated and listed. */
  private static final class Trial {
    private final Instance instance;
    private final ImmutableDoubleArray wStar;
    private final double[] w;
    private final double[] theta;
    private final Evaluation found;
    private final Evaluation expected;

    Trial(Instance instance, ImmutableDoubleArray wStar, double[] w, double[] theta) {
      this.instance = instance;
      this.wStar = wStar;
      this.w = w;
      this.theta = theta;
      this.found = Evaluation.of(GroundTruth.of(instance), wStar, w, theta);
      this.expected = list(instance, wStar, w, theta);
    }

    String name() {
      return instance.header().name();
    }
  }

  private static List<Trial> trials() {
    List<Trial> trials = new ArrayList<>();
    for (int k = 0; trials.size() < 6; k++) {
      Instance instance = TrialInstances.of(k);
      int bigD = instance.header().calibrationDimension();
      if (instance.header().studentDimension() == 1
          && GroundTruth.of(instance).oracle().isUnique()) {
        trials.add(
            new Trial(
                instance,
                ImmutableDoubleArray.copyOf(TrialInstances.point(instance, bigD, 99)),
                TrialInstances.point(instance, bigD, k),
                TrialInstances.point(instance, 1, k)));
      }
    }
    for (double lambda : new double[] {1, 2, 4}) {
      trials.add(
          new Trial(
              SeparationInstance.of(1, 3, lambda, 0.5),
              ImmutableDoubleArray.of(Math.sqrt(2) / lambda, 0, 0),
              new double[] {0.5 / lambda, 0.1, -0.2},
              new double[] {0.3}));
    }
    return trials;
  }

  private static Evaluation list(
      Instance instance, ImmutableDoubleArray wStar, double[] w, double[] theta) {
    Naive naive = Naive.of(instance);
    Costs costs = Costs.of(naive);
    double bound = instance.header().bound();
    DoubleUnaryOperator truth = cost(PotentialCost.gibbs(naive));
    DoubleUnaryOperator calibrated = cost(PotentialCost.calibrated(naive, w));
    double best = minimizer(truth, bound);
    double lowest = calibrated.applyAsDouble(minimizer(calibrated, bound));
    double squares = 0;
    for (int i = 0; i < w.length; i++) {
      squares += Math.pow(w[i] - wStar.get(i), 2);
    }
    return new Evaluation(
        costs.divergence(naive.student(theta), naive.student(new double[] {best})),
        truth.applyAsDouble(theta[0]) - truth.applyAsDouble(best),
        calibrated.applyAsDouble(theta[0]) - lowest,
        squares,
        costs.value(naive.student(theta)));
  }

  private static boolean holds(Trial trial, Evaluation found) {
    Evaluation e = trial.expected;
    double tolerance = TOLERANCE * Math.max(1, trial.instance.header().lambda());
    // A minimiser is known to the root of the accuracy of its cost only, and 𝒦 depends on it.
    return Math.abs(e.oracleKl() - found.oracleKl()) <= 1e3 * tolerance
        && Math.abs(e.excessCost() - found.excessCost()) <= tolerance
        && Math.abs(e.optimizationError() - found.optimizationError()) <= tolerance
        && Math.abs(e.calibrationErrorSquared() - found.calibrationErrorSquared()) <= tolerance
        && Math.abs(e.objective() - found.objective()) <= tolerance;
  }

  private static DoubleUnaryOperator cost(PotentialCost cost) {
    return theta -> cost.value(new double[] {theta});
  }

  /** The lowest of all local minima of a grid, each narrowed by thirds. */
  private static double minimizer(DoubleUnaryOperator f, double bound) {
    double[] values = new double[GRID + 1];
    double step = 2 * bound / GRID;
    for (int i = 0; i <= GRID; i++) {
      values[i] = f.applyAsDouble(-bound + i * step);
    }
    double best = -bound;
    for (int i = 0; i <= GRID; i++) {
      boolean lowest =
          (i == 0 || values[i] <= values[i - 1]) && (i == GRID || values[i] <= values[i + 1]);
      if (lowest) {
        double low = -bound + Math.max(0, i - 1) * step;
        double high = -bound + Math.min(GRID, i + 1) * step;
        for (int k = 0; k < 60; k++) {
          double third = (high - low) / 3;
          if (f.applyAsDouble(low + third) <= f.applyAsDouble(high - third)) {
            high -= third;
          } else {
            low += third;
          }
        }
        double middle = 0.5 * (low + high);
        best = f.applyAsDouble(middle) < f.applyAsDouble(best) ? middle : best;
      }
    }
    return best;
  }

  @Test
  void allFiveAgreeWithEnumeration() {
    for (Trial trial : TRIALS) {
      Evaluation found = trial.found;
      assertTrue(holds(trial, found), trial.name() + ": " + found);
      assertTrue(found.optimizationError() >= -1e-12, "not negative");
    }
  }

  /** Liars: another calibration, the return of another student, an error of one per mille. */
  @Test
  void wrongEvaluationsAreRejected() {
    for (Trial t : TRIALS) {
      Evaluation e = t.found;
      double[] teacher = t.instance.header().teacher().toArray();
      GroundTruth truth = GroundTruth.of(t.instance);
      double kl = e.oracleKl();
      double error = e.optimizationError();
      double w = e.calibrationErrorSquared();
      double other = truth.optimizationError(teacher, t.theta);
      if (Math.abs(other - error) > 1e-6) {
        reject(t, new Evaluation(kl, e.excessCost(), other, w, e.objective()));
      }
      reject(t, new Evaluation(kl, e.excessCost(), error, 1.001 * w, e.objective()));
      double wrong = e.objective() + 1e-3 * Math.abs(e.objective());
      reject(t, new Evaluation(kl, e.excessCost(), error, w, wrong));
      if (kl > 1e-2) {
        reject(t, new Evaluation(1.001 * kl, e.excessCost(), error, w, e.objective()));
        reject(t, new Evaluation(kl, 1.001 * e.excessCost(), error, w, e.objective()));
      }
    }
  }

  private static void reject(Trial trial, Evaluation wrong) {
    assertTrue(!holds(trial, wrong), trial.name() + ": " + wrong);
  }

  @Test
  void withoutTargetRewardsTheRestIsMeasured() {
    Instance bare = SeparationInstance.of(1, 3, 2, 0.5).withoutTargetRewards();
    Trial full = TRIALS.get(TRIALS.size() - 2);
    Evaluation found = Evaluation.of(GroundTruth.of(bare), full.wStar, full.w, full.theta);
    assertTrue(Double.isNaN(found.oracleKl()) && Double.isNaN(found.excessCost()));
    assertTrue(Double.isNaN(found.objective()));
    assertEquals(full.found.optimizationError(), found.optimizationError());
    assertEquals(full.found.calibrationErrorSquared(), found.calibrationErrorSquared());
  }
}
