package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.algorithms.engine.Rollouts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The candidate of least estimated cost is selected, the first of equals. */
class SelectionTest {
  private static final double[] FIRST = {0, 1};
  private static final double[] SECOND = {1, 0};

  private static ScriptedEngine engine(double first, double second) {
    return new ScriptedEngine(true) {
      @Override
      double cost(double[] theta, long number, long update) {
        return theta == FIRST ? first : second;
      }
    };
  }

  @Test
  void oneBatchOfEachDecides() {
    for (double lead : new double[] {-0.1, 0, 0.1}) {
      ScriptedEngine engine = engine(2 + lead, 2);
      Selection selection = Selection.of(engine);
      int chosen = selection.select(FIRST, SECOND, Rollouts.of(100_000).at(4, 2));
      assertEquals(lead > 0 ? 2 : 1, chosen);
      assertEquals(1, engine.asked.size(), "one batch of each");
      assertEquals(99, selection.largestCount());
    }
    ScriptedEngine exact = engine(1, 2);
    Selection.of(exact).select(FIRST, SECOND, Rollouts.exact());
    assertEquals(List.of("both exact of round 0, update 0"), exact.asked);
  }

  /** A cost that is no number is no victory of the candidate that was drawn at random. */
  @Test
  void whatIsNoNumberWinsNothing() {
    Selection selection = Selection.of(engine(Double.NaN, Double.NaN));
    assertEquals(1, selection.select(FIRST, SECOND, Rollouts.of(1_000_000).at(9, 0)));
  }
}
