package dev.ccl.algorithms.engine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.naive.Sample;
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
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.StudentLaw;
import dev.ccl.testkit.naive.TokenLaw;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Mean, variance and third central moment of Ĉ and of each coordinate of ĝ, against sums over all
 * answers. The mean of n independent answers has cumulants κ<sub>j</sub>/n<sup>j−1</sup>, which
 * give the exact variance of each empirical moment.
 */
final class BatchMomentsTest {
  private static final int REPETITIONS = 20_000;

  private final Instance instance =
      RandomInstance.of(RandomSpec.SMALL.withRepeated(1).withInitialNorm(1.1), 4).instance();
  private final LearningProblem problem = instance.problem();
  private final double[] w = {0.3, -0.7, 0.4};
  private final double[] theta = problem.student().initial().toArray();

  /** One outcome of a rollout: its probability, cost and score times cost. */
  private record Outcome(double probability, double cost, ImmutableDoubleArray gradient) {}

  private List<Outcome> outcomes() {
    Naive naive = Naive.of(instance);
    Costs costs = Costs.of(naive);
    StudentLaw student = naive.student(theta);
    TokenLaw calibrated = naive.calibrated(w);
    List<Outcome> all = new ArrayList<>();
    for (String id : naive.target()) {
      for (Answer answer : naive.answers(id)) {
        double cost = costs.logRatioCost(student, calibrated, answer);
        double[] gradient =
            SmallAlgebra.plus(new double[theta.length], cost, costs.score(student, answer));
        all.add(
            new Outcome(
                student.probability(answer) / naive.target().size(),
                cost,
                ImmutableDoubleArray.copyOf(gradient)));
      }
    }
    return all;
  }

  /** Empirical moments of order 1 to 3 in units of their exact errors. */
  private double[] deviations(BiFunction<Layout, Integer, BatchSampler> sampler, int n) {
    Layout layout = Layout.of(problem.target().dataset(), Layout.RESIDENT_EDGES);
    RandomStreams streams = RandomStreams.of(n);
    List<Outcome> outcomes = outcomes();
    int d = theta.length;
    double[][] values = new double[1 + d][REPETITIONS];
    double[] gradient = new double[d];
    try (TargetSweep sweep = new TargetSweep(problem, streams, layout, sampler, 1)) {
      sweep.calibrate(w);
      for (int r = 0; r < REPETITIONS; r++) {
        values[0][r] = sweep.cost(theta, Sweeping.rollouts(n, r, 0), Purpose.VALIDATION_FIRST);
        Sweeping.gradient(sweep, theta, n, Credit.ANSWER, r, 0, gradient);
        for (int i = 0; i < d; i++) {
          values[1 + i][r] = gradient[i];
        }
      }
    }
    double[] deviations = new double[3 * (1 + d)];
    for (int v = 0; v <= d; v++) {
      int coordinate = v - 1;
      double[] m =
          centralMoments(outcomes, o -> coordinate < 0 ? o.cost : o.gradient.get(coordinate));
      double k2 = m[2] / n;
      double k3 = m[3] / Math.pow(n, 2);
      double k4 = (m[4] - 3 * m[2] * m[2]) / Math.pow(n, 3);
      double k6 =
          (m[6] - 15 * m[4] * m[2] - 10 * m[3] * m[3] + 30 * Math.pow(m[2], 3)) / Math.pow(n, 5);
      double m4 = k4 + 3 * k2 * k2;
      double m6 = k6 + 15 * k4 * k2 + 10 * k3 * k3 + 15 * k2 * k2 * k2;
      Sample first = new Sample();
      Sample second = new Sample();
      Sample third = new Sample();
      for (double x : values[v]) {
        first.add(x);
        second.add((x - m[1]) * (x - m[1]));
        third.add(Math.pow(x - m[1], 3));
      }
      deviations[3 * v] = first.deviation(m[1], k2);
      deviations[3 * v + 1] = second.deviation(k2, m4 - k2 * k2);
      deviations[3 * v + 2] = third.deviation(k3, m6 - k3 * k3);
    }
    return deviations;
  }

  private static double[] centralMoments(List<Outcome> outcomes, Function<Outcome, Double> of) {
    double[] m = new double[7];
    for (Outcome o : outcomes) {
      m[1] += o.probability * of.apply(o);
    }
    for (int j = 2; j <= 6; j++) {
      for (Outcome o : outcomes) {
        m[j] += o.probability * Math.pow(of.apply(o) - m[1], j);
      }
    }
    return m;
  }

  private static double largest(double[] values) {
    double largest = 0;
    for (double v : values) {
      largest = Math.max(largest, Math.abs(v));
    }
    return largest;
  }

  @ParameterizedTest
  @EnumSource(Sampler.class)
  void fewRollouts(Sampler sampler) { // 9 moments, together 6e-9
    assertTrue(largest(deviations(sampler::on, 3)) < Sample.LIMIT);
  }

  @ParameterizedTest
  @EnumSource(Sampler.class)
  void manyRollouts(Sampler sampler) {
    assertTrue(largest(deviations(sampler::on, 300)) < Sample.LIMIT);
  }

  /** A liar: tokens get their expected shares, rounded. The mean is nearly right. */
  @Test
  void roundedSharesAreRejected() {
    double[] z = deviations((layout, workers) -> new Wrong(layout, true), 300);
    assertTrue(Math.abs(z[1]) > 2 * Sample.LIMIT, "variance");
  }

  /** A liar: children are drawn with the wrong probabilities. */
  @Test
  void flattenedTokensAreRejected() {
    assertTrue(
        largest(deviations((layout, workers) -> new Wrong(layout, false), 300)) > 2 * Sample.LIMIT);
  }

  /** Spreads rollouts over tokens by the rounded expectation, or equally. */
  private record Wrong(Layout layout, boolean weighted) implements BatchSampler {
    @Override
    public void begin(RandomStream random, double rollouts, NodeLaw law, double[] counts) {
      new CountSplitting(layout, 1).begin(random, rollouts, law, counts);
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
      int first = layout.blocks.firstNode(block);
      for (int s = first; s < layout.blocks.firstNode(block + 1); s++) {
        int from = layout.forest.firstEdge(s) - layout.forest.firstEdge(first);
        int to = layout.forest.firstEdge(s + 1) - layout.forest.firstEdge(first);
        double left = counts[s];
        for (int e = to - 1; e >= from; e--) {
          double share = weighted ? weights[e] / tails[from] : 1.0 / (to - from);
          out[e] = e == from ? left : Math.min(left, Math.rint(counts[s] * share));
          left -= out[e];
        }
      }
    }
  }
}
