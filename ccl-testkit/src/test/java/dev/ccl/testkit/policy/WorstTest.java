package dev.ccl.testkit.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Findings;
import dev.ccl.testkit.Tolerance;
import org.junit.jupiter.api.Test;

/** What is kept of many comparisons, and what several p-values have to pass. */
class WorstTest {
  @Test
  void whatIsNoNumberIsTheWorst() {
    Worst worst = new Worst();
    Tolerance tolerance = Tolerance.estimate(1, "a test");
    worst.zero(0.5, tolerance, () -> "inside");
    worst.zero(1e300, tolerance, () -> "far outside");
    worst.zero(Double.NaN, tolerance, () -> "nowhere");
    worst.zero(3, tolerance, () -> "outside");
    assertEquals("nowhere", worst.evidence().where());
    assertFalse(worst.evidence().holds());
  }

  /** Each of n p-values may be n times smaller, and all together alarm with the level at most. */
  @Test
  void pValuesAmongOthersAreMultiplied() {
    Findings fine = new Findings();
    fine.law("a", 0.3 * Evidence.LEVEL, 10);
    assertTrue(fine.hold());
    assertEquals(Evidence.LEVEL / 10, fine.falseAlarms(), 1e-30);
    Findings failing = new Findings();
    failing.law("a", 0.05 * Evidence.LEVEL, 10);
    assertFalse(failing.hold());
  }

  /** Six numbers are told as they are, more are cut after six. */
  @Test
  void longParametersAreCut() {
    assertEquals("[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]", Worst.text(new double[] {1, 2, 3, 4, 5, 6}));
    assertEquals(
        "[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, …]", Worst.text(new double[] {1, 2, 3, 4, 5, 6, 7}));
  }

  /** What throws is told beside the last place that was seen, and never holds. */
  @Test
  void whatThrowsIsToldWithItsPlace() {
    Clause clause =
        Clause.of(
            "a name",
            "a rule",
            "a cause",
            worst -> {
              worst.isTrue(true, () -> "the first place");
              throw new IllegalStateException("no more");
            });
    Verdict verdict = clause.check();
    assertFalse(verdict.holds());
    assertEquals(
        "the first place where it threw java.lang.IllegalStateException: no more",
        verdict.evidence().where());
    assertEquals("a cause", verdict.cause());
    assertEquals("a name: a rule", clause.toString());
  }
}
