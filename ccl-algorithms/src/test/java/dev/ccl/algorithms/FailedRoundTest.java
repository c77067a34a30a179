package dev.ccl.algorithms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.baseline.Baseline;
import dev.ccl.algorithms.baseline.PathLearner;
import dev.ccl.algorithms.baseline.PathWalk;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is left of a round, and of a run, in which user code has failed. */
final class FailedRoundTest {
  private static final Instance INSTANCE = RandomInstance.of(RandomSpec.SMALL, 12).instance();
  private static final ForestBudget AMPLE = ForestBudget.ofBytes(1L << 28);
  private static final RuntimeException FAULT = new IllegalStateException("user code");

  /** Learners that ask for one reward in each round. */
  static Stream<Learner> learners() {
    return Stream.of(
        Ccl.paper().with("calibration", "newton"),
        Ccl.practicalByRollouts(),
        Learners.named("source-reward"));
  }

  /** A problem whose verifier fails at a question. */
  private static LearningProblem failing(int question) {
    AtomicInteger questions = new AtomicInteger();
    RewardOracle oracle =
        (prompt, answer) -> {
          if (questions.incrementAndGet() == question) {
            throw FAULT;
          }
          return INSTANCE.prompts().get(prompt.id()).reward(answer);
        };
    return INSTANCE.problem().withSourceRewards(RewardOracle.noisy(oracle));
  }

  private static void fail(Session session) {
    session.advance(2);
    assertSame(FAULT, assertThrows(RuntimeException.class, () -> session.advance(5)));
    assertEquals(3, session.round());
  }

  private static final String HALF = "its numbers are half done";
  private static final String AGAIN = "open the run at an earlier state again";

  private static void refuses(String reason, Executable question) {
    String message = assertThrows(IllegalStateException.class, question).getMessage();
    assertEquals("round 3 has failed: " + reason, message);
  }

  @ParameterizedTest
  @MethodSource("learners")
  void noNumberOfItIsShown(Learner learner) {
    for (LearningProblem problem : List.of(failing(4), failing(4).growing(AMPLE))) {
      try (Session session = learner.start(problem, 5, 1)) {
        fail(session);
        refuses(HALF, () -> session.calibration(new double[3]));
        refuses(HALF, () -> session.student(new double[2]));
        refuses("go on from an earlier state of the run", session::state);
        refuses(AGAIN, () -> session.advance(1));
      }
    }
  }

  /** More rounds than an int counts. */
  @Test
  void roundsAreManyUntilOneFails() {
    try (Session session = Ccl.practicalByRollouts().start(failing(4), 5, 1)) {
      assertSame(FAULT, assertThrows(RuntimeException.class, () -> session.advance(1L << 32)));
      assertEquals(3, session.round());
    }
  }

  /** A callback that closes the session of its own round ends it; the round gives no number. */
  @ParameterizedTest
  @MethodSource("learners")
  void aRoundThatClosesItsSessionFails(Learner learner) {
    for (int threads = 1; threads <= 2; threads++) {
      Session[] open = new Session[1];
      AtomicInteger questions = new AtomicInteger();
      RewardOracle closing =
          (prompt, answer) -> {
            if (questions.incrementAndGet() == 4) {
              open[0].close();
            }
            return INSTANCE.prompts().get(prompt.id()).reward(answer);
          };
      LearningProblem whole = INSTANCE.problem().withSourceRewards(RewardOracle.noisy(closing));
      for (LearningProblem problem : List.of(whole, whole.growing(AMPLE))) {
        questions.set(0);
        try (Session session = learner.start(problem, 5, threads)) {
          open[0] = session;
          String message =
              assertThrows(IllegalStateException.class, () -> session.advance(9)).getMessage();
          assertTrue(message.startsWith("round 3 has closed its own session"), message);
          assertThrows(IllegalStateException.class, () -> session.student(new double[2]));
          String after =
              assertThrows(IllegalStateException.class, () -> session.advance(1)).getMessage();
          assertEquals("the session is closed", after);
        }
      }
    }
  }

  /** A baseline that cannot be weighed. */
  private static Baseline weightless() {
    return new Baseline() {
      @Override
      public boolean onSource() {
        return false;
      }

      @Override
      public double weight(double lambda) {
        throw FAULT;
      }

      @Override
      public void add(PathWalk answer, double scale, double[] gradient) {
        throw new AssertionError("never opened");
      }
    };
  }

  private static void openInVain(LearningProblem problem) {
    LearnerState start = Ccl.paper().initial(INSTANCE.problem(), 1);
    LearnerState wrong =
        new LearnerState(
            1,
            0,
            start.calibration(),
            start.student(),
            ImmutableMap.of("control", ImmutableDoubleArray.of(1, 2, 3)),
            Ledger.EMPTY);
    assertThrows(
        IllegalArgumentException.class, () -> Ccl.practicalByRollouts().open(problem, wrong, 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> Ccl.practicalByRollouts().with("warm-start", "teacher").start(problem, 1, 1));
    assertSame(
        FAULT,
        assertThrows(
            RuntimeException.class, () -> PathLearner.of(weightless()).start(problem, 1, 1)));
  }

  /** Else the next run would have to ask for every state again. */
  @Test
  void aRunThatCannotBeOpenedLeavesTheForestToTheNext() {
    LearningProblem problem = INSTANCE.problem().growing(AMPLE);
    assertTrue(statesAskedFor(problem) > 0);
    assertEquals(0, statesAskedFor(problem), "the same rounds on a known forest");
    openInVain(problem);
    assertEquals(0, statesAskedFor(problem));
  }

  /** A state and a round that are asked for as functions close what they have opened. */
  @Test
  void whoLeavesNoSessionLeavesTheForestToTheNext() {
    LearningProblem problem = INSTANCE.problem().growing(AMPLE);
    assertTrue(statesAskedFor(problem) > 0);
    for (Learner learner :
        List.of(Ccl.practicalByRollouts(), Ccl.oracle(), Learners.named("sft"))) {
      LearnerState state = learner.initial(problem, 1);
      assertEquals(0, statesAskedFor(problem), learner.name());
      learner.step(problem, state);
      assertEquals(0, statesAskedFor(problem), learner.name());
    }
  }

  private static long statesAskedFor(LearningProblem problem) {
    try (Session session = Ccl.practicalByRollouts().start(problem, 1, 1)) {
      session.advance(6);
      return session.stateCounts().asked();
    }
  }
}
