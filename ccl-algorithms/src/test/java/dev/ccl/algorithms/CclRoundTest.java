package dev.ccl.algorithms;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The student's half of a round, with exact batches, against the lines of Algorithm 1. */
final class CclRoundTest {
  private static final long SEED = 8;
  private final LearningProblem problem =
      RandomInstance.of(RandomSpec.SMALL.withInitialNorm(0.9).withTeacherDistance(0.5), 12)
          .instance()
          .problem();

  private static Learner exact() {
    return Ccl.paper().with("gradient-batch", "exact").with("validation", "exact");
  }

  /** Both candidates of an update and the choice between them, by the exact cost of w. */
  private double[] updated(double[] theta, double[] w, long round, long update, long[] wins) {
    LogRatioCost cost = LogRatioCost.calibrated(problem, w);
    double[] gradient = new double[theta.length];
    cost.gradient(theta, gradient);
    double h = problem.horizon();
    double alpha = 1 / (2 * problem.lambda() * h * (1 + 8 * problem.bound() * h));
    double[] first = theta.clone();
    for (int i = 0; i < first.length; i++) {
      first[i] -= alpha * gradient[i];
    }
    problem.student().set().project(first);
    double[] second = new double[theta.length];
    problem
        .student()
        .set()
        .draw(RandomStreams.of(SEED).open(Purpose.EXPLORATION, round, update), second);
    boolean firstWins = cost.value(first) <= cost.value(second);
    wins[firstWins ? 0 : 1]++;
    return firstWins ? first : second;
  }

  @Test
  void candidatesAreJudgedByTheNewCalibration() { // line:br-student
    for (int updates : new int[] {1, 3}) {
      Learner learner = exact().with("updates", Integer.toString(updates));
      long[] wins = new long[2];
      LearnerState state = learner.initial(problem, SEED);
      assertEquals(problem.calibration().initial(), state.calibration());
      for (int t = 0; t < 60; t++) {
        LearnerState next = learner.step(problem, state);
        double[] theta = state.student().toArray();
        for (int update = 0; update < updates; update++) {
          theta = updated(theta, next.calibration().toArray(), t, update, wins);
        }
        assertArrayEquals(theta, next.student().toArray(), 1e-11, "round " + t);
        state = next;
      }
      assertEquals(wins[0], state.ledger().firstWins());
      assertEquals(wins[1], state.ledger().secondWins());
      assertTrue(wins[0] > 0 && wins[1] > 0, "either candidate wins at times");
      assertEquals(BigInteger.ZERO, state.ledger().gradientRollouts());
      assertEquals(0, state.ledger().largestCount(), "nothing was drawn");
    }
  }

  @Test
  void withoutExplorationTheStudentDescends() {
    Learner learner = exact().with("exploration", "off");
    LearnerState state = learner.initial(problem, SEED);
    LearnerState next = learner.step(problem, state);
    LogRatioCost cost = LogRatioCost.calibrated(problem, next.calibration().toArray());
    double[] gradient = new double[2];
    double[] theta = state.student().toArray();
    cost.gradient(theta, gradient);
    double alpha = PaperConstants.of(problem, 0).studentStep();
    for (int i = 0; i < theta.length; i++) {
      theta[i] -= alpha * gradient[i];
    }
    assertArrayEquals(theta, next.student().toArray(), 1e-12);
    assertEquals(0, next.ledger().firstWins() + next.ledger().secondWins());
  }

  @Test
  void stagesDoNotOverlap() {
    Learner learner = Ccl.paper().with("first-stage", "4");
    LearnerState state = learner.initial(problem, SEED);
    for (int t = 0; t < 8; t++) {
      LearnerState next = learner.step(problem, state);
      if (t < 4) {
        assertEquals(state.student(), next.student());
        assertEquals(t + 1, next.ledger().sourceQueries());
        assertEquals(BigInteger.ZERO, next.ledger().gradientRollouts());
      } else {
        assertEquals(state.calibration(), next.calibration());
        assertNotEquals(state.student(), next.student());
        assertEquals(4, next.ledger().sourceQueries());
        // The batches of the second stage start as small as those of the first round.
        long rollouts = (t - 4L) + 2;
        assertEquals(
            BigInteger.valueOf(rollouts),
            next.ledger().gradientRollouts().subtract(state.ledger().gradientRollouts()));
        assertEquals(
            BigInteger.valueOf(2 * rollouts * rollouts),
            next.ledger().validationRollouts().subtract(state.ledger().validationRollouts()));
      }
      state = next;
    }
    assertNotEquals(problem.calibration().initial(), state.calibration());
  }

  @Test
  void sessionsReportWhereTheyAre() {
    for (Learner learner : List.of(Ccl.paper(), DirectMatching.learner())) {
      try (Session session = learner.open(problem, learner.initial(problem, SEED), 1)) {
        session.advance(3);
        assertEquals(3, session.round());
        double[] w = new double[3];
        double[] theta = new double[2];
        session.calibration(w);
        session.student(theta);
        assertEquals(ImmutableDoubleArray.copyOf(w), session.state().calibration());
        assertEquals(ImmutableDoubleArray.copyOf(theta), session.state().student());
        assertEquals(SEED, session.state().seed());
      }
      LearnerState start = learner.initial(problem, SEED);
      assertThrows(IllegalArgumentException.class, () -> learner.open(problem, start, 0));
    }
  }

  @Test
  void statesCarryWhatTheirSettingsRemember() {
    assertEquals(Set.of(), keys(Ccl.paper()));
    assertEquals(Set.of("iterate"), keys(Ccl.paper().with("averaging", "tail")));
    assertEquals(Set.of("information"), keys(Ccl.paper().with("calibration", "newton")));
    assertEquals(Set.of("control"), keys(Ccl.paper().with("acceptance", "controlled")));
    assertEquals(Set.of("baseline"), keys(Ccl.paper().with("gradient", "baseline")));
    assertEquals(
        Set.of(),
        keys(Ccl.paper().with("calibration", "frozen").with("acceptance", "controlled")));
    LearnerState start = Ccl.paper().initial(problem, 1);
    LearnerState wrong =
        new LearnerState(
            1,
            0,
            start.calibration(),
            start.student(),
            ImmutableMap.of("control", ImmutableDoubleArray.of(1, 2, 3)),
            Ledger.EMPTY);
    Learner controlled = Ccl.paper().with("acceptance", "controlled");
    String message =
        assertThrows(IllegalArgumentException.class, () -> controlled.open(problem, wrong, 1))
            .getMessage();
    assertEquals("state: control has 3 numbers, not 2", message);
  }

  private Set<String> keys(Learner learner) {
    return learner.initial(problem, 1).extras().keySet();
  }

  @Test
  void warmStartsMatchTheTeacher() {
    double[] theta =
        Ccl.paper().with("warm-start", "teacher").initial(problem, 1).student().toArray();
    double[] gradient = new double[2];
    LogRatioCost.calibrated(problem, problem.calibration().initial().toArray())
        .gradient(theta, gradient);
    double norm = Math.hypot(theta[0], theta[1]);
    assertTrue(norm < problem.bound() - 1e-3, "inside: " + norm);
    assertArrayEquals(new double[2], gradient, 1e-6);
    assertEquals(problem.student().initial(), Ccl.paper().initial(problem, 1).student());
  }

  @Test
  void learnersWarnWhereTheGuaranteeIsSilent() {
    LearningProblem mild = SeparationInstance.of(1, 2, 2, 0.5).problem();
    double gamma = PaperConstants.of(problem).gamma();
    double rounds = 1 / Math.pow(gamma * problem.bound(), 2);
    assertTrue(rounds > 1e4);
    String warning = Ccl.paper().warnings(problem).get(0);
    assertTrue(warning.contains(String.format("%.1e", rounds)), warning);
    assertTrue(Ccl.practical().warnings(problem).isEmpty());
    assertEquals(List.of(), DirectMatching.learner().warnings(mild));
    assertEquals(1, DirectMatching.learner().warnings(problem).size());
    assertEquals(
        List.of(), DirectMatching.learner().with("step", "constant:0.1").warnings(problem));
    assertEquals(1, Learners.named("sft").warnings(mild).size());
  }
}
