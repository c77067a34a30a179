package dev.ccl.algorithms.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.naive.Sample;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.policies.TanhNetwork;
import dev.ccl.policies.features.Features;
import dev.ccl.testkit.policy.ForwardingFamily;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Forests whose roots fill several blocks: a small batch leaves most of them out. */
final class ManyPromptsTest {
  private final LearningProblem problem =
      RandomInstance.of(
              RandomSpec.SMALL.withHorizon(2).withPrompts(1, 1500).withShared(0).withInitialNorm(1),
              1)
          .instance()
          .problem();
  private final double[] theta = problem.student().initial().toArray();
  private final double[] w = problem.calibration().initial().toArray();

  private TargetSweep sweep(Layout layout, Sampler sampler, int threads) {
    TargetSweep sweep = new TargetSweep(problem, RandomStreams.of(3), layout, sampler::on, threads);
    sweep.calibrate(w);
    return sweep;
  }

  /** What a large batch leaves behind has no part in the next one, which reaches one root. */
  @Test
  void blocksThatAreNotReachedAreForgotten() {
    for (int resident : new int[] {0, Layout.RESIDENT_EDGES}) {
      Layout layout = Layout.of(problem.target().dataset(), resident);
      assertTrue(
          layout.blocks.firstBlock(1) >= 3,
          "several blocks of roots: " + layout.blocks.firstBlock(1));
      for (Sampler sampler : Sampler.values()) {
        try (TargetSweep used = sweep(layout, sampler, 1);
            TargetSweep fresh = sweep(layout, sampler, 1)) {
          double[] gradient = new double[2];
          double[] expected = new double[2];
          for (long round = 0; round < 4; round++) {
            Sweeping.gradient(used, theta, 20_000, Credit.ANSWER, 9, 0, gradient);
            assertTrue(used.largestCount() > 1);
            double mean = Sweeping.gradient(used, theta, 1, Credit.ANSWER, round, 0, gradient);
            assertEquals(1, used.largestCount(), "one rollout");
            double alone = Sweeping.gradient(fresh, theta, 1, Credit.ANSWER, round, 0, expected);
            assertEquals(alone, mean);
            assertArrayEquals(expected, gradient);
            used.cost(theta, Sweeping.rollouts(20_000, 9, 0), Purpose.EVALUATION);
            assertEquals(
                fresh.cost(theta, Sweeping.rollouts(1, round, 0), Purpose.EVALUATION),
                used.cost(theta, Sweeping.rollouts(1, round, 0), Purpose.EVALUATION));
            assertEquals(1, used.largestCount(), "one rollout");
          }
        }
      }
    }
  }

  /** A single rollout meets nodes that nothing has prepared; its mean cost is the exact one. */
  @Test
  void singleRolloutsAreUnbiased() {
    Layout layout = Layout.of(problem.target().dataset(), 0);
    double exact = LogRatioCost.calibrated(problem, w).value(theta);
    for (Sampler sampler : Sampler.values()) {
      Sample sample = new Sample();
      try (TargetSweep sweep = sweep(layout, sampler, 1)) {
        for (int round = 0; round < 4_000; round++) {
          sample.add(sweep.cost(theta, Sweeping.rollouts(1, round, 0), Purpose.EVALUATION));
        }
      }
      sample.assertMean(sampler.toString(), exact, Double.NaN);
    }
  }

  @Test
  void exactSweepsAddUpAllBlocks() {
    LogRatioCost cost = LogRatioCost.calibrated(problem, w);
    double[] expected = new double[2];
    double value = cost.gradient(theta, expected);
    for (int resident : new int[] {0, Layout.RESIDENT_EDGES}) {
      for (int threads : new int[] {1, 2}) {
        Layout layout = Layout.of(problem.target().dataset(), resident);
        try (TargetSweep sweep = sweep(layout, Sampler.COUNTS, threads)) {
          double[] gradient = new double[2];
          assertEquals(
              value, Sweeping.gradient(sweep, theta, 0, Credit.ANSWER, 0, 0, gradient), 1e-12);
          assertArrayEquals(expected, gradient, 1e-12);
        }
      }
    }
  }

  /** Batches of one round differ also behind the first block, and are the same when asked again. */
  @Test
  void blocksHaveStreamsOfTheirOwn() {
    Layout layout = Layout.of(problem.target().dataset(), 0);
    try (TargetSweep sweep = sweep(layout, Sampler.COUNTS, 1)) {
      double first = sweep.cost(theta, Sweeping.rollouts(500, 1, 1), Purpose.EVALUATION);
      double second = sweep.cost(theta, Sweeping.rollouts(500, 1, 2), Purpose.EVALUATION);
      assertTrue(first != second);
      assertEquals(first, sweep.cost(theta, Sweeping.rollouts(500, 1, 1), Purpose.EVALUATION));
    }
  }

  /**
   * A network, whose gradient depends on its parameter, with bounds and without, where logits are
   * shifted by their largest at every node.
   */
  @Test
  void networksWithoutBoundsAreSweptAlike() {
    TanhNetwork network = TanhNetwork.of(Features.token(problem.mdp().vocabulary()), 1);
    double[] point = new double[network.dimension()];
    Arrays.setAll(point, i -> i % 2 == 0 ? 0.9 : -0.6);
    double[] expected = new double[point.length];
    double[] gradient = new double[point.length];
    double[] drawn = new double[2];
    for (PolicyFamily family : List.of(network, new ForwardingFamily(network))) {
      LearningProblem p =
          LearningProblem.of(
              problem.lambda(),
              problem.bound(),
              problem.source().dataset(),
              problem.target().dataset(),
              problem.calibration(),
              new PolicyClass(family, Ball.of(point.length, 4), ImmutableDoubleArray.copyOf(point)),
              problem.reference(),
              (prompt, answer) -> 0.5);
      double value = LogRatioCost.calibrated(p, w).gradient(point, expected);
      for (int resident : new int[] {0, Layout.RESIDENT_EDGES}) {
        Layout layout = Layout.of(p.target().dataset(), resident);
        for (Sampler sampler : Sampler.values()) {
          try (TargetSweep sweep =
              new TargetSweep(p, RandomStreams.of(3), layout, sampler::on, 1)) {
            sweep.calibrate(w);
            double exact = Sweeping.gradient(sweep, point, 0, Credit.ANSWER, 0, 0, gradient);
            assertEquals(value, exact, 1e-12);
            assertArrayEquals(expected, gradient, 1e-12);
            double mean = sweep.cost(point, Sweeping.rollouts(7, 1, 0), Purpose.EVALUATION);
            int way = sampler.ordinal();
            drawn[way] = drawn[way] == 0 ? mean : drawn[way];
            assertEquals(drawn[way], mean, 1e-12, "the same rollouts, the same mean");
          }
        }
      }
    }
  }

  /** A vocabulary with more tokens than a block has edges: a node is a block. */
  @Test
  void wideNodes() {
    LearningProblem wide =
        RandomInstance.of(RandomSpec.SMALL.withHorizon(1).withLetters(2500).withPrompts(2, 2), 5)
            .instance()
            .problem();
    assertEquals(2501, wide.target().forest().blocks().widest());
    for (Learner learner : Learners.all()) {
      if (learner.name().equals("oracle")) {
        continue;
      }
      try (Session session = learner.start(wide, 1, 1)) {
        session.advance(2);
        assertTrue(session.state().student().stream().allMatch(Double::isFinite), learner.name());
      }
    }
  }

  /** A sixteenth of the nodes. */
  @Test
  void blocksAreDenseFromASixteenthOn() {
    assertTrue(DownSweep.isDense(1, 16));
    assertFalse(DownSweep.isDense(1, 17));
    assertTrue(DownSweep.isDense(100, 1600));
    assertFalse(DownSweep.isDense(99, 1600));
    assertEquals(2, DownSweep.active(new double[] {5, 0, 1, 0, 2, 3}, 1, 5));
  }
}
