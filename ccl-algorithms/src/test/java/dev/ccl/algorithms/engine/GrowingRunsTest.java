package dev.ccl.algorithms.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.run.Checkpoints;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.algorithms.run.Replicate;
import dev.ccl.algorithms.run.Replicates;
import dev.ccl.algorithms.run.RunIdentity;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.growing.ForestFullException;
import dev.ccl.core.growing.StateCounts;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.FeatureFamily;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.truth.GroundTruth;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs on growing forests: bits, stops, faults, refusals, and how well the preset learns. */
class GrowingRunsTest {
  private static final ForestBudget AMPLE = ForestBudget.ofBytes(1L << 28);
  private static final Learner BY_LABELS =
      Ccl.practical().with("acceptance", "controlled").with("teaching", "last");
  private static final LearningProblem WHOLE =
      RandomInstance.of(RandomSpec.SMALL.withHorizon(4).withLetters(4), 31).instance().problem();

  private static List<Learner> learners() {
    return List.of(
        Ccl.practicalByRollouts(),
        Ccl.practicalByRollouts().with("calibration", "evidence"),
        Ccl.paper().with("calibration", "newton"),
        Ccl.paper().with("calibration", "newton").with("gradient", "causal"),
        Learners.named("uncalibrated"));
  }

  private static LearnerState run(LearningProblem problem, Learner learner, long rounds) {
    try (Session session = learner.open(problem, learner.initial(problem, 7), 1)) {
      session.advance(rounds);
      return session.state();
    }
  }

  @Test
  void bitsDoNotDependOnWhatWasKnown() {
    for (Learner learner : learners()) {
      LearnerState expected = run(WHOLE.growing(AMPLE), learner, 30);
      LearningProblem used = WHOLE.growing(AMPLE);
      try (Session other = learner.open(used, learner.initial(used, 8), 1)) {
        other.advance(25); // another seed leaves what it knows
      }
      assertEquals(expected, run(used, learner, 30), learner.name());
      LearningProblem backwards = WHOLE.growing(AMPLE);
      visitBackwards(backwards);
      assertEquals(expected, run(backwards, learner, 30), learner.name());
      LearningProblem resumed = WHOLE.growing(AMPLE);
      LearnerState middle = run(WHOLE.growing(AMPLE), learner, 13);
      try (Session second = learner.open(resumed, middle, 2)) {
        second.advance(17);
        assertEquals(expected, second.state(), learner.name());
      }
    }
  }

  /** Gets to know a part of all trees, the last prompts first. */
  private static void visitBackwards(LearningProblem problem) {
    try (Engine engine = Engine.open(problem, RandomStreams.of(1), Sampler.COUNTS, 1)) {
      for (Cursor cursor : List.of(engine.target(), engine.source())) {
        for (int i = cursor.prompts() - 1; i >= 0; i--) {
          cursor.start(i);
          while (cursor.isOpen()) {
            cursor.follow(cursor.degree() - 1);
          }
        }
      }
    }
  }

  @Test
  void screeningIsPaidFor() {
    LearningProblem growing = WHOLE.growing(AMPLE);
    Learner screened = Ccl.practicalByRollouts();
    Learner bold = screened.with("exploration", "off");
    long first = run(growing, screened, 1).ledger().validationRollouts().longValueExact();
    // ⌈28 · 1^(1/4)⌉ rollouts are a batch; a part of 32 of it, rounded up, eight pairs of times
    assertTrue(first == 8 * 2 || first == 8 * 2 + 2 * 28, "rollouts: " + first);
    assertEquals(0, run(growing, bold, 1).ledger().validationRollouts().longValueExact());
    assertEquals(
        run(growing, screened, 2).ledger().validationRollouts(),
        run(growing, screened, 4).ledger().validationRollouts(),
        "rounds 2 and 3 screen nothing");
  }

  @Test
  void theLedgerOfARunTellsWhatItAsked() {
    LearningProblem growing = WHOLE.growing(AMPLE);
    RecordedRounds rounds = RecordedRounds.logarithmic(20);
    Replicate replicate =
        Replicates.of(Ccl.practicalByRollouts(), growing, rounds).run(7, 1, 1).get(0);
    StateCounts counts = growing.forests().acquire().counts();
    assertEquals(counts, replicate.stateCounts());
    assertEquals(BigInteger.valueOf(counts.asked()), replicate.ledger().get("statesAsked"));
    assertEquals(BigInteger.valueOf(counts.calls()), replicate.ledger().get("modelCalls"));
    assertEquals(BigInteger.ZERO, replicate.ledger().get("statesForgotten"));
    assertEquals(BigInteger.valueOf(counts.bytes()), replicate.ledger().get("bytesKept"));
    Replicate whole = Replicates.of(Ccl.practicalByRollouts(), WHOLE, rounds).run(7, 1, 1).get(0);
    assertEquals(whole.state().ledger().entries(), whole.ledger());
    for (Learner learner : List.of(Learners.named("forward-kl"), Learners.named("uncalibrated"))) {
      Replicate other = Replicates.of(learner, WHOLE.growing(AMPLE), rounds).run(7, 1, 1).get(0);
      assertTrue(other.stateCounts().asked() > 0, learner.name());
    }
  }

  @Test
  void aRunInPartsAddsUpWhatItAsked() {
    RunIdentity identity = RunIdentity.of(ImmutableMap.of("run", "in parts"));
    RecordedRounds rounds = RecordedRounds.logarithmic(20);
    LearningProblem once = WHOLE.growing(AMPLE);
    Replicate half =
        Replicates.of(Ccl.practicalByRollouts(), once, RecordedRounds.logarithmic(10))
            .run(7, 1, 1)
            .get(0);
    Replicate read =
        Checkpoints.replicate("memory", Checkpoints.bytes(identity, half), identity, 7);
    assertEquals(half, read);
    long asked = half.stateCounts().asked();
    assertTrue(asked > 0);
    Learner learner = Ccl.practicalByRollouts();
    LearningProblem again = WHOLE.growing(AMPLE);
    try (Session second = learner.open(again, read.state(), 1)) {
      second.advance(rounds.last() - 10);
      StateCounts both = second.stateCounts().after(read.stateCounts());
      assertEquals(asked + second.stateCounts().asked(), both.asked());
      assertEquals(second.stateCounts().kept(), both.kept());
    }
  }

  @Test
  void forgettingChangesNoBitAndIsCounted() {
    LearningProblem ample = WHOLE.growing(AMPLE);
    Learner learner = Ccl.practicalByRollouts();
    LearnerState expected = run(ample, learner, 30);
    long edges = ample.forests().acquire().counts().edges();
    LearningProblem tight = WHOLE.growing(AMPLE.withEdges(edges / 2));
    try (Session session = learner.open(tight, learner.initial(tight, 7), 1)) {
      session.advance(30);
      assertEquals(expected, session.state());
      assertTrue(session.stateCounts().forgotten() > 0);
      assertTrue(session.stateCounts().asked() > session.stateCounts().kept());
    }
  }

  @Test
  void aRunThatStopsCanBeTakenUpAgain() {
    LearningProblem ample = WHOLE.growing(AMPLE);
    Learner learner = Ccl.practicalByRollouts();
    LearnerState expected = run(ample, learner, 30);
    long edges = ample.forests().acquire().counts().edges();
    LearningProblem tight = WHOLE.growing(AMPLE.withEdges(edges / 2).stopping());
    try (Session session = learner.open(tight, learner.initial(tight, 7), 1)) {
      LearnerState[] last = {session.state()};
      ForestFullException stop =
          assertThrows(ForestFullException.class, () -> advance(session, 30, last));
      long round = last[0].round();
      assertTrue(stop.getMessage().startsWith("stopped in round " + round + ": "));
      assertTrue(stop.getMessage().contains(session.stateCounts().kept() + " states are kept"));
      assertTrue(round < 30);
      try (Session again = learner.open(ample, last[0], 1)) {
        again.advance(30 - round);
        assertEquals(expected, again.state());
      }
    }
  }

  /** Round by round, with the state before the present one. */
  private static void advance(Session session, int rounds, LearnerState[] last) {
    for (int i = 0; i < rounds; i++) {
      session.advance(1);
      last[0] = session.state();
    }
  }

  @Test
  void faultsOfUserCodeLeaveTheStateBefore() {
    for (Learner learner : learners()) {
      LearnerState expected = run(WHOLE.growing(AMPLE), learner, 12);
      for (int at = 1; at < 40; at += 6) {
        for (RuntimeOrError fault : RuntimeOrError.values()) {
          AtomicInteger left = new AtomicInteger(at);
          LearningProblem broken = broken(() -> fault.after(left)).growing(AMPLE);
          LearnerState initial = learner.initial(broken, 7);
          try (Session session = learner.open(broken, initial, 2)) {
            LearnerState[] last = {initial};
            Throwable thrown = assertThrows(Throwable.class, () -> advance(session, 12, last));
            assertEquals("user code", thrown.getMessage());
            LearnerState saved = last[0];
            assertThrows(IllegalStateException.class, () -> session.advance(1));
            LearningProblem repaired = WHOLE.growing(AMPLE);
            try (Session again = learner.open(repaired, saved, 1)) {
              again.advance(12 - saved.round());
              assertEquals(expected, again.state(), learner.name());
            }
          }
        }
      }
    }
    assertTrue(
        Thread.getAllStackTraces().keySet().stream()
            .noneMatch(thread -> thread.getName().startsWith("ccl-")),
        "no thread is left");
  }

  private enum RuntimeOrError {
    EXCEPTION,
    ERROR,
    INTERRUPT;

    void after(AtomicInteger left) {
      if (left.decrementAndGet() != 0) {
        return;
      }
      switch (this) {
        case ERROR -> throw new AssertionError("user code");
        case EXCEPTION -> throw new IllegalStateException("user code");
        default -> {
          Thread.currentThread().interrupt();
          try {
            Thread.sleep(1000);
          } catch (InterruptedException e) {
            throw new IllegalStateException("user code", e);
          }
        }
      }
    }
  }

  /** The problem with something that happens before every question to features and verifier. */
  private static LearningProblem broken(Runnable first) {
    PolicyClass student = WHOLE.student();
    FeatureMap features = ((FeatureFamily) student.family()).features();
    FeatureMap failing =
        new FeatureMap() {
          @Override
          public int dimension() {
            return features.dimension();
          }

          @Override
          public void features(State state, double[] out) {
            first.run();
            features.features(state, out);
          }
        };
    return WHOLE.withStudent(
        new PolicyClass(LinearSoftmax.of(failing), student.set(), student.initial()));
  }

  @Test
  void whatNeedsWholeTreesSaysSoBeforeTheFirstRound() {
    LearningProblem growing = WHOLE.growing(AMPLE);
    Map<Learner, String> refusals = new LinkedHashMap<>();
    refusals.put(Ccl.paper(), "calibration=paper needs whole trees");
    refusals.put(
        Ccl.paper().with("calibration", "newton").with("teaching", "guarded"),
        "teaching=guarded needs whole trees");
    Learner newton = Ccl.paper().with("calibration", "newton");
    refusals.put(newton.with("gradient-batch", "exact"), "gradient-batch=exact needs");
    refusals.put(newton.with("validation", "exact"), "validation=exact needs whole trees");
    refusals.put(newton.with("warm-start", "teacher"), "warm-start=teacher needs whole trees");
    refusals.forEach(
        (learner, message) -> {
          IllegalArgumentException refusal =
              assertThrows(
                  IllegalArgumentException.class, () -> learner.initial(growing, 1), message);
          assertTrue(refusal.getMessage().startsWith(message), refusal.getMessage());
          assertTrue(refusal.getMessage().contains("instead"), refusal.getMessage());
        });
  }

  @Test
  void everyLearnerRunsOrSaysWhatItNeeds() {
    List<String> runs = new ArrayList<>();
    for (Learner learner : Learners.all()) {
      LearningProblem growing = WHOLE.growing(AMPLE);
      LearnerState initial;
      try {
        initial = learner.initial(growing, 3);
      } catch (IllegalArgumentException refusal) {
        assertTrue(refusal.getMessage().contains("needs whole trees"), refusal.getMessage());
        continue;
      }
      try (Session session = learner.open(growing, initial, 1)) {
        session.advance(6);
        LearnerState expected = session.state();
        assertEquals(6, expected.round());
        try (Session again = learner.open(growing, initial, 1)) {
          again.advance(6);
          assertEquals(expected, again.state(), learner.name());
        }
      }
      runs.add(learner.name());
    }
    assertTrue(
        runs.contains("practical-by-rollouts") && !runs.contains("careful"), runs.toString());
    assertTrue(runs.size() >= 6, runs.toString());
  }

  @Tag("slow")
  @Test
  void thePresetByRolloutsIsNearTheExactOne() {
    TreeMap<String, Instance> instances = new TreeMap<>();
    for (int d = 1; d <= 4; d++) {
      instances.put("separation " + d, SeparationInstance.of(d, d + 1, 1, 0.5));
    }
    instances.put("random", RandomInstance.of(RandomSpec.SMALL, 101).instance());
    List<String> failures = new ArrayList<>();
    instances.forEach(
        (name, instance) -> {
          GroundTruth truth = GroundTruth.of(instance);
          LearningProblem whole = instance.problem();
          double exact = divergence(truth, whole, BY_LABELS);
          double rollouts = divergence(truth, whole.growing(AMPLE), Ccl.practicalByRollouts());
          if (!(rollouts <= 3 * exact)) {
            failures.add(name + ": " + rollouts + " against " + exact);
          }
        });
    assertEquals(List.of(), failures);
  }

  private static double divergence(GroundTruth truth, LearningProblem problem, Learner learner) {
    LearnerState end = run(problem, learner, 10_000);
    long spent =
        end.ledger().gradientRollouts().add(end.ledger().validationRollouts()).longValueExact();
    assertTrue(spent <= 10_000L * 1_000, "rollouts: " + spent);
    return truth.oracleDivergence(end.student().toArray());
  }
}
