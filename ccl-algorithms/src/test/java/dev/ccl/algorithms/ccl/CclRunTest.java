package dev.ccl.algorithms.ccl;

import static dev.ccl.algorithms.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Ledger;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.baseline.DirectMatching;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.GroundTruth;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sessions, states, replays, ledgers and refusals of every learner and variant. */
final class CclRunTest {
  private static final Instance INSTANCE =
      RandomInstance.of(RandomSpec.SMALL.withInitialNorm(0.5), 12).instance();

  /** Every learner, and CCL with each value of each setting. */
  static Stream<Learner> variants() {
    Stream<Learner> named = Learners.all().stream();
    Stream<Learner> varied =
        Stream.of(
                List.of("acceptance", "expectation"),
                List.of("acceptance", "controlled"),
                List.of("calibration", "newton"),
                List.of("calibration", "newton", "acceptance", "valued"),
                List.of("calibration", "evidence", "teaching", "guarded"),
                List.of("calibration", "projection"),
                List.of("student-step", "averaging", "updates", "2"),
                List.of("alternatives", "uniform"),
                List.of("alternatives", "teacher"),
                List.of("gradient", "causal"),
                List.of("gradient", "causal"),
                List.of("gradient-batch", "exact"),
                List.of("gradient-batch", "7"),
                List.of("student-step", "natural"),
                List.of("exploration", "off"),
                List.of("validation", "exact"),
                List.of("validation", "100"),
                List.of("updates", "3"),
                List.of("first-stage", "5"),
                List.of("warm-start", "teacher"),
                List.of("sampler", "trajectories"),
                List.of("initial-calibration", "0.1,0.2,-0.3"))
            .map(
                pairs -> {
                  Learner learner = Ccl.paper();
                  for (int i = 0; i < pairs.size(); i += 2) {
                    learner = learner.with(pairs.get(i), pairs.get(i + 1));
                  }
                  return learner;
                });
    return Stream.concat(named, varied);
  }

  private static LearnerState run(Learner learner, LearningProblem problem, long rounds) {
    LearnerState start = learner.initial(problem, 42);
    try (Session session = learner.open(problem, start, 1)) {
      session.advance(rounds);
      return session.state();
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void replaysAndResumesToTheBit(Learner learner) {
    LearningProblem problem = INSTANCE.problem();
    LearnerState state = learner.initial(problem, 42);
    for (int t = 0; t < 12; t++) {
      state = learner.step(problem, state);
    }
    assertEquals(run(learner, problem, 12), state);
    assertEquals(12, state.round());
    try (Session threads = learner.open(problem, run(learner, problem, 5), 3)) {
      threads.advance(7);
      assertEquals(state, threads.state());
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void targetRewardsChangeNoBit(Learner learner) {
    assertEquals(
        run(learner, INSTANCE.problem(), 30),
        run(learner, INSTANCE.withoutTargetRewards().problem(), 30));
  }

  /** What careful calibration remembers of each prompt adds up to the whole, and is of several. */
  @Test
  void evidenceIsKeptByPrompt() {
    LearningProblem problem = INSTANCE.problem();
    double[] memory =
        run(Ccl.practical().with("calibration", "evidence"), problem, 60)
            .extras()
            .get("evidence")
            .toArray();
    int d = problem.calibration().set().dimension();
    int own = 2 * d * d + d;
    double sum = 0;
    int heard = 0;
    for (int x = 0; x < problem.source().forest().prompts().size(); x++) {
      double first = memory[own + x * (d * d + d)];
      sum += first;
      heard += first > 0 ? 1 : 0;
    }
    assertTrue(heard >= 2, heard + " prompts");
    assertEquals(memory[0], sum, 1e-12 * memory[0]); // A, of which each prompt has its part
  }

  @ParameterizedTest
  @MethodSource("variants")
  void seedsDiffer(Learner learner) {
    LearningProblem problem = INSTANCE.problem();
    try (Session session = learner.open(problem, learner.initial(problem, 43), 1)) {
      session.advance(12);
      LearnerState other = run(learner, problem, 12);
      if (learner.name().equals("careful")) { // is still at the teacher, but has heard other labels
        assertTrue(!session.state().extras().equals(other.extras()));
        return;
      }
      assertTrue(
          !session.state().student().equals(other.student())
              || !session.state().calibration().equals(other.calibration()));
    }
  }

  @Test
  void ledgerOfThePaper() {
    int rounds = 500;
    Ledger ledger = run(Ccl.paper(), INSTANCE.problem(), rounds).ledger();
    BigInteger gradient = BigInteger.ZERO;
    BigInteger validation = BigInteger.ZERO;
    for (long t = 0; t < rounds; t++) {
      gradient = gradient.add(BigInteger.valueOf(t + 2));
      validation = validation.add(BigInteger.valueOf(2 * (t + 2) * (t + 2)));
    }
    assertEquals(rounds, ledger.sourceQueries());
    assertEquals(gradient, ledger.gradientRollouts());
    assertEquals(validation, ledger.validationRollouts());
    assertEquals(rounds, ledger.firstWins() + ledger.secondWins());
    assertTrue(ledger.acceptedTrials() > 0 && ledger.acceptedTrials() < rounds);
    assertTrue(ledger.largestCount() > 501L * 501 / 10 && ledger.largestCount() <= 501L * 501);
    assertEquals(ledger, Ledger.of(ledger.entries()));
  }

  @Test
  void lateRoundsDoNotOverflow() {
    LearningProblem problem = SeparationInstance.of(2, 3, 1, 0.5).problem();
    LearnerState start = Ccl.paper().initial(problem, 1);
    BigInteger spent = BigInteger.TEN.pow(20);
    Ledger ledger = new Ledger(9_999_000, 5, spent, spent, 0, 0, 0);
    LearnerState late =
        new LearnerState(
            1, 9_999_000, start.calibration(), start.student(), start.extras(), ledger);
    try (Session session = Ccl.paper().open(problem, late, 1)) {
      session.advance(1000);
      LearnerState state = session.state();
      assertEquals(10_000_000, state.round());
      assertTrue(state.ledger().validationRollouts().subtract(spent).bitLength() > 57);
      assertTrue(state.ledger().largestCount() > 1e12);
    }
  }

  @Test
  void refusesWhereNothingIsIdentified() {
    LearningProblem problem = BrokenInstance.NOT_IDENTIFIED.instance().problem();
    assertRefused(
        "the source comparisons do not identify the calibration: mu_joint = 0, so gamma = 0 and the"
            + " step 1/(gamma (t+2)) does not exist",
        () -> Ccl.paper().initial(problem, 1));
    run(Ccl.practical(), problem, 10); // needs no gamma
  }

  @Test
  void tinyGamma() {
    // e^{-1/λ-4B} ~ 1e-265 at λ = 0.01 and B = 2+: steps of 1e265 still project to the boundary
    RandomSpec small = RandomSpec.SMALL.withLambda(1.0 / 600).withBound(2);
    LearnerState state = run(Ccl.paper(), RandomInstance.of(small, 1).instance().problem(), 200);
    double square = 0;
    for (double x : state.calibration().toArray()) {
      square += x * x;
    }
    assertTrue(square <= 4 + 1e-9, "w = " + state.calibration());
    RandomSpec tiny = RandomSpec.SMALL.withLambda(1.0 / 720).withBound(2);
    LearningProblem problem = RandomInstance.of(tiny, 1).instance().problem();
    String message =
        assertThrows(IllegalArgumentException.class, () -> Ccl.paper().initial(problem, 1))
            .getMessage();
    assertTrue(message.contains("overflows"), message);
  }

  @Tag("slow")
  @Test
  void practicalBeatsTheLimitOfDirectMatching() {
    // Measured over 40 seeds the factor is 450 and more; the issue asks for 5.
    for (int d : new int[] {1, 4}) {
      for (double lambda : new double[] {1, 4}) {
        Instance instance = SeparationInstance.of(d, d + 1, lambda, 0.5);
        LearningProblem problem = instance.problem();
        GroundTruth truth = GroundTruth.of(instance);
        double[] limit = new double[d];
        java.util.Arrays.fill(limit, 0.5 / (4 * lambda * (1 + lambda)));
        double sum = 0;
        for (int seed = 0; seed < 3; seed++) {
          try (Session session =
              Ccl.practical().open(problem, Ccl.practical().initial(problem, seed), 1)) {
            session.advance(10_000);
            assertEquals(10_000, session.state().ledger().sourceQueries());
            sum += truth.oracleDivergence(session.state().student().toArray()) / 3;
          }
        }
        double factor = truth.oracleDivergence(limit) / sum;
        assertTrue(factor > 5, "d = " + d + ", lambda = " + lambda + ": " + factor);
      }
    }
  }

  @Tag("slow")
  @Test
  void steadyStateAllocatesNothing() {
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    LearningProblem problem = SeparationInstance.of(2, 3, 2, 0.5).problem();
    for (Learner learner : List.of(Ccl.paper(), Ccl.practical(), DirectMatching.learner())) {
      try (Session session = learner.open(problem, learner.initial(problem, 1), 1)) {
        session.advance(20_000);
        long before = threads.getCurrentThreadAllocatedBytes();
        session.advance(20_000);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(bytes < 20_000, learner.name() + ": " + bytes + " bytes in 20000 rounds");
      }
    }
  }

  @Test
  void settingsComplainClearly() {
    Learner ccl = Learners.named("ccl");
    assertEquals(
        "setting acceptance: \"sometimes\" is not rejection|expectation|controlled|valued",
        message(() -> ccl.with("acceptance", "sometimes")));
    assertTrue(
        message(() -> ccl.with("colour", "red"))
            .startsWith(
                "there is no setting \"colour\"; the settings are acceptance, calibration, "));
    assertEquals(
        "setting updates: \"0\" is not a whole number of at least 1",
        message(() -> ccl.with("updates", "0")));
    assertTrue(
        message(() -> Learners.named("sarsa"))
            .startsWith("there is no learner \"sarsa\"; the learners are [ccl, practical, "));
    assertRefused(
        "threads: 0 is not at least 1",
        () -> ccl.open(INSTANCE.problem(), ccl.initial(INSTANCE.problem(), 1), 0));
    assertTrue(
        message(() -> ccl.with("initial-calibration", "9,9,9").initial(INSTANCE.problem(), 1))
            .contains("not in the calibration set"));
    assertEquals(
        Acceptance.Choice.EXPECTATION,
        ccl.with("acceptance", "expectation").settings().get(CclSettings.ACCEPTANCE));
    for (Learner learner : Learners.all()) {
      Learner copy = learner;
      for (var entry : learner.settings().texts().entrySet()) {
        copy = copy.with(entry.getKey(), entry.getValue());
      }
      assertEquals(learner.settings(), copy.settings());
    }
  }

  private static String message(org.junit.jupiter.api.function.Executable executable) {
    return assertThrows(IllegalArgumentException.class, executable).getMessage();
  }
}
