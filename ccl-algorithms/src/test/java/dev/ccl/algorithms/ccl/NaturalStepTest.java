package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.engine.Credit;
import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.algorithms.engine.Sampler;
import dev.ccl.algorithms.engine.Sweeping;
import dev.ccl.algorithms.engine.TargetSweep;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.exact.Scores;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
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
    for (int trial = 0; trial < 160; trial++) {
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
          Scores.of(p.target().student(), theta)
              .fisherInformation(p.target().dataset().rootWeights());
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
        NaturalStep step = NaturalStep.of(p, () -> sweep);
        step.propose(theta, gradient, Rollouts.exact(), out);
        double[] again = new double[theta.length];
        step.propose(theta, gradient, Rollouts.exact(), again);
        assertArrayEquals(out, again, "a rejected proposal is made again");
      }
      assertArrayEquals(best.point, out, 1e-5, "trial " + trial);
      assertArrayEquals(before, theta, "theta is read");
    }
    assertTrue(left > 3 && alternatives > 0 && left < 157, left + ", " + alternatives);
  }

  @Test
  void aMinimumStaysWhereItIs() {
    LearningProblem p = RandomInstance.of(RandomSpec.SMALL, 3).instance().problem();
    double[] theta = new double[2];
    try (TargetSweep sweep = TargetSweep.of(p, RandomStreams.of(1), Sampler.COUNTS, 1)) {
      sweep.calibrate(p.calibration().initial().toArray());
      NaturalStep step = NaturalStep.of(p, () -> sweep);
      double[] untouched = theta.clone();
      step.minimize(theta, 0);
      assertArrayEquals(untouched, theta);
      step.minimize(theta, 200);
      double[] again = theta.clone();
      step.minimize(again, 1);
      double cost = sweep.cost(theta, Sweeping.rollouts(0, 0, 0), Purpose.EVALUATION);
      assertEquals(cost, sweep.cost(again, Sweeping.rollouts(0, 0, 0), Purpose.EVALUATION), 1e-14);
      double[] out = {7, 7};
      step.propose(theta, new double[2], Rollouts.exact(), out); // no gradient: no step
      assertArrayEquals(theta, out);
    }
  }

  /** Where nothing helped is remembered, but not for another calibration. */
  @Test
  void aSettledStudentFollowsANewCalibration() {
    LearningProblem p = RandomInstance.of(RandomSpec.SMALL, 3).instance().problem();
    double[] theta = new double[2];
    double[] out = new double[2];
    double[] fresh = new double[2];
    double[] w = p.calibration().initial().toArray();
    try (TargetSweep sweep = TargetSweep.of(p, RandomStreams.of(1), Sampler.COUNTS, 1)) {
      sweep.calibrate(w);
      NaturalStep step = NaturalStep.of(p, () -> sweep);
      step.minimize(theta, 200);
      step.propose(theta, gradient(sweep, theta, 1), Rollouts.exact(), out);
      assertArrayEquals(theta, out, "settled");
      w[0] += 0.1;
      sweep.calibrate(w);
      step.propose(theta, gradient(sweep, theta, 1), Rollouts.exact(), out);
      NaturalStep.of(p, () -> sweep)
          .propose(theta, gradient(sweep, theta, 1), Rollouts.exact(), fresh);
      assertArrayEquals(fresh, out);
      assertTrue(!Arrays.equals(theta, out), "it moves");
    }
  }

  /** A direction that did not help says nothing of others, nor of itself where costs change. */
  @Test
  void aSettledStudentFollowsAnotherGradientAndTheSameOneAtAnotherCost() {
    LearningProblem p = RandomInstance.of(RandomSpec.SMALL, 3).instance().problem();
    double[] out = new double[2];
    double[] w = p.calibration().initial().toArray();
    try (TargetSweep sweep = TargetSweep.of(p, RandomStreams.of(1), Sampler.COUNTS, 1)) {
      sweep.calibrate(w);
      double[] theta = nearMinimum(p, sweep);
      NaturalStep step = NaturalStep.of(p, () -> sweep);
      step.propose(theta, gradient(sweep, theta, -1), Rollouts.exact(), out); // uphill
      assertArrayEquals(theta, out);
      step.propose(theta, gradient(sweep, theta, 1), Rollouts.exact(), out);
      assertTrue(cost(sweep, out) < cost(sweep, theta), "another gradient");

      double[] other = w.clone();
      other[0] += 0.3;
      step.minimize(theta, 200);
      sweep.calibrate(other);
      double[] gradient = gradient(sweep, theta, 1);
      sweep.calibrate(w);
      step.propose(theta, gradient, Rollouts.exact(), out);
      assertArrayEquals(theta, out, "at the minimum every direction leads uphill");
      sweep.calibrate(other);
      step.propose(theta, gradient, Rollouts.exact(), out);
      assertTrue(cost(sweep, out) < cost(sweep, theta), "another cost");
    }
  }

  /** A point near the minimum of C_w, where every long step leads uphill. */
  private static double[] nearMinimum(LearningProblem p, TargetSweep sweep) {
    double[] theta = new double[p.student().set().dimension()];
    NaturalStep.of(p, () -> sweep).minimize(theta, 200);
    theta[0] += 0.02;
    theta[1] -= 0.03;
    return theta;
  }

  private static double[] gradient(TargetSweep sweep, double[] theta, double scale) {
    double[] gradient = new double[theta.length];
    Sweeping.gradient(sweep, theta, 0, Credit.ANSWER, 0, 0, gradient);
    for (int i = 0; i < gradient.length; i++) {
      gradient[i] *= scale;
    }
    return gradient;
  }

  /** Sizes 1, 1/2, … , 2⁻¹³ of the step are tried, then none. */
  @Test
  void fourteenSizesAreTried() {
    LearningProblem p = RandomInstance.of(RandomSpec.SMALL, 3).instance().problem();
    try (TargetSweep sweep = TargetSweep.of(p, RandomStreams.of(1), Sampler.COUNTS, 1)) {
      sweep.calibrate(p.calibration().initial().toArray());
      double[] theta = nearMinimum(p, sweep);
      NaturalStep step = NaturalStep.of(p, () -> sweep);
      double[] whole = new double[2];
      double[] out = {7, 7};
      step.propose(theta, gradient(sweep, theta, 1.3), Rollouts.exact(), whole);
      assertTrue(
          sweep.cost(whole, Sweeping.rollouts(0, 0, 0), Purpose.EVALUATION) < cost(sweep, theta));
      step.propose(theta, gradient(sweep, theta, 1.3 * (1 << 13)), Rollouts.exact(), out);
      assertArrayEquals(whole, out, 1e-12, "the last size");
      // Half of it would do, and is not tried; 2.6 times the step raises the cost.
      step.propose(theta, gradient(sweep, theta, 1.3 * (1 << 14)), Rollouts.exact(), out);
      assertArrayEquals(theta, out);
      step.propose(theta, gradient(sweep, theta, -1), Rollouts.exact(), out); // uphill
      assertArrayEquals(theta, out);
    }
  }

  private static double cost(TargetSweep sweep, double[] theta) {
    return sweep.cost(theta, Sweeping.rollouts(0, 0, 0), Purpose.EVALUATION);
  }

  /**
   * The second feature is so small that the trace of F weighs 10⁹ times more: the ridge of 10⁻⁹ tr
   * F then shortens the step in the second coordinate by a known factor.
   */
  @Test
  void thinDirectionsAreDamped() {
    LearningProblem p = RandomInstance.of(RandomSpec.SMALL, 3).instance().problem();
    PolicyFamily plain = p.student().family();
    FeatureMap thin =
        new FeatureMap() {
          @Override
          public int dimension() {
            return 2;
          }

          @Override
          public void features(State state, double[] out) {
            plain.gradients(new double[2], state, out);
            for (int i = 1; i < 2 * state.legal().length(); i += 2) {
              out[i] *= 4e-5;
            }
          }
        };
    LearningProblem q =
        LearningProblem.of(
            p.lambda(),
            p.bound(),
            p.source().dataset(),
            p.target().dataset(),
            p.calibration(),
            new PolicyClass(LinearSoftmax.of(thin), Ball.of(2, 1e6), p.student().initial()),
            p.reference(),
            (prompt, answer) -> 0.5);
    try (TargetSweep sweep = TargetSweep.of(q, RandomStreams.of(1), Sampler.COUNTS, 1)) {
      sweep.calibrate(q.calibration().initial().toArray());
      double[] theta = {0.4, 1};
      double[] f =
          Scores.of(q.target().student(), theta)
              .fisherInformation(q.target().dataset().rootWeights());
      double ridge = 1e-9 * (f[0] + f[3]);
      assertTrue(f[3] < 10 * ridge && f[3] > ridge / 10, f[3] + " beside " + ridge);
      double[] g = gradient(sweep, theta, 1);
      double[] damped = solve(new double[] {f[0] + ridge, f[1], f[2], f[3] + ridge}, g);
      double[] out = new double[2];
      NaturalStep.of(q, () -> sweep).propose(theta, g, Rollouts.exact(), out);
      double size = (theta[0] - out[0]) / damped[0] * q.lambda();
      assertEquals(Math.rint(Math.log(size) / Math.log(2)), Math.log(size) / Math.log(2), 1e-6);
      double second = size * damped[1] / q.lambda();
      assertTrue(Math.abs(second) > 1e-3, "a step is taken: " + second);
      assertEquals(theta[1] - second, out[1], 1e-6 * Math.abs(second));
    }
  }

  /** A problem whose students are a disc; what they cost and know is a matter of the script. */
  private static LearningProblem disc(double radius) {
    LearningProblem p = RandomInstance.of(RandomSpec.SMALL, 3).instance().problem();
    return LearningProblem.of(
        p.lambda(),
        p.bound(),
        p.source().dataset(),
        p.target().dataset(),
        p.calibration(),
        new PolicyClass(p.student().family(), Ball.of(2, radius), p.student().initial()),
        p.reference(),
        (prompt, answer) -> 0.5);
  }

  /**
   * At the boundary of the unit disc, with F⁻¹ = (1, ½; ½, ½) and the cost −x + y/8, the natural
   * gradient leads out at (15, 7)/16 and so along the circle to where y and the cost rise, at every
   * size; the gradient leads to where they fall. It does so as often as it is asked.
   */
  @Test
  void whereTheNaturalStepLeadsUphillTheGradientIsTakenEachTime() {
    LearningProblem p = disc(1);
    ScriptedEngine engine =
        new ScriptedEngine(true) {
          @Override
          double cost(double[] theta, long number, long update) {
            return -theta[0] + theta[1] / 8;
          }

          @Override
          double[] information(long number) {
            return new double[] {2, -2, -2, 4};
          }
        };
    NaturalStep step = NaturalStep.of(p, () -> engine);
    double size = STRETCH / (p.lambda() * 6);
    double length = Math.hypot(1 + size, size / 8);
    double[] expected = {(1 + size) / length, -size / 8 / length};
    for (int time = 0; time < 3; time++) {
      double[] out = new double[2];
      step.propose(new double[] {1, 0}, new double[] {-1, 0.125}, Rollouts.exact(), out);
      assertArrayEquals(expected, out, 1e-12, "time " + time);
    }
  }

  /**
   * With λF = I a gradient of −1 tries 1, ½, … and then 32, 16, …, 2⁻⁸ to the right of a student.
   * From 0 all of them cost more or as much, from 1 the place 1½ costs less.
   */
  @Test
  void whereNothingHelpedNothingIsTriedAgainUnlessTheStudentIsAnother() {
    LearningProblem p = disc(3);
    ScriptedEngine engine =
        new ScriptedEngine(true) {
          @Override
          double cost(double[] theta, long number, long update) {
            double x = theta[0];
            boolean student = Math.abs(x) < 1e-6 || Math.abs(x - 1) < 1e-6;
            return student ? 0 : Math.abs(x - 1.5) < 1e-6 ? -1 : 1;
          }

          @Override
          double[] information(long number) {
            return new double[] {1 / p.lambda(), 0, 0, 1 / p.lambda()};
          }
        };
    NaturalStep step = NaturalStep.of(p, () -> engine);
    double[] out = {7, 7};
    double[] theta = {0, 0.5};
    double[] gradient = {-1, 0};
    step.propose(theta, gradient, Rollouts.exact(), out);
    assertArrayEquals(theta, out);
    assertEquals(1 + 14 + 14, engine.asked.size());
    out[0] = 7;
    step.propose(theta, gradient, Rollouts.exact(), out);
    assertArrayEquals(theta, out);
    assertEquals(1 + 14 + 14 + 1, engine.asked.size(), "its own cost shows that nothing changed");
    step.propose(new double[] {1, 0.5}, gradient, Rollouts.exact(), out);
    assertArrayEquals(new double[] {1.5, 0.5}, out, 1e-6);
  }
}
