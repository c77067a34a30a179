package dev.ccl.algorithms.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An engine has one state: who changes an array of his own, or asks twice, changes nothing. */
final class EngineTest {
  private static final LearningProblem WHOLE =
      RandomInstance.of(RandomSpec.SMALL.withHorizon(3).withPrompts(3, 4), 8).instance().problem();
  private static final double[] W = {0.3, -0.4, 0.2};
  private static final double[] THETA = {0.5, -0.3};
  private static final double[] OTHER = {-0.6, 0.1};

  private static Engine open(boolean whole) {
    LearningProblem problem = whole ? WHOLE : WHOLE.growing(ForestBudget.standard());
    Engine engine = Engine.open(problem, RandomStreams.of(5), Sampler.COUNTS, 1);
    engine.batches().calibrate(W);
    return engine;
  }

  private static Rollouts batch(long number) {
    return Rollouts.of(number).at(7, 2);
  }

  private static double cost(Engine engine, double[] theta) {
    return engine.batches().cost(theta, batch(60), Purpose.EVALUATION);
  }

  /** What {@link #cost} is on an engine of its own. */
  private static double alone(boolean whole, double[] theta) {
    try (Engine engine = open(whole)) {
      return cost(engine, theta);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void partsAreTheSameEverAfter(boolean whole) {
    try (Engine engine = open(whole)) {
      assertSame(engine.source(), engine.source());
      assertSame(engine.target(), engine.target());
      assertSame(engine.batches(), engine.batches());
      assertNotEquals(engine.source(), engine.target());
    }
  }

  /** The caller goes on to write into the array that he has handed over. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void parametersAreCopied(boolean whole) {
    double expected = alone(whole, THETA);
    try (Engine engine = open(whole)) {
      double[] theta = THETA.clone();
      assertEquals(expected, cost(engine, theta));
      System.arraycopy(OTHER, 0, theta, 0, 2);
      assertEquals(alone(whole, OTHER), cost(engine, theta), "another student in the same array");
      double[] w = {9, 9, 9};
      engine.batches().calibrate(w);
      System.arraycopy(W, 0, w, 0, 3);
      assertNotEquals(expected, cost(engine, THETA), "the calibration of the call");
      engine.batches().calibrate(w);
      w[0] = 9;
      assertEquals(expected, cost(engine, THETA), "the calibration of the call");
    }
  }

  /** The information after a gradient is of the student it is asked for, also in the same array. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void informationIsOfThePresentStudent(boolean whole) {
    Rollouts batch = whole ? Rollouts.exact() : batch(60);
    double[] expected = new double[4];
    double[] found = new double[4];
    try (Engine fresh = open(whole);
        Engine engine = open(whole)) {
      fresh.batches().information(OTHER, batch, expected);
      double[] theta = THETA.clone();
      engine.batches().gradient(theta, batch, Credit.ANSWER, new double[2]);
      System.arraycopy(OTHER, 0, theta, 0, 2);
      engine.batches().information(theta, batch, found);
    }
    assertArrayEquals(expected, found);
  }

  /** Results replace what was in the array. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void resultsAreOverwritten(boolean whole) {
    double[][] found = new double[2][8];
    for (int i = 0; i < 2; i++) {
      try (Engine engine = open(whole)) {
        double[] gradient = new double[2];
        double[] costs = new double[2];
        double[] matrix = new double[4];
        for (double[] out : new double[][] {gradient, costs, matrix}) {
          Arrays.fill(out, i == 0 ? 0 : Double.NaN);
        }
        engine.batches().gradient(THETA, batch(60), Credit.TOKEN, gradient);
        engine.batches().costs(THETA, OTHER, batch(60), costs);
        engine.batches().information(THETA, whole ? Rollouts.exact() : batch(60), matrix);
        System.arraycopy(gradient, 0, found[i], 0, 2);
        System.arraycopy(costs, 0, found[i], 2, 2);
        System.arraycopy(matrix, 0, found[i], 4, 4);
      }
    }
    assertArrayEquals(found[0], found[1]);
  }

  /** A small batch after a large one, by each of the calls that draw. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theLargestCountIsThatOfTheLastCall(boolean whole) {
    try (Engine engine = open(whole)) {
      TargetBatches batches = engine.batches();
      for (int call = 0; call < 3; call++) {
        batches.cost(THETA, batch(5000), Purpose.EVALUATION);
        assertTrue(batches.largestCount() > 300, "of " + batches.largestCount());
        switch (call) {
          case 0 -> batches.cost(THETA, batch(3), Purpose.EVALUATION);
          case 1 -> batches.costs(THETA, OTHER, batch(3), new double[2]);
          default -> batches.gradient(THETA, batch(3), Credit.ANSWER, new double[2]);
        }
        assertTrue(batches.largestCount() >= 1 && batches.largestCount() <= 3, "call " + call);
      }
    }
  }

  /** A law that was asked for once speaks of the place where the cursor is now. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void lawsFollowTheirCursor(boolean whole) {
    try (Engine engine = open(whole)) {
      for (Cursor cursor : new Cursor[] {engine.source(), engine.target()}) {
        TokenLaw teacher = cursor.teacher();
        TokenLaw reference = cursor.reference();
        for (int pass = 0; pass < 2; pass++) {
          for (int i = 0; i < cursor.prompts(); i++) {
            cursor.start(i); // a prompt at once behind another, no token of which was followed
            assertFresh(whole, cursor == engine.source(), i, -1, teacher, reference);
          }
          cursor.follow(1);
          if (cursor.isOpen()) {
            assertFresh(
                whole, cursor == engine.source(), cursor.prompts() - 1, 1, teacher, reference);
          }
          assertEquals(1, cursor.length());
        }
      }
    }
  }

  /** The first probabilities at a prompt, or behind its token, are those of a cursor of its own. */
  private static void assertFresh(
      boolean whole, boolean source, int i, int token, TokenLaw teacher, TokenLaw reference) {
    try (Engine engine = open(whole)) {
      Cursor cursor = source ? engine.source() : engine.target();
      cursor.start(i);
      assertEquals(0, cursor.length());
      if (token >= 0) {
        cursor.follow(token);
      }
      for (int k = 0; k < cursor.degree(); k++) {
        assertEquals(cursor.teacher().probability(k), teacher.probability(k));
        assertEquals(cursor.teacher().log(k), teacher.log(k));
        assertEquals(cursor.reference().probability(k), reference.probability(k));
        assertEquals(cursor.reference().log(k), reference.log(k));
      }
    }
  }
}
