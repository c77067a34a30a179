package dev.ccl.algorithms;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import java.util.List;
import org.junit.jupiter.api.Test;

/** No result shows how many threads worked on it, so the threads themselves are counted. */
final class SessionThreadsTest {
  private static final LearningProblem WIDE = // several blocks in each level
      RandomInstance.of(RandomSpec.SMALL.withHorizon(2).withPrompts(1, 1500).withShared(0), 1)
          .instance()
          .problem();
  private static final LearningProblem SMALL =
      RandomInstance.of(RandomSpec.SMALL, 1).instance().problem();

  /** A way from a learner to a session of it. */
  private interface Way {
    Session open(LearningProblem problem, int threads);
  }

  private static long helpers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.isAlive() && thread.getName().startsWith("ccl-sweep-"))
        .count();
  }

  private static void assertThreads(LearningProblem problem, Way way) {
    for (int threads = 1; threads <= 3; threads++) {
      try (Session session = way.open(problem, threads)) {
        session.advance(1);
        assertEquals(threads - 1, helpers(), "beside the caller");
      }
      assertEquals(0, helpers(), "after the end");
    }
  }

  private static void assertThreads(LearningProblem problem, Learner learner) {
    assertThreads(problem, (p, threads) -> learner.start(p, 4, threads));
    assertThreads(problem, (p, threads) -> learner.open(p, learner.initial(p, 4), threads));
  }

  private static LearningProblem growing() {
    return SMALL.growing(ForestBudget.standard());
  }

  @Test
  void aSessionHasTheThreadsItIsGiven() {
    Ccl newton = Ccl.paper().with("calibration", "newton");
    for (LearningProblem problem : List.of(WIDE, growing())) {
      assertThreads(problem, newton);
      assertThreads(problem, Ccl.oracle());
      assertThreads(
          problem,
          (p, threads) -> newton.open(p, newton.initial(p, 4), threads, (s, c, reward) -> {}));
    }
    assertThreads(growing(), Learners.named("forward-kl"));
  }

  /** One block in each level is work for one. */
  @Test
  void nobodyWaitsForWorkThatIsNotThere() {
    try (Session session = Ccl.practical().start(SMALL, 4, 3)) {
      session.advance(1);
      assertEquals(0, helpers());
    }
  }
}
