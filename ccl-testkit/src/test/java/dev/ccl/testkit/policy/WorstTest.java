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
}
