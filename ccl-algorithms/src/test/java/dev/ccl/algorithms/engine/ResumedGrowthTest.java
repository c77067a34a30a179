package dev.ccl.algorithms.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.MemoryJournal;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.algorithms.run.Replicates;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.growing.StateCounts;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A run that is resumed elsewhere has asked the model for what both parts have asked. */
class ResumedGrowthTest {
  private static final RecordedRounds ROUNDS = RecordedRounds.of(new long[0], 12);

  private static LearningProblem problem() {
    return RandomInstance.of(RandomSpec.SMALL, 5)
        .instance()
        .problem()
        .growing(ForestBudget.standard());
  }

  /** Keeps the last replicate. */
  private static StateCounts run(MemoryJournal kept, long rounds) {
    AtomicLong left = new AtomicLong(rounds);
    Monitor monitor =
        new Monitor() {
          @Override
          public void completed(long more) {
            left.addAndGet(-more);
          }

          @Override
          public boolean stopping() {
            return left.get() <= 0;
          }
        };
    Replicates.of(Learners.named("practical-by-rollouts"), problem(), ROUNDS)
        .run(3, 1, 1, kept, monitor);
    return kept.kept().get(3L).stateCounts();
  }

  @Test
  void bothPartsCount() {
    MemoryJournal kept = new MemoryJournal(Cadence.everyRounds(1));
    StateCounts first = run(kept, 6);
    long at = kept.kept().get(3L).state().round();
    assertTrue(at > 0 && at < 12, "stopped at round " + at);
    LearnerState half = kept.kept().get(3L).state();
    StateCounts second = run(kept, Long.MAX_VALUE);
    assertEquals(12, kept.kept().get(3L).state().round());
    StateCounts whole = run(new MemoryJournal(Cadence.everyRounds(1)), Long.MAX_VALUE);
    assertTrue(first.asked() > 0 && first.asked() <= whole.asked());
    // The other forest began empty: what both have seen was asked for twice.
    assertTrue(second.asked() > whole.asked(), second + " after " + first + ", whole " + whole);
    assertTrue(second.asked() <= first.asked() + whole.asked());
    StateCounts rest = rest(half);
    assertEquals(first.asked() + rest.asked(), second.asked());
    assertEquals(first.calls() + rest.calls(), second.calls());
    assertEquals(rest.kept(), second.kept());
    assertTrue(second.kept() <= whole.kept(), "what is kept is that of the last forest");
  }

  /** The second part alone. */
  private static StateCounts rest(LearnerState half) {
    try (Session session = Learners.named("practical-by-rollouts").open(problem(), half, 1)) {
      session.advance(12 - half.round());
      return session.stateCounts();
    }
  }
}
