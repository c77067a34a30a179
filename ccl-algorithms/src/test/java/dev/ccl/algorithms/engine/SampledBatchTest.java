package dev.ccl.algorithms.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.StudentLaw;
import dev.ccl.testkit.naive.TokenLaw;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The estimates of one drawn batch against the answers that it drew, one by one. */
final class SampledBatchTest {
  private final Instance instance =
      RandomInstance.of(
              RandomSpec.SMALL.withLambda(0.6).withHorizon(3).withRepeated(1).withInitialNorm(1.2),
              9)
          .instance();
  private final LearningProblem problem = instance.problem();
  private final Naive naive = Naive.of(instance);
  private final Forest forest = problem.target().forest();
  private final double[] theta = problem.student().initial().toArray();
  private final double[] w = {0.4, -0.6, 0.3};

  /** Draws as another sampler does, and remembers what it drew. */
  private static final class Recorder implements BatchSampler {
    private final BatchSampler sampler;
    private final Layout layout;
    private final double[] drawn;

    Recorder(BatchSampler sampler, Layout layout) {
      this.sampler = sampler;
      this.layout = layout;
      this.drawn = new double[layout.forest.edges()];
    }

    @Override
    public boolean walks() {
      return sampler.walks();
    }

    @Override
    public void begin(RandomStream random, double rollouts, NodeLaw law, double[] counts) {
      Arrays.fill(drawn, 0);
      sampler.begin(random, rollouts, law, counts);
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
      sampler.split(random, block, worker, counts, weights, tails, out);
      int first = layout.blocks.firstNode(block);
      for (int s = first; s < layout.blocks.firstNode(block + 1); s++) {
        for (int e = layout.forest.firstEdge(s); e < layout.forest.firstEdge(s + 1); e++) {
          drawn[e] = counts[s] > 0 ? out[e - layout.forest.firstEdge(first)] : 0;
        }
      }
    }
  }

  private Answer answer(int leaf) {
    return naive.answer(forest.state(forest.node(leaf)).prompt().id(), forest.answer(leaf));
  }

  /** The mean cost, then the mean gradient sample, over the drawn answers. */
  private double[] expected(double[] drawn, double n, Credit estimate) {
    Costs costs = Costs.of(naive);
    StudentLaw student = naive.student(theta);
    TokenLaw calibrated = naive.calibrated(w);
    double[] mean = new double[3];
    double total = 0;
    for (int leaf = 0; leaf < drawn.length; leaf++) {
      if (forest.child(leaf) != Forest.LEAF || drawn[leaf] == 0) {
        continue;
      }
      total += drawn[leaf];
      Answer answer = answer(leaf);
      double cost = costs.logRatioCost(student, calibrated, answer);
      mean[0] += drawn[leaf] * cost / n;
      for (int h = 1; h <= answer.length(); h++) {
        double toGo =
            problem.lambda() * (student.logSuffix(answer, h) - calibrated.logSuffix(answer, h));
        double[] score = costs.increment(student, answer.node(h), answer.place(h));
        double factor = estimate == Credit.ANSWER ? cost : toGo;
        mean[1] += drawn[leaf] * factor * score[0] / n;
        mean[2] += drawn[leaf] * factor * score[1] / n;
      }
    }
    assertEquals(n, total, "every rollout ends in a leaf");
    return mean;
  }

  @ParameterizedTest
  @EnumSource(
      value = Credit.class,
      names = {"ANSWER", "TOKEN"})
  void estimatesAreThoseOfTheDrawnAnswers(Credit estimate) {
    for (Sampler kind : Sampler.values()) {
      for (int resident : new int[] {0, Layout.RESIDENT_EDGES}) {
        Layout layout = Layout.of(problem.target().dataset(), resident);
        List<Recorder> samplers = new ArrayList<>(); // one for each of the two batches
        try (TargetSweep sweep =
            new TargetSweep(
                problem,
                RandomStreams.of(4),
                layout,
                (l, workers) -> {
                  Recorder recorder = new Recorder(kind.on(l, workers), l);
                  samplers.add(recorder);
                  return recorder;
                },
                1)) {
          sweep.calibrate(w);
          double[] gradient = new double[2];
          for (long n : new long[] {90, 4, 1}) {
            String what = kind + ", " + resident + ", " + n;
            double cost = Sweeping.gradient(sweep, theta, n, estimate, n, 1, gradient);
            double[] batch = samplers.get(0).drawn;
            double[] expected = expected(batch, n, estimate);
            assertEquals(expected[0], cost, 1e-12, what);
            assertArrayEquals(new double[] {expected[1], expected[2]}, gradient, 1e-12, what);
            double most = Arrays.stream(batch).max().orElseThrow();
            assertEquals(most, sweep.largestCount(), what);
            double again = sweep.cost(theta, Sweeping.rollouts(n, n, 1), Purpose.GRADIENT_BATCH);
            assertEquals(cost, again, 1e-13, what + ": the same stream, the same batch");
            double other = sweep.cost(theta, Sweeping.rollouts(n, n, 2), Purpose.GRADIENT_BATCH);
            assertTrue(n < 90 || other != again, what + ": another update, another batch");
          }
        }
      }
    }
  }

  /** Logits of thousands: e^logit overflows unless the largest of a node is taken out first. */
  @Test
  void hugeLogitsDoNotOverflow() {
    PolicyClass wide =
        new PolicyClass(
            problem.student().family(), Ball.of(2, 5000), ImmutableDoubleArray.of(3000, -3500));
    LearningProblem steep =
        LearningProblem.of(
            problem.lambda(),
            problem.bound(),
            problem.source().dataset(),
            problem.target().dataset(),
            problem.calibration(),
            wide,
            problem.reference(),
            (prompt, answer) -> 0.5);
    double[] point = wide.initial().toArray();
    LogRatioCost cost = LogRatioCost.calibrated(steep, w);
    for (int resident : new int[] {0, Layout.RESIDENT_EDGES}) {
      Layout layout = Layout.of(steep.target().dataset(), resident);
      for (Sampler kind : Sampler.values()) {
        try (TargetSweep sweep = new TargetSweep(steep, RandomStreams.of(4), layout, kind::on, 1)) {
          sweep.calibrate(w);
          double exact = sweep.cost(point, Sweeping.rollouts(0, 0, 0), Purpose.EVALUATION);
          assertEquals(cost.value(point), exact, 1e-9 * Math.abs(exact));
          double drawn = sweep.cost(point, Sweeping.rollouts(50, 0, 0), Purpose.EVALUATION);
          assertTrue(Double.isFinite(drawn), kind + ": " + drawn);
        }
      }
    }
  }

  @Test
  void comparedBatchesAreIndependent() {
    try (TargetSweep sweep = TargetSweep.of(problem, RandomStreams.of(4), Sampler.COUNTS, 1)) {
      sweep.calibrate(w);
      double[] costs = new double[2];
      sweep.costs(theta, theta, Sweeping.rollouts(1000, 3, 0), costs);
      assertTrue(costs[0] != costs[1], "two batches of one student differ");
      double first = sweep.cost(theta, Sweeping.rollouts(1000, 3, 0), Purpose.VALIDATION_FIRST);
      double second = sweep.cost(theta, Sweeping.rollouts(1000, 3, 0), Purpose.VALIDATION_SECOND);
      assertArrayEquals(new double[] {first, second}, costs, 1e-13);
      sweep.costs(theta, theta, Sweeping.rollouts(1000, 3, 1), costs);
      assertTrue(costs[0] != first && costs[1] != second, "another update, other batches");
    }
  }
}
