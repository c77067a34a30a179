package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.testkit.problems.MisspecifiedInstance;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A calibration that teaches only where the student gains by it. */
class GuardedIterateTest {
  private static final Learner CAREFUL = Learners.named("careful");

  private static LearnerState run(Learner learner, LearningProblem problem, long rounds) {
    try (Session session = learner.start(problem, 1, 1)) {
      session.advance(rounds);
      return session.state();
    }
  }

  private static double objective(GroundTruth truth, LearnerState state) {
    return truth.objective(state.student().toArray());
  }

  /**
   * What the majority of the source wants is wrong for the majority of the target, or for all of
   * it. A Newton step follows the labels wherever they lead. Where no prompt says its kind, the
   * reference on target prompts does.
   */
  @ParameterizedTest
  @EnumSource(names = {"KINDS_OPPOSED", "NEW_KIND", "UNNAMED_KINDS_OPPOSED"})
  void itDoesNoHarmWhereTheUnguardedDoes(MisspecifiedInstance kind) {
    GroundTruth truth = GroundTruth.of(kind.of(1));
    LearningProblem problem = truth.problem();
    double matching = objective(truth, CAREFUL.initial(problem, 1));
    Learner newton = CAREFUL.with("calibration", "newton");
    double unguarded = objective(truth, run(newton.with("teaching", "last"), problem, 1_000));
    assertTrue(unguarded < matching - 0.01, unguarded + " after " + matching);
    LearnerState end = run(newton, problem, 1_000);
    assertEquals(problem.calibration().initial(), end.calibration());
    assertEquals(matching, objective(truth, end), 1e-9);
    assertTrue(!end.extras().get("iterate").equals(end.calibration()), "the iterate moves on");
  }

  @Test
  void itLetsThroughWhatHelps() {
    GroundTruth truth = GroundTruth.of(MisspecifiedInstance.KINDS_THAT_AGREE.of(1));
    LearningProblem problem = truth.problem();
    double matching = objective(truth, CAREFUL.initial(problem, 1));
    double gained = objective(truth, run(CAREFUL, problem, 2_000)) - matching;
    double most =
        objective(truth, run(CAREFUL.with("teaching", "last"), problem, 2_000)) - matching;
    assertTrue(most > 0 && gained > 0.8 * most, gained + " of " + most);
  }

  /** What teaches after a review is the iterate, or half or a quarter of the way to it. */
  @Test
  void partOfTheWayIsReviewedToo() {
    Set<Double> reaches = new HashSet<>();
    for (long i = 1; i <= 4; i++) {
      addReaches(MisspecifiedInstance.KINDS_UNLIKE.of(i).problem(), reaches);
    }
    assertEquals(Set.of(0.25, 0.5, 1.0), reaches);
  }

  private static void addReaches(LearningProblem problem, Set<Double> reaches) {
    double[] teacher = problem.calibration().initial().toArray();
    try (Session session = CAREFUL.with("calibration", "newton").start(problem, 1, 1)) {
      ImmutableDoubleArray before = problem.calibration().initial();
      while (session.round() < 1_000) {
        session.advance(1);
        LearnerState state = session.state();
        boolean isTaught = !state.calibration().equals(problem.calibration().initial());
        if (isTaught && !state.calibration().equals(before)) {
          double[] iterate = state.extras().get("iterate").toArray();
          double reach = reach(teacher, iterate, state.calibration().get(0));
          reaches.add(reach);
          for (int i = 0; i < teacher.length; i++) {
            double expected = teacher[i] + reach * (iterate[i] - teacher[i]);
            assertEquals(expected, state.calibration().get(i), 1e-12);
          }
        }
        before = state.calibration();
      }
    }
  }

  private static double reach(double[] teacher, double[] iterate, double taught) {
    return Math.round(1e9 * (taught - teacher[0]) / (iterate[0] - teacher[0])) / 1e9;
  }

  /** Between two reviews what teaches is neither the iterate nor the teacher, and is kept. */
  @Test
  void itGoesOnToTheBit() {
    LearningProblem problem = MisspecifiedInstance.KINDS_THAT_AGREE.of(1).problem();
    try (Session whole = CAREFUL.start(problem, 1, 1)) {
      LearnerState kept;
      do {
        whole.advance(7);
        kept = whole.state();
        assertTrue(whole.round() < 2_000, "never between a review and the next");
      } while (kept.extras().get("iterate").equals(kept.calibration())
          || problem.calibration().initial().equals(kept.calibration()));
      try (Session resumed = CAREFUL.open(problem, kept, 1)) {
        whole.advance(400);
        resumed.advance(400);
        assertEquals(whole.state(), resumed.state());
      }
    }
  }

  /**
   * Where rewards are noise each answer is worth one half, and all that a student can gain is to be
   * nearer to the reference: the guard may let that through, and nothing else.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void noiseTeachesNothingButTheReference(long seed) {
    LearningProblem problem = MisspecifiedInstance.KINDS_THAT_AGREE.of(seed).problem();
    LogRatioCost price =
        LogRatioCost.divergence(problem, problem.target().reference(), problem.lambda());
    double matching = price.value(CAREFUL.initial(problem, 1).student().toArray());
    Learner unguarded = CAREFUL.with("calibration", "newton").with("teaching", "last");
    double harm = price.value(noise(unguarded, problem, seed, 50)) - matching;
    assertTrue(harm > 0.001, "noise does harm without a guard: " + harm);
    for (long rounds : new long[] {50, 200, 1_000}) {
      double guarded = price.value(noise(CAREFUL, problem, seed, rounds)) - matching;
      assertTrue(guarded < 1e-9, guarded + " after " + rounds);
    }
  }

  private static double[] noise(Learner learner, LearningProblem problem, long seed, long rounds) {
    RandomStream coin = RandomStreams.of(7).open(Purpose.TRIAL, seed);
    RewardOracle oracle = RewardOracle.noisy((prompt, answer) -> coin.nextDouble() < 0.5 ? 1 : 0);
    return run(learner, problem.withSourceRewards(oracle), rounds).student().toArray();
  }
}
