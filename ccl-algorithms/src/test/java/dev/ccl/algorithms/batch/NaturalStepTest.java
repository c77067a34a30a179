package dev.ccl.algorithms.batch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.exact.Scores;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** θ − sF⁻¹∇C/λ with the first s = 1, 1/2, … that lowers C_w, written plainly. */
final class NaturalStepTest {
  private static final double STRETCH = 64; // the first gradient step is 64/(λ tr F)

  private static final class Trial {
    final double[] point;
    final double cost;
    final boolean projected;

    Trial(double[] point, double cost, boolean projected) {
      this.point = point;
      this.cost = cost;
      this.projected = projected;
    }
  }

  private static Trial search(
      LearningProblem p, LogRatioCost cost, double[] theta, double[] along, double size) {
    boolean projected = false;
    for (double s = size; s > size * 1e-4; s /= 2) {
      double[] x = theta.clone();
      for (int i = 0; i < x.length; i++) {
        x[i] -= s * along[i];
      }
      double[] inside = x.clone();
      p.student().set().project(inside);
      projected = !Arrays.equals(x, inside);
      if (cost.value(inside) < cost.value(theta)) {
        return new Trial(inside, cost.value(inside), projected);
      }
    }
    return new Trial(theta, cost.value(theta), projected);
  }

  /** Cramer's rule in two and three dimensions. */
  private static double[] solve(double[] a, double[] b) {
    int d = b.length;
    double[] x = new double[d];
    for (int j = 0; j < d; j++) {
      double[] replaced = a.clone();
      for (int i = 0; i < d; i++) {
        replaced[i * d + j] = b[i];
      }
      x[j] = determinant(replaced, d) / determinant(a, d);
    }
    return x;
  }

  private static double determinant(double[] a, int d) {
    if (d == 2) {
      return a[0] * a[3] - a[1] * a[2];
    }
    return a[0] * (a[4] * a[8] - a[5] * a[7])
        - a[1] * (a[3] * a[8] - a[5] * a[6])
        + a[2] * (a[3] * a[7] - a[4] * a[6]);
  }

  @Test
  void proposalsFollowTheRule() {
    int left = 0;
    int alternatives = 0;
    for (int trial = 0; trial < 40; trial++) {
      RandomSpec spec =
          RandomSpec.SMALL
              .withDimensions(3, 2 + trial % 2)
              .withLambda(0.7)
              .withBound(trial % 4 == 0 ? 0.25 : 2)
              .withTeacherDistance(0.1);
      LearningProblem p = RandomInstance.of(spec, trial).instance().problem();
      double[] w = new double[3];
      double[] theta = new double[p.student().set().dimension()];
      p.calibration().set().draw(RandomStreams.of(5).open(Purpose.TRIAL, trial, 0), w);
      p.student().set().draw(RandomStreams.of(5).open(Purpose.TRIAL, trial, 1), theta);
      LogRatioCost cost = LogRatioCost.calibrated(p, w);
      double[] gradient = new double[theta.length];
      cost.gradient(theta, gradient);
      double[] fisher =
          Scores.of(p.studentOnTarget(), theta).fisherInformation(p.target().rootWeights());
      double trace = 0;
      for (int i = 0; i < theta.length; i++) {
        trace += fisher[i * theta.length + i];
      }
      Trial best = search(p, cost, theta, solve(fisher, gradient), 1 / p.lambda());
      if (best.projected || best.cost == cost.value(theta)) {
        left++;
        Trial other = search(p, cost, theta, gradient, STRETCH / (p.lambda() * trace));
        alternatives += other.cost < best.cost ? 1 : 0;
        best = other.cost < best.cost ? other : best;
      }
      double[] out = new double[theta.length];
      double[] before = theta.clone();
      try (TargetSweep sweep = TargetSweep.of(p, RandomStreams.of(1), Sampler.COUNTS, 1)) {
        sweep.calibrate(w);
        NaturalStep.of(p, sweep).propose(theta, gradient, out);
      }
      assertArrayEquals(best.point, out, 1e-5, "trial " + trial);
      assertArrayEquals(before, theta, "theta is read");
    }
    assertTrue(left > 3 && alternatives > 0 && left < 37, left + ", " + alternatives);
  }

  @Test
  void aMinimumStaysWhereItIs() {
    LearningProblem p = RandomInstance.of(RandomSpec.SMALL, 3).instance().problem();
    double[] theta = new double[2];
    try (TargetSweep sweep = TargetSweep.of(p, RandomStreams.of(1), Sampler.COUNTS, 1)) {
      sweep.calibrate(p.calibration().initial().toArray());
      NaturalStep step = NaturalStep.of(p, sweep);
      double[] untouched = theta.clone();
      step.minimize(theta, 0);
      assertArrayEquals(untouched, theta);
      step.minimize(theta, 200);
      double[] again = theta.clone();
      step.minimize(again, 1);
      double cost = sweep.cost(theta, 0, Purpose.EVALUATION, 0, 0);
      assertEquals(cost, sweep.cost(again, 0, Purpose.EVALUATION, 0, 0), 1e-14);
      double[] out = {7, 7};
      step.propose(theta, new double[2], out); // no gradient: no step
      assertArrayEquals(theta, out);
    }
  }
}
