package dev.ccl.algorithms.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.FeatureFamily;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.judge.FalseAlarms;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * On demand equals in law: batches and whole runs on growing forests have the moments that whole
 * forests give. Each test looks at fewer than 20 numbers, so the bound of 8 standard errors gives a
 * false alarm with a probability below 20 · 1.3e-15 < 3e-14.
 */
class GrowingMomentsTest {
  private static final double BOUND = 8;
  private static final int BATCHES = 1500;

  private static final LearningProblem WHOLE =
      RandomInstance.of(RandomSpec.SMALL.withHorizon(3), 21).instance().problem();

  private static LearningProblem growing() {
    return WHOLE.growing(ForestBudget.ofBytes(1L << 28));
  }

  private static double[] point(ConvexSet set, long seed) {
    double[] point = new double[set.dimension()];
    set.draw(RandomStreams.of(seed).open(Purpose.TRIAL, 0), point);
    return point;
  }

  /** Σ and Σ² of each coordinate of ĝ and, last, of the batch's cost. */
  private static double[][] moments(LearningProblem problem, Credit credit) {
    return moments(problem, Sampler.COUNTS, credit);
  }

  private static double[][] moments(LearningProblem problem, Sampler sampler, Credit credit) {
    double[] theta = point(WHOLE.student().set(), 4);
    int d = theta.length;
    double[] sums = new double[d + 1];
    double[] squares = new double[d + 1];
    double[] g = new double[d];
    try (Engine engine = Engine.open(problem, RandomStreams.of(6), sampler, 1)) {
      engine.batches().calibrate(point(WHOLE.calibration().set(), 5));
      for (int b = 0; b < BATCHES; b++) {
        double cost = engine.batches().gradient(theta, Rollouts.of(12).at(b, 0), credit, g);
        for (int i = 0; i <= d; i++) {
          double x = i < d ? g[i] : cost;
          sums[i] += x;
          squares[i] += x * x;
        }
      }
    }
    return new double[][] {sums, squares};
  }

  private static double[] exact() {
    double[] theta = point(WHOLE.student().set(), 4);
    double[] g = new double[theta.length];
    double[] all = new double[theta.length + 1];
    try (Engine engine = Engine.open(WHOLE, RandomStreams.of(6), Sampler.COUNTS, 1)) {
      engine.batches().calibrate(point(WHOLE.calibration().set(), 5));
      all[theta.length] = engine.batches().gradient(theta, Rollouts.exact(), Credit.ANSWER, g);
    }
    System.arraycopy(g, 0, all, 0, g.length);
    return all;
  }

  private static double variance(double[][] moments, int i) {
    double mean = moments[0][i] / BATCHES;
    return moments[1][i] / BATCHES - mean * mean;
  }

  /** The largest |z| of the means of ĝ and of the cost. */
  private static double worst(double[][] moments) {
    double[] exact = exact();
    double worst = 0;
    for (int i = 0; i < exact.length; i++) {
      double error = Math.sqrt(variance(moments, i) / BATCHES + 1e-30);
      worst = Math.max(worst, Math.abs(moments[0][i] / BATCHES - exact[i]) / error);
    }
    return worst;
  }

  @Test
  void gradientsAndCostsHaveTheExactMeans() {
    for (Sampler sampler : Sampler.values()) {
      for (Credit credit : Credit.values()) {
        double z = worst(moments(growing(), sampler, credit));
        FalseAlarms.declare(10 * 1.3e-15);
        assertTrue(z < BOUND, sampler + ", " + credit + ": z = " + z);
      }
    }
  }

  @Test
  void gradientsHaveTheVariancesOfWholeForests() {
    for (Sampler sampler : Sampler.values()) {
      for (Credit credit : new Credit[] {Credit.ANSWER, Credit.TOKEN}) {
        double[][] grown = moments(growing(), sampler, credit);
        double[][] whole = moments(WHOLE, credit);
        for (int i = 0; i < grown[0].length; i++) {
          double ratio = variance(grown, i) / variance(whole, i);
          // a variance of nearly normal means has the relative error √(2/N); two of them √2 more
          FalseAlarms.declare(1.3e-15);
          assertEquals(1, ratio, BOUND * 2 / Math.sqrt(BATCHES), sampler + ", " + credit);
        }
      }
    }
  }

  /** The problem with liars in the place of the student's features. */
  private static LearningProblem lying(UnaryOperator<FeatureMap> lie) {
    PolicyClass student = WHOLE.student();
    FeatureMap features = ((FeatureFamily) student.family()).features();
    return WHOLE
        .withStudent(
            new PolicyClass(
                LinearSoftmax.of(lie.apply(features)), student.set(), student.initial()))
        .growing(ForestBudget.ofBytes(1L << 28));
  }

  /** Answers for many states, after which a liar may change the answers. */
  private record Answers(FeatureMap features, Consumer<double[][]> lie) implements FeatureMap {
    @Override
    public int dimension() {
      return features.dimension();
    }

    @Override
    public void features(State state, double[] out) {
      features.features(state, out);
    }

    @Override
    public void features(List<State> states, double[][] out) {
      FeatureMap.super.features(states, out);
      lie.accept(out);
    }
  }

  @Test
  void gradientsFromTheFeaturesOfASiblingAreNoticed() {
    FalseAlarms.declare(10 * 1.3e-15);
    assertTrue(worst(moments(lying(f -> new Answers(f, rows -> {})), Credit.TOKEN)) < BOUND);
    LearningProblem liar = lying(f -> new Answers(f, GrowingMomentsTest::exchange));
    assertTrue(worst(moments(liar, Credit.TOKEN)) > BOUND);
  }

  private static void exchange(double[][] rows) {
    for (int i = 0; i + 1 < rows.length; i += 2) {
      if (rows[i].length == rows[i + 1].length) {
        double[] sibling = rows[i].clone();
        System.arraycopy(rows[i + 1], 0, rows[i], 0, sibling.length);
        System.arraycopy(sibling, 0, rows[i + 1], 0, sibling.length);
      }
    }
  }

  @Test
  void gradientsFromAStaleCacheAreNoticed() {
    assertTrue(worst(moments(stale(), Credit.TOKEN)) > BOUND);
  }

  /** Whoever comes next gets what the first state got. */
  private static LearningProblem stale() {
    double[][] first = new double[1][];
    return lying(
        f ->
            new Answers(
                f,
                rows -> {
                  for (double[] row : rows) {
                    first[0] = first[0] == null ? row.clone() : first[0];
                    System.arraycopy(first[0], 0, row, 0, Math.min(row.length, first[0].length));
                  }
                }));
  }

  @Test
  void theRestHasLessVarianceThanTheToken() {
    double[][] token = moments(growing(), Credit.TOKEN);
    double[][] rest = moments(growing(), Credit.REST);
    for (int i = 0; i + 1 < token[0].length; i++) {
      assertTrue(variance(rest, i) < variance(token, i), "coordinate " + i);
    }
  }

  @Test
  void informationHasTheExactMean() {
    double[] theta = point(WHOLE.student().set(), 4);
    int d = theta.length;
    double[] exact = new double[d * d];
    try (Engine engine = Engine.open(WHOLE, RandomStreams.of(6), Sampler.COUNTS, 1)) {
      engine.batches().information(theta, Rollouts.exact(), exact);
    }
    double[] sums = new double[d * d];
    double[] squares = new double[d * d];
    double[] matrix = new double[d * d];
    try (Engine engine = Engine.open(growing(), RandomStreams.of(6), Sampler.COUNTS, 1)) {
      for (int b = 0; b < BATCHES; b++) {
        engine.batches().information(theta, Rollouts.of(12).at(b, 0), matrix);
        for (int i = 0; i < d * d; i++) {
          sums[i] += matrix[i];
          squares[i] += matrix[i] * matrix[i];
        }
      }
    }
    for (int i = 0; i < d * d; i++) {
      double mean = sums[i] / BATCHES;
      double error = Math.sqrt((squares[i] / BATCHES - mean * mean) / BATCHES);
      FalseAlarms.declare(1.3e-15);
      assertEquals(exact[i], mean, BOUND * error + 1e-12);
    }
  }

  @Tag("slow")
  @Test
  void runsHaveTheLawOfRunsOnWholeForests() {
    Learner learner = Ccl.paper().with("calibration", "newton");
    double[][] whole = ends(WHOLE, learner, 250, 0);
    assertSameLaw(whole, ends(growing(), learner, 250, 10_000));
    assertSameLaw(whole, ends(growing(), learner.with("sampler", "trajectories"), 250, 20_000));
    double[][] lied = ends(stale(), learner, 250, 10_000);
    assertThrows(AssertionError.class, () -> assertSameLaw(whole, lied));
  }

  private static void assertSameLaw(double[][] whole, double[][] grown) {
    for (int i = 0; i < whole[0].length; i++) {
      double[] a = meanAndError(whole, i);
      double[] b = meanAndError(grown, i);
      double z = (a[0] - b[0]) / Math.sqrt(a[1] + b[1]);
      FalseAlarms.declare(1.3e-15);
      assertTrue(Math.abs(z) < BOUND, "mean " + i + ": z = " + z);
      double ratio = a[1] / b[1];
      assertTrue(ratio > 0.5 && ratio < 2, "variance " + i + ": " + ratio);
    }
  }

  /** w_T and θ_T of independent runs. */
  private static double[][] ends(LearningProblem problem, Learner learner, int runs, long seed) {
    double[][] ends = new double[runs][];
    for (int r = 0; r < runs; r++) {
      try (Session session = learner.open(problem, learner.initial(problem, seed + r), 1)) {
        session.advance(20);
        double[] w = session.state().calibration().toArray();
        double[] theta = session.state().student().toArray();
        ends[r] = new double[w.length + theta.length];
        System.arraycopy(w, 0, ends[r], 0, w.length);
        System.arraycopy(theta, 0, ends[r], w.length, theta.length);
      }
    }
    return ends;
  }

  private static double[] meanAndError(double[][] samples, int i) {
    double sum = 0;
    double squares = 0;
    for (double[] sample : samples) {
      sum += sample[i];
      squares += sample[i] * sample[i];
    }
    double mean = sum / samples.length;
    return new double[] {mean, (squares / samples.length - mean * mean) / samples.length};
  }
}
