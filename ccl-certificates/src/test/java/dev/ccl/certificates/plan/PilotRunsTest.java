package dev.ccl.certificates.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Pilots against runs of the same seeds, each advanced round by round from state to state. */
final class PilotRunsTest {
  private static final long ROUNDS = 40;
  private static final double GAIN = 2;
  private final LearningProblem problem =
      RandomInstance.of(
              RandomSpec.SMALL
                  .withHorizon(2)
                  .withDimensions(1, 1)
                  .withLambda(0.7)
                  .withRepeated(1)
                  .withBound(6)
                  .withTeacherDistance(1.5),
              3)
          .instance()
          .problem();

  /** What one run tells a pilot, whose comparisons are made by the calibration before the round. */
  private Rates alone(long seed) {
    Ccl learner = Plan.byLabels();
    Pilot pilot = Pilot.of(problem);
    LearnerState state = learner.initial(problem, seed);
    for (long t = 0; t < ROUNDS; t++) {
      pilot.calibrated(state.calibration().toArray());
      try (Session session = learner.open(problem, state, 1, pilot)) {
        session.advance(1);
        state = session.state();
      }
    }
    return pilot.rates(
        state.calibration().toArray(), state.student().toArray(), GAIN, seed, 100_000);
  }

  @Test
  void pilotsHaveSeedsOfTheirOwnAndTheErrorOfTheirMean() {
    AtomicLong rounds = new AtomicLong();
    PilotRuns pilots = PilotRuns.of(problem, GAIN, ROUNDS, 3, 3, rounds::addAndGet);
    assertEquals(3 * ROUNDS, rounds.get());
    Rates[] alone = LongStream.of(3, 4, 5).mapToObj(this::alone).toArray(Rates[]::new);
    agree(alone, Rates::queries, pilots);
    agree(alone, Rates::rollouts, pilots);
  }

  private static void agree(Rates[] alone, ToDoubleFunction<Rates> rate, PilotRuns pilots) {
    double[] x = Arrays.stream(alone).mapToDouble(rate).toArray();
    double mean = (x[0] + x[1] + x[2]) / 3;
    double squares = 0;
    for (double value : x) {
      squares += (value - mean) * (value - mean);
    }
    assertTrue(squares > 1e-6 * mean * mean, "three seeds, three runs");
    assertEquals(mean, rate.applyAsDouble(pilots.rates()), 1e-9 * mean);
    assertEquals(Math.sqrt(squares / 2 / 3), rate.applyAsDouble(pilots.errors()), 1e-9 * mean);
  }

  @Test
  void oneRunShowsNoErrorAndNoRoundNothing() {
    assertEquals("pilots: 1 are not at least 2, which show an error", refusal(ROUNDS, 1));
    assertEquals("pilot: 0 rounds are not at least 1", refusal(0, 2));
    assertTrue(PilotRuns.of(problem, GAIN, 1, 3, 2, made -> {}).rates().rollouts() > 0);
    assertTrue(PilotRuns.of(problem, GAIN, 12, 3, 2, made -> {}).errors().queries() > 0);
  }

  /** Each run is closed: whoever makes it once more knows all its states. */
  @Test
  void pilotsLeaveTheirForestToTheNext() {
    LearningProblem growing = problem.growing(ForestBudget.standard());
    PilotRuns.of(growing, GAIN, 12, 3, 2, made -> {});
    Learner learner = Ccl.practicalByRollouts();
    for (long seed = 3; seed <= 4; seed++) {
      try (Session again = learner.start(growing, seed, 1)) {
        again.advance(12);
        assertEquals(0, again.stateCounts().asked(), "seed " + seed);
      }
    }
  }

  private String refusal(long rounds, int runs) {
    return assertThrows(
            IllegalArgumentException.class,
            () -> PilotRuns.of(problem, GAIN, rounds, 3, runs, made -> {}))
        .getMessage();
  }
}
