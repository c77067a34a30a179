package dev.ccl.algorithms.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.algorithms.ccl.NaturalStep;
import dev.ccl.algorithms.naive.Sample;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.StudentLaw;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exact sweeps against the exact cost, and the independence of layout and threads. */
final class TargetSweepTest {
  private static final RandomSpec WIDE =
      RandomSpec.MEDIUM.withHorizon(5).withLetters(4).withInitialNorm(1);

  private static TargetSweep sweep(
      LearningProblem problem, Sampler sampler, int residentEdges, int threads) {
    Layout layout = Layout.of(problem.target().dataset(), residentEdges);
    return new TargetSweep(problem, RandomStreams.of(3), layout, sampler::on, threads);
  }

  private static double[] point(LearningProblem.PolicyClass of, long trial) {
    double[] point = new double[of.set().dimension()];
    of.set().draw(RandomStreams.of(5).open(Purpose.TRIAL, trial), point);
    return point;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.2, 2, 40, 400})
  void exactCostAndGradient(double bound) { // 400: logits need the shift by their largest
    for (int trial = 0; trial < 20; trial++) {
      RandomSpec spec =
          RandomSpec.SMALL.withBound(bound).withTeacherDistance(0.1).withRepeated(trial % 2);
      LearningProblem problem = RandomInstance.of(spec, trial).instance().problem();
      double[] w = point(problem.calibration(), trial);
      double[] theta = point(problem.student(), trial);
      LogRatioCost cost = LogRatioCost.calibrated(problem, w);
      double[] expected = new double[theta.length];
      double value = cost.gradient(theta, expected);
      double tolerance = 1e-13 * (1 + 4 * problem.lambda() * bound * problem.horizon());
      for (int resident : new int[] {0, Layout.RESIDENT_EDGES}) {
        try (TargetSweep sweep = sweep(problem, Sampler.COUNTS, resident, 1)) {
          sweep.calibrate(w);
          assertEquals(
              value, sweep.cost(theta, Sweeping.rollouts(0, 0, 0), Purpose.EVALUATION), tolerance);
          for (Credit estimate : List.of(Credit.ANSWER, Credit.TOKEN)) {
            double[] gradient = new double[theta.length];
            assertEquals(
                value, Sweeping.gradient(sweep, theta, 0, estimate, 0, 0, gradient), tolerance);
            assertArrayEquals(expected, gradient, tolerance);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Credit.class,
      names = {"ANSWER", "TOKEN"})
  void estimatesAreUnbiased(Credit estimate) {
    LearningProblem problem =
        RandomInstance.of(RandomSpec.SMALL.withInitialNorm(1), 8).instance().problem();
    double[] w = point(problem.calibration(), 1);
    double[] theta = problem.student().initial().toArray();
    double[] expected = new double[theta.length];
    LogRatioCost.calibrated(problem, w).gradient(theta, expected);
    double[] gradient = new double[theta.length];
    Sample[] samples = {new Sample(), new Sample()};
    try (TargetSweep sweep = sweep(problem, Sampler.COUNTS, Layout.RESIDENT_EDGES, 1)) {
      sweep.calibrate(w);
      for (int r = 0; r < 20_000; r++) {
        Sweeping.gradient(sweep, theta, 40, estimate, r, 0, gradient);
        for (int i = 0; i < theta.length; i++) {
          samples[i].add(gradient[i]);
        }
      }
    }
    for (int i = 0; i < theta.length; i++) {
      samples[i].assertMean("coordinate " + i, expected[i], Double.NaN);
    }
  }

  @Test
  void threadsChangeNoBit() {
    LearningProblem problem = RandomInstance.of(WIDE, 2).instance().problem();
    for (int resident : new int[] {0, Layout.RESIDENT_EDGES}) {
      for (long rollouts : new long[] {30, 3_000, 300_000}) {
        double[] expected = results(problem, resident, rollouts, 1);
        for (int threads : new int[] {2, 3, 16}) {
          assertArrayEquals(expected, results(problem, resident, rollouts, threads));
        }
      }
    }
  }

  /** Dense and gathered blocks add coefficients in another order; the counts are the same. */
  @Test
  void layoutsAgree() {
    LearningProblem problem = RandomInstance.of(WIDE, 2).instance().problem();
    for (long rollouts : new long[] {1, 30, 3_000, 300_000}) {
      assertArrayEquals(
          results(problem, 0, rollouts, 1),
          results(problem, Layout.RESIDENT_EDGES, rollouts, 1),
          1e-13);
    }
  }

  private static double[] results(
      LearningProblem problem, int resident, long rollouts, int threads) {
    double[] theta = problem.student().initial().toArray();
    double[] other = point(problem.student(), 9);
    int d = theta.length;
    double[] out = new double[2 + d + d * d];
    double[] matrix = new double[d * d];
    double[] gradient = new double[theta.length];
    try (TargetSweep sweep = sweep(problem, Sampler.COUNTS, resident, threads)) {
      for (int round = 0; round < 5; round++) {
        sweep.calibrate(point(problem.calibration(), round));
        Sweeping.gradient(sweep, theta, rollouts, Credit.ANSWER, round, 1, gradient);
        sweep.costs(theta, other, Sweeping.rollouts(rollouts, round, 1), out);
      }
      sweep.information(other, Rollouts.exact(), matrix);
    }
    System.arraycopy(matrix, 0, out, 2 + d, d * d);
    System.arraycopy(gradient, 0, out, 2, d);
    return out;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void fisherInformationIsTheMeanSquareOfScores(int dimension) {
    RandomSpec spec = RandomSpec.SMALL.withDimensions(4, dimension).withInitialNorm(1);
    Instance instance = RandomInstance.of(spec, 8).instance();
    LearningProblem problem = instance.problem();
    double[] theta = problem.student().initial().toArray();
    int d = theta.length;
    Naive naive = Naive.of(instance);
    StudentLaw student = naive.student(theta);
    double[] expected = new double[d * d];
    for (String id : naive.target()) {
      for (Answer answer : naive.answers(id)) {
        double p = student.probability(answer) / naive.target().size();
        double[] score = Costs.of(naive).score(student, answer);
        for (int i = 0; i < d * d; i++) {
          expected[i] += p * score[i / d] * score[i % d];
        }
      }
    }
    double[] matrix = new double[d * d];
    for (int resident : new int[] {0, Layout.RESIDENT_EDGES}) {
      try (TargetSweep sweep = sweep(problem, Sampler.COUNTS, resident, 1)) {
        sweep.calibrate(problem.calibration().initial().toArray());
        sweep.information(theta, Rollouts.exact(), matrix);
        assertArrayEquals(expected, matrix, 1e-13);
        sweep.gradient(theta, Rollouts.of(5), Credit.ANSWER, new double[d]);
        sweep.information(theta, Rollouts.exact(), matrix);
        assertArrayEquals(expected, matrix, 1e-13, "not of the five rollouts");
      }
    }
  }

  @Test
  void naturalStepsReachTheMinimum() {
    for (int trial = 0; trial < 20; trial++) {
      LearningProblem problem = RandomInstance.of(RandomSpec.SMALL, trial).instance().problem();
      double[] w = point(problem.calibration(), trial);
      double[] theta = new double[problem.student().set().dimension()];
      try (TargetSweep sweep = sweep(problem, Sampler.COUNTS, Layout.RESIDENT_EDGES, 1)) {
        sweep.calibrate(w);
        NaturalStep.of(problem, () -> sweep).minimize(theta, 300);
        double reached = sweep.cost(theta, Sweeping.rollouts(0, 0, 0), Purpose.EVALUATION);
        RandomStream random = RandomStreams.of(6).open(Purpose.TRIAL, trial);
        double[] other = new double[theta.length];
        for (int i = 0; i < 300; i++) { // near and far, nothing is lower
          problem.student().set().draw(random, other);
          double scale = Math.pow(10, -3 * random.nextDouble());
          for (int k = 0; k < other.length; k++) {
            other[k] = theta[k] + scale * (other[k] - theta[k]);
          }
          double cost = sweep.cost(other, Sweeping.rollouts(0, 0, 0), Purpose.EVALUATION);
          assertEquals(0, Math.max(0, reached - cost), 1e-7, "trial " + trial);
        }
      }
    }
  }
}
