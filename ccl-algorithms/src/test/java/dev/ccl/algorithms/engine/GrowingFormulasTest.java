package dev.ccl.algorithms.engine;

import static dev.ccl.algorithms.Refusals.assertRefused;
import static dev.ccl.algorithms.Refusals.assertUntimely;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Batches on growing forests, from the same rollouts answer by answer; walks against whole ones.
 */
class GrowingFormulasTest {
  private static final LearningProblem WHOLE =
      RandomInstance.of(
              RandomSpec.SMALL
                  .withHorizon(4)
                  .withLetters(4)
                  .withPrompts(2, 4)
                  .withRepeated(1)
                  .withDimensions(3, 2)
                  .withLambda(0.7),
              31)
          .instance()
          .problem();
  private static final double[] W = {0.3, -0.4, 0.2};
  private static final double[] THETA = {0.5, -0.3};
  private static final double[] OTHER = {-0.6, 0.1};
  private static final RandomStreams STREAMS = RandomStreams.of(5);

  private static Engine engine(Sampler sampler) {
    Engine engine = Engine.open(WHOLE.growing(ForestBudget.standard()), STREAMS, sampler, 1);
    engine.batches().calibrate(W);
    return engine;
  }

  private static PlainFlow flow(double[] theta, long n, Purpose purpose, long update) {
    return new PlainFlow(WHOLE, W, theta, STREAMS, n, purpose, 7, update, false, false);
  }

  @Test
  void costsAreMeansOverTheRollouts() {
    for (Sampler sampler : Sampler.values()) {
      boolean single = sampler == Sampler.TRAJECTORIES;
      try (Engine engine = engine(sampler)) {
        TargetBatches batches = engine.batches();
        for (long n : new long[] {1, 40, 3000}) {
          double cost = batches.cost(THETA, Rollouts.of(n).at(7, 2), Purpose.EVALUATION);
          PlainFlow flow =
              new PlainFlow(WHOLE, W, THETA, STREAMS, n, Purpose.EVALUATION, 7, 2, single, false);
          assertEquals(flow.cost(), cost, 1e-12);
          assertEquals(flow.largest(), batches.largestCount());
          double[] both = new double[2];
          batches.costs(THETA, OTHER, Rollouts.of(n).at(7, 3), both);
          PlainFlow first =
              new PlainFlow(
                  WHOLE, W, THETA, STREAMS, n, Purpose.VALIDATION_FIRST, 7, 3, single, false);
          PlainFlow second =
              new PlainFlow(
                  WHOLE, W, OTHER, STREAMS, n, Purpose.VALIDATION_SECOND, 7, 3, single, false);
          assertEquals(first.cost(), both[0], 1e-12);
          assertEquals(second.cost(), both[1], 1e-12);
          assertEquals(Math.max(first.largest(), second.largest()), batches.largestCount());
        }
      }
    }
  }

  @Test
  void gradientsAreSumsOverTheAnswers() {
    try (Engine engine = engine(Sampler.COUNTS)) {
      double[] out = new double[2];
      for (long n : new long[] {1, 2, 30, 3000}) {
        Rollouts batch = Rollouts.of(n).at(7, 2);
        PlainFlow flow = flow(THETA, n, Purpose.GRADIENT_BATCH, 2);
        double mean = engine.batches().gradient(THETA, batch, Credit.ANSWER, out);
        assertEquals(flow.cost(), mean, 1e-12);
        assertArrayEquals(flow.answerGradient(), out, 1e-11);
        assertEquals(flow.largest(), engine.batches().largestCount());
        engine.batches().gradient(THETA, batch, Credit.TOKEN, out);
        assertArrayEquals(flow.tokenGradient(), out, 1e-11);
        PlainFlow balanced =
            new PlainFlow(WHOLE, W, THETA, STREAMS, n, Purpose.GRADIENT_BATCH, 7, 2, false, true);
        double cost = engine.batches().gradient(THETA, batch, Credit.REST, out);
        assertEquals(balanced.cost(), cost, 1e-12);
        assertArrayEquals(balanced.restGradient(), out, 1e-11);
      }
    }
  }

  /** The information of the rollouts of the gradient where they are the same, else of new ones. */
  @Test
  void informationIsThatOfTheGradientsRollouts() {
    try (Engine engine = engine(Sampler.COUNTS)) {
      TargetBatches batches = engine.batches();
      double[] gradient = new double[2];
      double[] matrix = new double[4];
      PlainFlow balanced =
          new PlainFlow(WHOLE, W, THETA, STREAMS, 50, Purpose.GRADIENT_BATCH, 7, 2, false, true);
      PlainFlow plain = flow(THETA, 50, Purpose.GRADIENT_BATCH, 2);
      assertTrue(
          Math.abs(balanced.information()[0] - plain.information()[0]) > 1e-9, "they differ");
      batches.information(THETA, Rollouts.of(50).at(7, 2), matrix);
      assertArrayEquals(plain.information(), matrix, 1e-12, "no gradient yet");
      batches.gradient(THETA, Rollouts.of(50).at(7, 2), Credit.REST, gradient);
      batches.information(THETA, Rollouts.of(50).at(7, 2), matrix);
      assertArrayEquals(balanced.information(), matrix, 1e-12, "that of the gradient");
      batches.cost(THETA, Rollouts.of(50).at(7, 2), Purpose.EVALUATION);
      batches.information(THETA, Rollouts.of(50).at(7, 2), matrix);
      assertArrayEquals(plain.information(), matrix, 1e-12, "another batch in between");
      for (int change = 0; change < 4; change++) {
        batches.gradient(THETA, Rollouts.of(50).at(7, 2), Credit.REST, gradient);
        long n = change == 0 ? 51 : 50;
        long round = change == 1 ? 8 : 7;
        long update = change == 2 ? 3 : 2;
        double[] theta = change == 3 ? OTHER : THETA;
        batches.information(theta, Rollouts.of(n).at(round, update), matrix);
        PlainFlow flow =
            new PlainFlow(
                WHOLE, W, theta, STREAMS, n, Purpose.GRADIENT_BATCH, round, update, false, false);
        assertArrayEquals(flow.information(), matrix, 1e-12, "change " + change);
      }
      assertRefused(
          "an exact expectation needs whole trees: take a number of rollouts",
          () -> batches.cost(THETA, Rollouts.exact(), Purpose.EVALUATION));
    }
  }

  @Test
  void whatAnEngineGotToKnowIsLeftToTheNext() {
    LearningProblem problem = WHOLE.growing(ForestBudget.standard());
    Engine engine = Engine.open(problem, STREAMS, Sampler.COUNTS, 1);
    engine.batches().cost(THETA, Rollouts.of(50).at(1, 0), Purpose.EVALUATION);
    long asked = engine.stateCounts().asked();
    assertTrue(asked > 0);
    engine.close();
    engine.close();
    try (Engine next = Engine.open(problem, STREAMS, Sampler.COUNTS, 1);
        Engine beside = Engine.open(problem, STREAMS, Sampler.COUNTS, 1)) {
      next.batches().cost(THETA, Rollouts.of(50).at(1, 0), Purpose.EVALUATION);
      assertEquals(0, next.stateCounts().asked(), "nothing is asked for again");
      beside.batches().cost(THETA, Rollouts.of(50).at(1, 0), Purpose.EVALUATION);
      assertEquals(asked, beside.stateCounts().asked(), "two at the same time have two forests");
    }
  }

  /** The helpers of sweeps that are alive. */
  private static Set<Thread> helpers() {
    Set<Thread> helpers = new HashSet<>(Thread.getAllStackTraces().keySet());
    helpers.removeIf(thread -> !thread.getName().startsWith("ccl-sweep-"));
    return helpers;
  }

  @Test
  void aClosedEngineLeavesNoThread() throws InterruptedException {
    LearningProblem many =
        RandomInstance.of(RandomSpec.SMALL.withHorizon(1).withPrompts(1, 1500).withShared(0), 1)
            .instance()
            .problem(); // whose roots fill several blocks
    for (LearningProblem problem : List.of(many, WHOLE.growing(ForestBudget.standard()))) {
      Set<Thread> before = helpers();
      Engine engine = Engine.open(problem, STREAMS, Sampler.COUNTS, 2);
      double[] theta = problem.student().initial().toArray();
      engine.batches().calibrate(problem.calibration().initial().toArray());
      engine.batches().cost(theta, Rollouts.of(500).at(1, 0), Purpose.EVALUATION);
      Set<Thread> own = helpers();
      own.removeAll(before);
      assertEquals(1, own.size(), "two threads are one helper");
      engine.close();
      for (Thread helper : own) {
        helper.join(2000);
        assertTrue(!helper.isAlive());
      }
    }
  }

  /** Every state of many walks says the same on both kinds of forest. */
  @Test
  void walksAreThoseOfWholeForests() {
    try (Engine whole = Engine.open(WHOLE, STREAMS, Sampler.COUNTS, 1);
        Engine growing = engine(Sampler.COUNTS)) {
      assertTrue(whole.isWhole() && !growing.isWhole());
      assertEquals(0, whole.stateCounts().asked());
      RandomStream stream = RandomStream.of(1, 2, 3, 4);
      int answers = 0;
      for (int i = 0; i < 40; i++) {
        walk(whole.source(), growing.source(), stream);
        SourceCursor expected = whole.source();
        SourceCursor found = growing.source();
        assertEquals(expected.reward(), found.reward());
        Forest forest = WHOLE.source().forest();
        int edge = expected.leaf();
        for (int step = expected.length() - 1; step >= 0; step--) {
          assertEquals(edge, expected.edge(step, edge - forest.firstEdge(forest.node(edge))));
          edge = forest.parentEdge(forest.node(edge));
        }
        assertEquals(-1, edge, "at the root");
        assertEquals(++answers, expected.queries());
        assertEquals(answers, found.queries());
        walk(whole.target(), growing.target(), stream);
      }
      assertTrue(growing.stateCounts().asked() > 0);
      SourceCursor target = (SourceCursor) growing.target();
      assertUntimely("rewards exist on source prompts only", target::reward);
      assertEquals(0, target.queries());
      growing.source().start(0);
      assertUntimely("the answer is not complete", growing.source()::reward);
      assertEquals(
          "no leaf edges without whole trees",
          assertThrows(UnsupportedOperationException.class, growing.source()::leaf).getMessage());
      assertEquals(
          "no edges without whole trees",
          assertThrows(UnsupportedOperationException.class, () -> growing.source().edge(0, 0))
              .getMessage());
      whole.source().start(0);
      assertUntimely("more than one answer is left", whole.source()::reward);
      assertEquals(answers, whole.source().queries(), "nothing was asked");
    }
    LearningProblem growing = WHOLE.growing(ForestBudget.standard());
    try (Engine fresh = Engine.open(growing, STREAMS, Sampler.COUNTS, 1)) {
      assertUntimely("the answer is not complete", fresh.source()::reward);
    }
  }

  private static void walk(Cursor expected, Cursor found, RandomStream stream) {
    assertEquals(expected.prompts(), found.prompts());
    int i = stream.nextBelow(expected.prompts());
    expected.start(i);
    found.start(i);
    assertEquals(expected.prompt(), found.prompt());
    while (expected.isOpen()) {
      assertTrue(found.isOpen());
      assertEquals(expected.length(), found.length());
      assertEquals(expected.degree(), found.degree());
      int degree = expected.degree();
      assertTrue(degree <= expected.widest() && degree <= found.widest());
      assertLaw(expected.teacher(), found.teacher(), degree, stream);
      assertLaw(expected.reference(), found.reference(), degree, stream);
      assertLaw(expected.student(THETA), found.student(THETA), degree, stream);
      double[] rows = new double[found.widest() * 3];
      double[] other = new double[found.widest() * 3];
      expected.calibrationGradients(W, rows);
      found.calibrationGradients(W, other);
      assertArrayEquals(rows, other, 1e-15);
      if (expected instanceof SourceCursor source && degree > 1) {
        double[] z = new double[3];
        double[] same = new double[3];
        double u = source.logOdds(1, degree - 1, W, z);
        assertEquals(u, ((SourceCursor) found).logOdds(1, degree - 1, W, same), 1e-14);
        assertArrayEquals(z, same, 1e-15);
      }
      int k = stream.nextBelow(degree);
      expected.follow(k);
      found.follow(k);
    }
    assertEquals(expected.length(), found.length());
    assertTrue(!found.isOpen());
    for (int step = 0; step < expected.length(); step++) {
      double[] coefficients = {0.5, -1, 2, 0.3, -0.7};
      double[] out = {1, 2};
      double[] same = {1, 2};
      expected.pullback(step, THETA, coefficients, out);
      found.pullback(step, THETA, coefficients, same);
      assertArrayEquals(out, same, 1e-14);
    }
  }

  private static void assertLaw(TokenLaw expected, TokenLaw found, int degree, RandomStream s) {
    long seed = s.nextBelow(1000);
    for (int k = 0; k < degree; k++) {
      assertEquals(expected.probability(k), found.probability(k), 1e-14);
      assertEquals(expected.log(k), found.log(k), 1e-13);
      assertEquals(StrictMath.log(found.probability(k)), found.log(k), 1e-13);
    }
    assertEquals(
        expected.draw(RandomStream.of(seed, 1, 2, 3)), found.draw(RandomStream.of(seed, 1, 2, 3)));
  }
}
