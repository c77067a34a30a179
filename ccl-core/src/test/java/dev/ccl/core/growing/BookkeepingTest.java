package dev.ccl.core.growing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.growing.ForestBudget.WhenFull;
import dev.ccl.core.problem.LearningProblem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Counts, budgets and who holds a forest. */
class BookkeepingTest {
  private static final Class<IllegalArgumentException> REFUSED = IllegalArgumentException.class;

  @Test
  void whatWasAskedAddsUpAndWhatIsKeptIsOfNow() {
    StateCounts earlier = new StateCounts(10, 3, 2, 8, 40, 800);
    StateCounts later = new StateCounts(25, 7, 6, 19, 90, 1900);
    assertEquals(new StateCounts(15, 4, 4, 19, 90, 1900), later.since(earlier));
    assertEquals(new StateCounts(35, 10, 8, 19, 90, 1900), later.after(earlier));
    assertEquals(later, later.since(StateCounts.NONE));
  }

  @Test
  void countsAreWrittenAndReadByName() {
    StateCounts counts = new StateCounts(1, 2, 3, 4, 5, 6);
    assertEquals(
        List.of(
            "statesAsked",
            "modelCalls",
            "statesForgotten",
            "statesKept",
            "tokensKept",
            "bytesKept"),
        List.copyOf(counts.entries().keySet()));
    assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L), List.copyOf(counts.entries().values()));
    assertEquals(counts, StateCounts.of(counts.entries()));
    assertEquals(StateCounts.NONE, StateCounts.of(StateCounts.NONE.entries()));
    for (String name : counts.entries().keySet()) {
      Map<String, Long> without = new HashMap<>(counts.entries());
      without.remove(name);
      assertTrue(assertThrows(REFUSED, () -> StateCounts.of(without)).getMessage().contains(name));
      without.put(name, -1L);
      assertThrows(REFUSED, () -> StateCounts.of(without));
    }
  }

  @Test
  void budgetsArePositive() {
    assertThrows(REFUSED, () -> new ForestBudget(0, 1, WhenFull.FORGET));
    assertThrows(REFUSED, () -> new ForestBudget(1, 0, WhenFull.FORGET));
    ForestBudget least = new ForestBudget(1, 1, WhenFull.FORGET);
    assertEquals(WhenFull.STOP, least.stopping().whenFull());
    assertEquals(new ForestBudget(7, 1, WhenFull.STOP), least.stopping().withEdges(7));
    assertEquals(new ForestBudget(7, 1, WhenFull.STOP), least.withEdges(7).stopping());
    long memory = Runtime.getRuntime().maxMemory();
    ForestBudget standard = ForestBudget.standard();
    assertEquals(memory / 2, standard.bytes());
    assertTrue(standard.shared() && standard.withEdges(5).stopping().shared());
    assertFalse(ForestBudget.ofBytes(9).withEdges(5).stopping().shared());
  }

  @Test
  void aStoppedRunNamesItsRound() {
    ForestFullException stop = new ForestFullException("full");
    ForestFullException named = stop.inRound(17);
    assertEquals("stopped in round 17: full", named.getMessage());
    assertSame(stop, named.getCause());
  }

  @Test
  void aForestServesOneRunAfterTheOther() {
    LearningProblem problem = Trees.growing(Trees.small(1));
    GrowingForest first = problem.forests().acquire();
    assertNotSame(first, problem.forests().acquire(), "two runs at the same time");
    problem.forests().release(first);
    assertSame(first, problem.forests().acquire());
    assertNotSame(first, problem.forests().acquire());
  }
}
