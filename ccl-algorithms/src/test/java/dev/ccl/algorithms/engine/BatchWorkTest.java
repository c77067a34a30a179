package dev.ccl.algorithms.engine;

import static dev.ccl.algorithms.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** How many states a sweep asks the student for, and from which streams it draws. */
final class BatchWorkTest {
  private static final LearningProblem BASE =
      RandomInstance.of(
              RandomSpec.SMALL.withHorizon(3).withLetters(3).withPrompts(1, 60).withShared(0), 1)
          .instance()
          .problem();
  private static final double[] THETA = {0.3, -0.2};
  private static final double[] OTHER = {-0.1, 0.4};

  /** A family that counts how often it is asked. */
  private static final class Counting implements PolicyFamily {
    final PolicyFamily family;
    int logits;
    int gradients;

    Counting(PolicyFamily family) {
      this.family = family;
    }

    @Override
    public int dimension() {
      return family.dimension();
    }

    @Override
    public void logits(double[] theta, State state, double[] out) {
      logits++;
      family.logits(theta, state, out);
    }

    @Override
    public void gradients(double[] theta, State state, double[] out) {
      gradients++;
      family.gradients(theta, state, out);
    }

    @Override
    public void curvature(
        double[] theta, State state, double[] coefficients, double[] direction, double[] out) {
      family.curvature(theta, state, coefficients, direction, out);
    }

    int asked() {
      int asked = logits;
      logits = 0;
      return asked;
    }

    int asksGradients() {
      int asked = gradients;
      gradients = 0;
      return asked;
    }
  }

  private final Counting student = new Counting(BASE.student().family());
  private final LearningProblem problem =
      BASE.withStudent(new PolicyClass(student, BASE.student().set(), BASE.student().initial()));
  private final Forest forest = problem.target().forest();

  private TargetSweep sweep(int resident, Sampler sampler) {
    Layout layout = Layout.of(problem.target().dataset(), resident);
    TargetSweep sweep = new TargetSweep(problem, RandomStreams.of(3), layout, sampler::on, 1);
    sweep.calibrate(problem.calibration().initial().toArray());
    student.asked();
    student.asksGradients();
    return sweep;
  }

  private static void cost(TargetSweep sweep, double[] theta, long rollouts) {
    sweep.cost(theta, Sweeping.rollouts(rollouts, 1, 0), Purpose.EVALUATION);
  }

  /** States with a choice; the others need no gradient. */
  private int choices() {
    int choices = 0;
    for (int s = 0; s < forest.nodes(); s++) {
      choices += forest.degree(s) > 1 ? 1 : 0;
    }
    return choices;
  }

  @Test
  void smallForestsAreAskedOnceForEachStudent() {
    try (TargetSweep sweep = sweep(Layout.RESIDENT_EDGES, Sampler.COUNTS)) {
      cost(sweep, THETA, 0);
      assertEquals(forest.nodes(), student.asked());
      cost(sweep, THETA, 0);
      cost(sweep, THETA, 100_000);
      assertEquals(0, student.asked(), "the law is known");
      cost(sweep, OTHER, 0);
      assertEquals(forest.nodes(), student.asked());
    }
  }

  @Test
  void largeForestsAreAskedForWhatIsReached() {
    for (Sampler sampler : Sampler.values()) {
      int times = sampler == Sampler.TRAJECTORIES ? 2 : 1; // on the walk, and once more
      try (TargetSweep sweep = sweep(0, sampler)) {
        cost(sweep, THETA, 1);
        int path = student.asked() / times;
        assertTrue(path >= 1 && path <= 3, "along one answer: " + path);
        cost(sweep, THETA, 100);
        assertEquals(times * forest.nodes(), student.asked(), "all, from a 16th on");
        cost(sweep, THETA, 300_000);
        assertEquals(times * forest.nodes(), student.asked(), "nearly all are reached");
        cost(sweep, THETA, 0);
        assertEquals(forest.nodes(), student.asked(), "exact sweeps need no walk");
      }
    }
  }

  /** A round with exact batches sweeps for the student, for its step and for the rival. */
  @Test
  void noExactSweepIsMadeTwice() {
    double[] rival = {0.2, 0.2};
    double[] out = new double[2];
    double[] matrix = new double[4];
    Rollouts exact = Rollouts.exact();
    try (TargetSweep sweep = sweep(0, Sampler.COUNTS)) {
      double cost = sweep.gradient(THETA, exact, Credit.ANSWER, out);
      assertEquals(forest.nodes(), student.asked());
      assertEquals(cost, sweep.cost(THETA, exact, Purpose.EVALUATION));
      sweep.information(THETA, exact, matrix);
      assertEquals(0, student.asked(), "the sweep of the gradient has cost and information");
      double step = sweep.cost(OTHER, exact, Purpose.EVALUATION);
      double most = sweep.largestCount();
      sweep.costs(OTHER, rival, exact, out);
      assertEquals(2 * forest.nodes(), student.asked());
      assertEquals(step, out[0]);
      assertTrue(sweep.largestCount() >= most);
      sweep.gradient(rival, exact, Credit.ANSWER, out);
      assertEquals(forest.nodes(), student.asked(), "a gradient needs the flow itself");
      sweep.information(THETA, exact, matrix);
      assertEquals(forest.nodes(), student.asked(), "the flow is that of another student");
    }
  }

  @Test
  void costsAreForgottenWithTheirCalibration() {
    Rollouts exact = Rollouts.exact();
    double[] w = problem.calibration().initial().toArray();
    try (TargetSweep sweep = sweep(Layout.RESIDENT_EDGES, Sampler.COUNTS)) {
      double before = sweep.cost(THETA, exact, Purpose.EVALUATION);
      sweep.calibrate(w);
      assertEquals(before, sweep.cost(THETA, exact, Purpose.EVALUATION));
      w[0] += 0.25;
      sweep.calibrate(w);
      double after = sweep.cost(THETA, exact, Purpose.EVALUATION);
      assertEquals(LogRatioCost.calibrated(problem, w).value(THETA), after, 1e-13);
      assertTrue(Math.abs(after - before) > 1e-3);
      double drawn = sweep.cost(THETA, Rollouts.of(5).at(1, 0), Purpose.EVALUATION);
      assertTrue(Math.abs(after - drawn) > 1e-6, "rollouts are not the expectation");
    }
  }

  @Test
  void gradientsAreAskedForWhereRolloutsAre() {
    double[] out = new double[2];
    try (TargetSweep sweep = sweep(0, Sampler.COUNTS)) {
      sweep.gradient(THETA, Rollouts.of(1).at(1, 0), Credit.ANSWER, out);
      int path = student.asksGradients();
      assertTrue(path >= 1 && path <= 3, "along one answer: " + path);
      sweep.gradient(THETA, Rollouts.exact(), Credit.ANSWER, out);
      int all = student.asksGradients();
      assertTrue(all >= choices() && all <= forest.nodes(), all + " of " + choices());
    }
    try (TargetSweep sweep = sweep(Layout.RESIDENT_EDGES, Sampler.COUNTS)) {
      sweep.gradient(THETA, Rollouts.of(1).at(1, 0), Credit.ANSWER, out);
      assertTrue(student.asksGradients() > 3, "whole blocks of a small forest");
    }
  }

  /** Notes the next number of the stream of each block, and spreads rollouts as expected. */
  private static final class Streams implements BatchSampler {
    final BatchSampler expected;
    final Map<Integer, Double> drawn = new TreeMap<>();

    Streams(Layout layout) {
      this.expected = new Expectation(layout);
    }

    @Override
    public void begin(RandomStream random, double rollouts, NodeLaw law, double[] counts) {
      drawn.put(-1, random.nextDouble());
      expected.begin(random, rollouts, law, counts);
    }

    @Override
    public void split(
        RandomStream random,
        int block,
        int worker,
        double[] counts,
        double[] weights,
        double[] tails,
        double[] out) {
      drawn.put(block, random.nextDouble());
      expected.split(random, block, worker, counts, weights, tails, out);
    }
  }

  @Test
  void everyBlockHasTheStreamOfItsName() {
    Layout layout = Layout.of(problem.target().dataset(), 0);
    Streams streams = new Streams(layout);
    RandomStreams named = RandomStreams.of(3);
    try (TargetSweep sweep = new TargetSweep(problem, named, layout, (l, n) -> streams, 1)) {
      sweep.calibrate(problem.calibration().initial().toArray());
      sweep.cost(THETA, Rollouts.of(7).at(4, 2), Purpose.EVALUATION);
    }
    assertTrue(layout.blocks.count() > 2, "several blocks");
    assertEquals(layout.blocks.count() + 1, streams.drawn.size());
    RandomStream first = named.open(Purpose.EVALUATION, 4, 2L << 32);
    assertEquals(first.nextDouble(), streams.drawn.get(-1));
    assertEquals(first.nextDouble(), streams.drawn.get(0), "the first block goes on");
    for (int block = 1; block < layout.blocks.count(); block++) {
      RandomStream own = named.open(Purpose.EVALUATION, 4, (2L << 32) + block);
      assertEquals(own.nextDouble(), streams.drawn.get(block), "block " + block);
    }
  }

  @Test
  void whatWholeForestsDoNotHaveIsRefused() {
    double[] out = new double[4];
    try (TargetSweep sweep = sweep(0, Sampler.COUNTS)) {
      assertRefused(
          "on whole forests tokens have no credit REST",
          () -> sweep.gradient(THETA, Rollouts.of(5), Credit.REST, new double[2]));
      assertRefused(
          "on whole forests the information is exact, not of 5 rollouts of round 3, update 2",
          () -> sweep.information(THETA, Rollouts.of(5).at(3, 2), out));
    }
  }
}
