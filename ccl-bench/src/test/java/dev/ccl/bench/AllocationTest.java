package dev.ccl.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * A round allocates nothing, also where it verifies a source answer that it never saw before. Bytes
 * are counted in windows of rounds: the virtual machine may link a class or replace compiled code
 * at any time, once, and leave a few bytes in a window, but what rounds allocate is in all of them.
 */
final class AllocationTest {
  private static final Learner LEARNER = Learners.named("ccl");
  private static final int WINDOWS = 20;
  private static final int LINKING = 4; // windows in which something may be linked

  @Test
  void roundsOnSAllocateNothing() {
    assertNothing(allocated(LEARNER, Workload.S.instance().problem(), 2000, 100));
  }

  @Test
  void roundsOnMAllocateNothing() {
    assertNothing(allocated(LEARNER, Workload.M.instance().problem(), 100, 15));
  }

  /** Like L, most rounds meet a new source answer: there are more of them than rounds. */
  @Test
  void roundsWithNewAnswersAllocateNothing() {
    RandomSpec deep = RandomSpec.MEDIUM.withHorizon(6).withLetters(4).withPrompts(2, 2);
    LearningProblem problem = RandomInstance.of(deep, 1).instance().problem();
    assertTrue(problem.source().forest().edges() > 5_000);
    assertNothing(allocated(LEARNER, problem, 20, 10));
  }

  @Test
  void noLearnerAllocates() {
    LearningProblem problem = Workload.S.instance().problem();
    for (Learner learner : Learners.all()) {
      boolean reviews = learner.name().equals("careful"); // ever more rarely, and with new arrays
      assertNothing(allocated(learner, problem, reviews ? 10_000 : 1000, 20));
    }
  }

  @Test
  void trajectoriesOnSAllocateNothing() {
    Learner plain = LEARNER.with("sampler", "trajectories");
    assertNothing(allocated(plain, Workload.S.instance().problem(), 50, 1));
  }

  /** The liar: an oracle that has each answer spelled out when it is met first. */
  @Test
  void spellingAnswersOutIsSeen() {
    Instance instance = Workload.M.instance();
    LearningProblem table = instance.problem();
    LearningProblem spelled =
        LearningProblem.of(
            table.lambda(),
            table.bound(),
            table.source().dataset(),
            table.target().dataset(),
            table.calibration(),
            table.student(),
            table.reference(),
            (prompt, answer) -> instance.prompts().get(prompt.id()).reward(answer));
    assertEquals(0, zeros(allocated(LEARNER, spelled, 100, 15)));
  }

  /** The liar: a learner that is opened anew for each round. */
  @Test
  void allocationIsSeen() {
    LearningProblem problem = Workload.S.instance().problem();
    long before = Cpu.allocatedBytes();
    for (int i = 0; i < 10; i++) {
      assertEquals(i + 1, LEARNER.step(problem, RoundRate.at(LEARNER, problem, i)).round());
    }
    assertTrue(Cpu.allocatedBytes() - before > 10_000);
  }

  private static void assertNothing(long[] bytes) {
    assertTrue(zeros(bytes) >= WINDOWS - LINKING, () -> "bytes: " + Arrays.toString(bytes));
  }

  private static long zeros(long[] bytes) {
    return Arrays.stream(bytes).filter(b -> b == 0).count();
  }

  /** The bytes of each window. */
  private static long[] allocated(
      Learner learner, LearningProblem problem, long before, long rounds) {
    long[] bytes = new long[WINDOWS];
    try (Session session = learner.open(problem, learner.initial(problem, 1), 1)) {
      Cpu.allocatedBytes(); // the first call may allocate
      session.advance(before);
      for (int i = 0; i < WINDOWS; i++) {
        long begun = Cpu.allocatedBytes();
        session.advance(rounds);
        bytes[i] = Cpu.allocatedBytes() - begun;
      }
    }
    return bytes;
  }
}
