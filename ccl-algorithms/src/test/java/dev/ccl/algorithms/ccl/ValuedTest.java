package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Draws;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Memory;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.Sampler;
import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.SourceVerifier;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.truth.GroundTruth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Values as controls and comparisons for the target: same means, less noise. */
class ValuedTest {
  private static final LearningProblem PROBLEM =
      GroundTruth.of(RandomInstance.of(RandomSpec.SMALL, 4).instance()).problem();

  /** A run's weights, in whatever state they are, and a walk that stands where a test wants it. */
  private static final class Bench implements AutoCloseable {
    final Engine engine = Engine.open(PROBLEM, RandomStreams.of(1), Sampler.COUNTS, 1);
    final Forest forest = PROBLEM.source().forest();
    final SourceCursor cursor = engine.source();
    final Comparison c = new Comparison(PROBLEM.calibration().set().dimension());

    Acceptance.InRun start(Acceptance part, Memory memory) {
      Draws draws = Draws.of(RandomStreams.of(1));
      return part.start(new Run(PROBLEM, engine, draws, memory));
    }

    /** Compares two tokens of a root. */
    void compare(int prompt, int c1, int c0, double[] w, boolean y) {
      cursor.start(prompt);
      compareHere(c1, c0, w, y);
    }

    void compareHere(int c1, int c0, double[] w, boolean y) {
      double u = cursor.logOdds(c1, c0, w, c.z());
      double first = cursor.reference().probability(c1);
      double rho = first / (first + cursor.reference().probability(c0));
      c.set(cursor.length(), c1, c0, u, rho, y);
    }

    @Override
    public void close() {
      engine.close();
    }
  }

  /** E of the residual over label and completed answer, each from the same state of the part. */
  private static double mean(
      Bench bench, Supplier<Acceptance.InRun> weights, int prompt, int c1, int c0, double[] w) {
    EdgeLaw reference = PROBLEM.source().reference();
    SourceVerifier verifier = PROBLEM.newVerifier();
    double sum = 0;
    for (int label = 0; label < 2; label++) {
      bench.compare(prompt, c1, c0, w, label == 1);
      int root = PROBLEM.source().dataset().root(prompt);
      int edge = bench.forest.firstEdge(root) + (label == 1 ? c1 : c0);
      double chance = label == 1 ? bench.c.labelProbability() : 1 - bench.c.labelProbability();
      sum += below(bench, weights, reference, verifier, edge, chance);
    }
    return sum;
  }

  private static double below(
      Bench bench,
      Supplier<Acceptance.InRun> weights,
      EdgeLaw reference,
      SourceVerifier verifier,
      int edge,
      double chance) {
    int next = bench.forest.child(edge);
    if (next < 0) {
      Acceptance.InRun part = weights.get();
      double weight = part.weight(0, verifier.query(edge));
      return chance * part.residual(bench.c, weight);
    }
    double sum = 0;
    for (int e = bench.forest.firstEdge(next); e < bench.forest.firstEdge(next + 1); e++) {
      sum += below(bench, weights, reference, verifier, e, chance * reference.probability(e));
    }
    return sum;
  }

  /** The control is a constant before the label, so it has no mean; whatever was seen before. */
  @Test
  void theStepHasTheMeanOfAlgorithmOne() {
    double[] w = PROBLEM.calibration().initial().toArray();
    RandomStream stream = RandomStream.of(3, 3, 3, 3);
    try (Bench bench = new Bench()) {
      for (int trial = 0; trial < 12; trial++) {
        Memory past = Memory.of(ImmutableMap.of());
        double[] values = past.keep("values", new double[2 * (bench.forest.edges() + 1)]);
        Arrays.setAll(values, i -> i % 2 == 0 ? stream.nextDouble() : 1 + stream.nextBelow(5));
        Supplier<Acceptance.InRun> valued =
            () -> bench.start(Acceptance.Choice.VALUED, Memory.of(past.snapshot()));
        Supplier<Acceptance.InRun> plain =
            () -> bench.start(Acceptance.Choice.EXPECTATION, Memory.of(ImmutableMap.of()));
        double expected = mean(bench, plain, trial % 2, 1, 0, w);
        assertEquals(expected, mean(bench, valued, trial % 2, 1, 0, w), 1e-13);
        Supplier<Acceptance.InRun> liar = () -> afterTheReward(valued.get());
        double wrong = mean(bench, liar, trial % 2, 1, 0, w);
        assertTrue(Math.abs(wrong - expected) > 1e-3, "a control that has seen the reward");
      }
    }
  }

  private static double mean(List<Double> weights, double... more) {
    return DoubleStream.concat(
            weights.stream().mapToDouble(Double::doubleValue), DoubleStream.of(more))
        .average()
        .getAsDouble();
  }

  /**
   * c = m₀m₁/(ρm₁ + (1−ρ)m₀) from lists of all weights: those behind a token with the mean of all,
   * among which there is a 1, as one more.
   */
  @Test
  void controlsComeFromTheMeansBehindBothTokens() {
    double[] w = {0.4, -0.7, 0.9};
    RandomStream random = RandomStream.of(4, 4, 4, 4);
    Map<Integer, List<Double>> behind = new HashMap<>();
    List<Double> all = new ArrayList<>(List.of(1.0));
    double spread = 0;
    try (Bench bench = new Bench()) {
      Acceptance.InRun valued = bench.start(Acceptance.Choice.VALUED, Memory.of(ImmutableMap.of()));
      for (int t = 0; t < 100; t++) {
        int prompt = random.nextBelow(PROBLEM.source().dataset().size());
        int c1 = random.nextBelow(2);
        boolean y = random.nextDouble() < 0.6;
        double p = random.nextDouble() * (y == (c1 == 1) ? 1 : 0.2);
        bench.cursor.start(prompt);
        int node = PROBLEM.source().dataset().root(prompt);
        if (t % 3 != 0) {
          bench.cursor.follow(t % 2);
          node = bench.forest.child(bench.forest.firstEdge(node) + t % 2);
        }
        bench.compareHere(c1, 1 - c1, w, y);
        bench.cursor.follow(y ? c1 : 1 - c1); // as a round has gone on when it asks
        int from = bench.forest.firstEdge(node);
        List<Double> first = behind.computeIfAbsent(from + c1, e -> new ArrayList<>());
        List<Double> second = behind.computeIfAbsent(from + 1 - c1, e -> new ArrayList<>());
        double m1 = mean(first, mean(all));
        double m0 = mean(second, mean(all));
        double share = bench.c.labelProbability();
        double sigma = 1 / (1 + StrictMath.exp(-bench.c.logOdds()));
        double control = 1 / (share / m0 + (1 - share) / m1);
        double expected = p * (sigma - (y ? 1 : 0)) + control * ((y ? 1 : 0) - share);
        assertEquals(expected, valued.residual(bench.c, p), 1e-12, "label " + t);
        (y ? first : second).add(p);
        all.add(p);
        spread = Math.max(spread, Math.abs(m1 - m0) * Math.abs(share - 0.5));
      }
    }
    assertTrue(spread > 0.02, "means and shares differ: " + spread);
  }

  private static Acceptance.InRun afterTheReward(Acceptance.InRun honest) {
    return new Acceptance.InRun() {
      @Override
      public double weight(long t, double reward) {
        return honest.weight(t, reward);
      }

      @Override
      public double residual(Comparison c, double weight) {
        return Acceptance.InRun.super.residual(c, weight)
            + weight * ((c.label() ? 1 : 0) - c.labelProbability());
      }
    };
  }

  @Test
  void whereTheTokenDecidesTheRewardTheValuedStepHasLessNoise() {
    GroundTruth truth = GroundTruth.of(SeparationInstance.of(1, 2, 2, 0.5));
    Learner valuing = Ccl.practical().with("teaching", "last");
    double controlled = excess(truth, valuing.with("acceptance", "controlled"));
    double valued = excess(truth, valuing);
    assertTrue(valued < controlled / 1.5, valued + " is not far below " + controlled);
  }

  /** The mean over 24 fixed seeds after 300 rounds. */
  private static double excess(GroundTruth truth, Learner learner) {
    double[] theta = new double[truth.problem().student().set().dimension()];
    double sum = 0;
    for (int seed = 0; seed < 24; seed++) {
      try (Session session =
          learner.open(truth.problem(), learner.initial(truth.problem(), seed), 1)) {
        session.advance(300);
        session.student(theta);
        sum += truth.excessCost(theta) / 24;
      }
    }
    return sum;
  }

  /** Where there are several tokens to choose from, after any number of rounds. */
  @Test
  void itGoesOnToTheBit() {
    Learner learner = Ccl.practical().with("teaching", "last");
    RandomSpec spec = RandomSpec.SMALL.withHorizon(2).withLetters(4);
    LearningProblem problem = RandomInstance.of(spec, 4).instance().problem();
    List<LearnerState> states = new ArrayList<>();
    try (Session whole = learner.open(problem, learner.initial(problem, 8), 1)) {
      for (int part = 0; part < 8; part++) {
        states.add(whole.state());
        whole.advance(1 + 3 * part);
      }
      for (LearnerState state : states) {
        try (Session resumed = learner.open(problem, state, 1)) {
          resumed.advance(whole.round() - state.round());
          assertEquals(whole.state(), resumed.state(), "from round " + state.round());
        }
      }
    }
  }
}
