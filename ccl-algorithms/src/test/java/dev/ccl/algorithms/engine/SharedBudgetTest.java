package dev.ccl.algorithms.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.growing.ForestBudget.WhenFull;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs at the same time keep together what the budget of the process allows. */
class SharedBudgetTest {
  private static final LearningProblem WHOLE =
      RandomInstance.of(RandomSpec.SMALL.withHorizon(5).withPrompts(6, 6), 12).instance().problem();
  private static final int RUNS = 4;
  private static final int ROUNDS = 25;

  private static ForestBudget budget(long bytes, boolean shared) {
    return new ForestBudget(Long.MAX_VALUE, bytes, WhenFull.FORGET, shared);
  }

  /** The most that runs, advanced in turn, hold together; their ends are noted. */
  private static long most(ForestBudget budget, List<LearnerState> ends) {
    LearningProblem problem = WHOLE.growing(budget);
    List<Session> sessions = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      sessions.add(Ccl.practicalByRollouts().start(problem, i, 1));
    }
    long most = 0;
    for (int t = 0; t < ROUNDS; t++) {
      long together = 0;
      for (Session session : sessions) {
        session.advance(1);
        together += session.stateCounts().bytes();
      }
      most = Math.max(most, together);
    }
    for (Session session : sessions) {
      ends.add(session.state());
      session.close();
    }
    return most;
  }

  @Test
  void forestsOfOneProcessShareTheStandardBudget() {
    List<LearnerState> ample = new ArrayList<>();
    long all = most(budget(1L << 40, false), ample);
    long budget = all - all / 10; // a little less than four runs would fill
    List<LearnerState> alone = new ArrayList<>();
    assertTrue(most(budget(budget, false), alone) > budget, "each has the whole budget");
    List<LearnerState> shared = new ArrayList<>();
    long held = most(budget(budget, true), shared);
    assertTrue(held <= budget, held + " of " + budget);
    assertEquals(ample, shared, "what is forgotten changes no result");
  }
}
