package dev.ccl.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Learners;
import dev.ccl.algorithms.Session;
import dev.ccl.core.problem.LearningProblem;
import org.junit.jupiter.api.Test;

/**
 * A round allocates nothing. The first time that a source answer is verified, its text is built; so
 * the whole round is tested on S, which has few source answers, and the target part on M.
 */
final class AllocationTest {
  private static final Learner LEARNER = Learners.named("ccl");

  @Test
  void wholeRoundsOnSAllocateNothing() {
    assertEquals(0, allocated(LEARNER, Workload.S.instance().problem(), 2000, 2000));
  }

  @Test
  void targetPartOnMAllocatesNothing() {
    Learner frozen = LEARNER.with("calibration", "frozen");
    assertEquals(0, allocated(frozen, Workload.M.instance().problem(), 100, 300));
  }

  @Test
  void trajectoriesOnSAllocateNothing() {
    Learner plain = LEARNER.with("sampler", "trajectories");
    assertEquals(0, allocated(plain, Workload.S.instance().problem(), 50, 20));
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

  private static long allocated(
      Learner learner, LearningProblem problem, long before, long rounds) {
    try (Session session = learner.open(problem, RoundRate.at(learner, problem, 0), 1)) {
      Cpu.allocatedBytes(); // the first call may allocate
      session.advance(before);
      long bytes = Cpu.allocatedBytes();
      session.advance(rounds);
      return Cpu.allocatedBytes() - bytes;
    }
  }
}
