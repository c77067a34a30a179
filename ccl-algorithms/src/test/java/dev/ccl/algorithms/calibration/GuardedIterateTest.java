package dev.ccl.algorithms.calibration;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Learners;
import dev.ccl.algorithms.Session;
import dev.ccl.core.instance.generator.MisspecifiedInstance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.truth.GroundTruth;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
    double unguarded = objective(truth, run(newton.with("averaging", "none"), problem, 1_000));
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
        objective(truth, run(CAREFUL.with("averaging", "none"), problem, 2_000)) - matching;
    assertTrue(most > 0 && gained > 0.8 * most, gained + " of " + most);
  }

  /** At a review a point on the way to what the labels ask for takes over, not to the iterate. */
  @Test
  void theReleasedCalibrationIsReviewed() {
    LearningProblem problem = MisspecifiedInstance.KINDS_THAT_AGREE.of(1).problem();
    double[] teacher = problem.calibration().initial().toArray();
    int prompts = problem.source().dataset().prompts().size();
    EvidenceStep labels = EvidenceStep.of(problem.calibration().set(), teacher, prompts);
    labels.measureBy(TargetInformation.of(problem));
    try (Session session = CAREFUL.start(problem, 1, 1)) {
      session.advance(1_500);
      ImmutableDoubleArray before = session.state().calibration();
      while (session.state().calibration().equals(before)) {
        session.advance(1);
      }
      LearnerState reviewed = session.state();
      ImmutableDoubleArray kept = reviewed.extras().get("evidence");
      System.arraycopy(kept.toArray(), 0, labels.memory(), 0, kept.length());
      double[] released = new double[teacher.length];
      labels.release(released);
      double reach = reach(teacher, released, reviewed.calibration().get(0));
      assertTrue(reach == 1 || reach == 0.5 || reach == 0.25, "reach " + reach);
      for (int i = 0; i < teacher.length; i++) {
        double expected = teacher[i] + reach * (released[i] - teacher[i]);
        assertEquals(expected, reviewed.calibration().get(i), 1e-12);
      }
      assertNotEquals(
          released[0], reviewed.extras().get("iterate").get(0), "the iterate is held back");
    }
  }

  private static double reach(double[] teacher, double[] released, double taught) {
    return Math.round(1e9 * (taught - teacher[0]) / (released[0] - teacher[0])) / 1e9;
  }

  /** Between two reviews what teaches is neither the iterate nor the teacher, and is kept. */
  @Test
  void itGoesOnToTheBit() {
    LearningProblem problem = MisspecifiedInstance.KINDS_THAT_AGREE.of(1).problem();
    try (Session whole = CAREFUL.start(problem, 1, 1)) {
      whole.advance(1_503);
      LearnerState kept = whole.state();
      assertTrue(!kept.extras().get("iterate").equals(kept.calibration()), "it teaches otherwise");
      assertTrue(!problem.calibration().initial().equals(kept.calibration()), "and something");
      try (Session resumed = CAREFUL.open(problem, kept, 1)) {
        whole.advance(400);
        resumed.advance(400);
        assertEquals(whole.state(), resumed.state());
      }
    }
  }

  /** Where rewards are noise there is nothing to learn, and nothing is taught. */
  @Test
  void noiseTeachesNothing() {
    LearningProblem problem = MisspecifiedInstance.KINDS_THAT_AGREE.of(1).problem();
    RandomStream coin = RandomStreams.of(7).open(Purpose.TRIAL, 1);
    LearningProblem noisy =
        problem.withSourceRewards(
            RewardOracle.noisy((prompt, answer) -> coin.nextDouble() < 0.5 ? 1 : 0));
    ImmutableDoubleArray taught = run(CAREFUL, noisy, 1_000).calibration();
    assertArrayEquals(problem.calibration().initial().toArray(), taught.toArray());
  }
}
