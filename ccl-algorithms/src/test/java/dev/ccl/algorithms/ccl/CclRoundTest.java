package dev.ccl.algorithms.ccl;

import static dev.ccl.algorithms.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Ledger;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.baseline.DirectMatching;
import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.algorithms.engine.Sampler;
import dev.ccl.algorithms.engine.TargetSweep;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /** By the calibration that the state shows: w itself, its average, or one of rounds ago. */
  @ParameterizedTest
  @CsvSource({"updates,1", "updates,3", "calibrate-every,3"})
  void candidatesAreJudgedByTheNewCalibration(String key, String value) { // line:br-student
    Learner learner = exact().with(key, value);
    int updates = key.equals("updates") ? Integer.parseInt(value) : 1;
    int every = key.equals("calibrate-every") ? Integer.parseInt(value) : 1;
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
      assertEquals(t / every + 1, next.ledger().sourceQueries(), "after round " + t);
      state = next;
    }
    assertEquals(wins[0], state.ledger().firstWins());
    assertEquals(wins[1], state.ledger().secondWins());
    assertTrue(wins[0] > 0 && wins[1] > 0, "either candidate wins at times");
    assertEquals(BigInteger.ZERO, state.ledger().gradientRollouts());
    assertEquals(0, state.ledger().largestCount(), "nothing was drawn");
  }

  @Test
  void stepsAreProjected() {
    LearningProblem narrow = withBall(0.002);
    Learner learner = exact().with("exploration", "off");
    LearnerState state = learner.initial(narrow, SEED);
    double largest = 0;
    for (int t = 0; t < 40; t++) {
      state = learner.step(narrow, state);
      largest = Math.max(largest, Math.hypot(state.student().get(0), state.student().get(1)));
    }
    assertEquals(0.002, largest, 1e-15, "the student reaches the boundary and stays");
  }

  private LearningProblem withBall(double radius) {
    PolicyClass student =
        new PolicyClass(
            problem.student().family(), Ball.of(2, radius), ImmutableDoubleArray.of(0, 0));
    return changed(problem, student, problem.target().dataset());
  }

  @Test
  void tiesGoToTheFirstCandidate() {
    LearningProblem single = withBall(0);
    LearnerState state = exact().initial(single, SEED);
    for (int t = 0; t < 5; t++) {
      state = exact().step(single, state);
    }
    assertEquals(5, state.ledger().firstWins());
    assertEquals(0, state.ledger().secondWins());
  }

  @Test
  void acceptedTrialsAreThoseWithWeight() {
    TestBranch branch =
        TestBranch.of(problem, SEED, Acceptance.Choice.REJECTION, Alternatives.Choice.STUDENT);
    LearnerState state = Ccl.paper().initial(problem, SEED);
    long accepted = 0;
    for (int t = 0; t < 40; t++) {
      branch.draw(t, state.student().toArray());
      accepted += branch.weight() > 0 ? 1 : 0;
      state = Ccl.paper().step(problem, state);
      assertEquals(accepted, state.ledger().acceptedTrials(), "round " + t);
    }
    assertTrue(accepted > 0 && accepted < 40);
  }

  @Test
  void memoriesSurviveAStop() {
    for (Learner learner :
        List.of(
            Ccl.paper().with("calibration", "newton").with("acceptance", "valued"),
            Ccl.paper().with("acceptance", "controlled").with("student-step", "natural"),
            Ccl.paper().with("gradient", "causal"))) {
      LearnerState state = learner.initial(problem, SEED);
      for (int t = 0; t < 12; t++) {
        state = learner.step(problem, state);
      }
      try (Session session = learner.open(problem, learner.initial(problem, SEED), 1)) {
        session.advance(12);
        assertEquals(session.state(), state);
      }
    }
  }

  @Test
  void calibrationsStartWhereTheyAreTold() {
    assertEquals("ccl", Ccl.paper().name());
    Learner learner = Ccl.paper().with("initial-calibration", "0.1,0.2,-0.1");
    assertEquals(
        ImmutableDoubleArray.of(0.1, 0.2, -0.1), learner.initial(problem, 1).calibration());
    for (String wrong : List.of("9,9,9", "0,0,9", "0.1,0.2", "0.1,0.2,0,0")) {
      Learner outside = Ccl.paper().with("initial-calibration", wrong);
      assertRefused(
          "setting initial-calibration: the point is not in the calibration set, a "
              + problem.calibration().set(),
          () -> outside.initial(problem, 1));
    }
  }

  /** The separation shape with one part changed at a time. */
  @Test
  void guaranteesNeedEveryPartOfTheShape() {
    LearningProblem p = SeparationInstance.of(2, 3, 1, 0.5).problem();
    assertTrue(DirectMatching.hasGuarantee(p));
    assertTrue(DirectMatching.hasGuarantee(changed(p, p.student(), p.target().dataset())));
    PolicyClass halved = shaped(p, (row, i, x) -> x / 2);
    PolicyClass swapped = shaped(p, (row, i, x) -> row == 0 && i == 0 ? 1 : 0);
    PolicyClass twice = shaped(p, (row, i, x) -> row == 0 ? 0.7 : 0);
    PolicyClass second = shaped(p, (row, i, x) -> i == 1 ? x / 2 : x); // of two prompts
    for (PolicyClass student : List.of(halved, swapped, twice, second)) {
      assertFalse(DirectMatching.hasGuarantee(changed(p, student, p.target().dataset())));
    }
    List<Prompt> asked = p.target().forest().prompts();
    Prompt first = asked.get(0);
    Prompt other = asked.get(asked.size() - 1); // of another coordinate
    for (List<Prompt> lopsided : List.of(List.of(first, first), List.of(first, other, first))) {
      Dataset uneven = Dataset.of(p.target().forest(), lopsided);
      assertFalse(DirectMatching.hasGuarantee(changed(p, p.student(), uneven)));
    }
    Dataset even = Dataset.of(p.target().forest(), List.of(first, other, other, first));
    assertTrue(DirectMatching.hasGuarantee(changed(p, p.student(), even)));
    LearningProblem skewed =
        LearningProblem.of(
            p.lambda(),
            p.bound(),
            p.source().dataset(),
            p.target().dataset(),
            p.calibration(),
            p.student(),
            (state, out) -> {
              out[0] = state.legal().length() == 1 ? 1 : 0.4;
              out[1] = 0.3;
              out[2] = 0.3;
            },
            (prompt, answer) -> 0.5);
    assertFalse(DirectMatching.hasGuarantee(skewed));
  }

  /** With one coordinate there is no other whose prompts would be missed. */
  @Test
  void oneVerdictOfThreeIsScored() {
    LearningProblem p = SeparationInstance.of(1, 2, 1, 0.5).problem();
    assertTrue(
        DirectMatching.hasGuarantee(
            changed(p, shaped(p, (row, i, x) -> row == 0 ? 1 : 0), p.target().dataset())));
    for (Entry wrong :
        List.<Entry>of(
            (row, i, x) -> x / 2,
            (row, i, x) -> 0,
            (row, i, x) -> row < 2 ? 1 : 0,
            (row, i, x) -> row == 0 ? 1 : 0.5)) {
      assertFalse(DirectMatching.hasGuarantee(changed(p, shaped(p, wrong), p.target().dataset())));
    }
  }

  private interface Entry {
    double of(int row, int coordinate, double value);
  }

  private static PolicyClass shaped(LearningProblem p, Entry entry) {
    int d = p.student().set().dimension();
    FeatureMap features =
        new FeatureMap() {
          @Override
          public int dimension() {
            return d;
          }

          @Override
          public void features(State state, double[] out) {
            p.student().family().gradients(new double[d], state, out);
            for (int k = 0; k < d * state.legal().length(); k++) {
              out[k] = entry.of(k / d, k % d, out[k]);
            }
          }
        };
    return new PolicyClass(LinearSoftmax.of(features), p.student().set(), p.student().initial());
  }

  private static LearningProblem changed(LearningProblem p, PolicyClass student, Dataset target) {
    return LearningProblem.of(
        p.lambda(),
        p.bound(),
        p.source().dataset(),
        target,
        p.calibration(),
        student,
        p.reference(),
        (prompt, answer) -> 0.5);
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
  void naturalStepsAreTaken() {
    Learner learner = exact().with("exploration", "off").with("student-step", "natural");
    LearnerState state = learner.initial(problem, SEED);
    LearnerState next = learner.step(problem, state);
    LogRatioCost cost = LogRatioCost.calibrated(problem, next.calibration().toArray());
    double[] theta = state.student().toArray();
    double[] gradient = new double[2];
    cost.gradient(theta, gradient);
    double[] expected = new double[2];
    try (TargetSweep sweep = TargetSweep.of(problem, RandomStreams.of(1), Sampler.COUNTS, 1)) {
      sweep.calibrate(next.calibration().toArray());
      NaturalStep.of(problem, () -> sweep).propose(theta, gradient, Rollouts.exact(), expected);
    }
    assertArrayEquals(expected, next.student().toArray(), 1e-9);
    assertTrue(cost.value(expected) < cost.value(theta));
  }

  @Test
  void stagesDoNotOverlap() {
    int first = 30;
    Learner learner = Ccl.paper().with("first-stage", "" + first);
    LearnerState state = learner.initial(problem, SEED);
    for (int t = 0; t < first + 4; t++) {
      LearnerState next = learner.step(problem, state);
      if (t < first) {
        assertEquals(state.student(), next.student());
        assertEquals(t + 1, next.ledger().sourceQueries());
        assertEquals(BigInteger.ZERO, next.ledger().gradientRollouts());
      } else {
        assertEquals(state.calibration(), next.calibration());
        assertEquals(first, next.ledger().sourceQueries());
        // The batches of the second stage start as small as those of the first round.
        long rollouts = (long) t - first + 2;
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
    assertNotEquals(problem.student().initial(), state.student());
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
      assertRefused("threads: 0 is not at least 1", () -> learner.open(problem, start, 0));
    }
  }

  @Test
  void statesCarryWhatTheirSettingsRemember() {
    assertEquals(Set.of(), keys(Ccl.paper()));
    assertEquals(Set.of("information"), keys(Ccl.paper().with("calibration", "newton")));
    assertEquals(Set.of("control"), keys(Ccl.paper().with("acceptance", "controlled")));
    assertEquals(
        Set.of(), keys(Ccl.paper().with("calibrate-every", "0").with("acceptance", "controlled")));
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
    LearnerState elsewhere = // w_0 is set, and the student still starts at the teacher's
        Ccl.paper()
            .with("warm-start", "teacher")
            .with("initial-calibration", "0.1,0.2,-0.1")
            .initial(problem, 1);
    assertArrayEquals(theta, elsewhere.student().toArray());
    assertEquals(ImmutableDoubleArray.of(0.1, 0.2, -0.1), elsewhere.calibration());
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

  /** 1/(γB)² just above and just below 10⁴; γ rises with λ, whose value there bisection finds. */
  @Test
  void theWarningBeginsAtTenThousandRounds() {
    RandomSpec spec =
        RandomSpec.SMALL
            .withHorizon(1)
            .withDimensions(1, 1)
            .withBound(0.5)
            .withLambda(50)
            .withGeometry(RandomSpec.Geometry.SPHERE);
    int seed = 0;
    while (rounds(RandomInstance.of(spec, seed).instance().problem()) >= 1e4) {
      seed++;
    }
    LearningProblem p = RandomInstance.of(spec, seed).instance().problem();
    double low = 0.05;
    double high = 50;
    assertTrue(rounds(withLambda(p, low)) > 1e4);
    for (int k = 0; k < 60; k++) {
      double middle = 0.5 * (low + high);
      if (rounds(withLambda(p, middle)) > 1e4) {
        low = middle;
      } else {
        high = middle;
      }
    }
    assertEquals(1, Ccl.paper().warnings(withLambda(p, low - 1e-9)).size());
    assertEquals(List.of(), Ccl.paper().warnings(withLambda(p, high + 1e-9)));
  }

  private static LearningProblem withLambda(LearningProblem p, double lambda) {
    return LearningProblem.of(
        lambda,
        p.bound(),
        p.source().dataset(),
        p.target().dataset(),
        p.calibration(),
        p.student(),
        p.reference(),
        (prompt, answer) -> 0.5);
  }

  private static double rounds(LearningProblem p) {
    return 1 / Math.pow(PaperConstants.of(p).gamma() * p.bound(), 2);
  }
}
