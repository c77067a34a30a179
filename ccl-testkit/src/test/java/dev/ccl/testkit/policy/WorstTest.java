package dev.ccl.testkit.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Findings;
import dev.ccl.testkit.Tolerance;
import java.util.function.Consumer;
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

  /** Nothing seen does not hold. */
  @Test
  void nothingIsNotEnough() {
    assertEquals("no place", new Worst().evidence().where());
    assertFalse(new Worst().evidence().holds());
  }

  private static String kept(Consumer<Worst> one, Consumer<Worst> other) {
    Worst worst = new Worst();
    one.accept(worst);
    other.accept(worst);
    Worst reversed = new Worst();
    other.accept(reversed);
    one.accept(reversed);
    assertEquals(worst.evidence().where(), reversed.evidence().where());
    return worst.evidence().where();
  }

  /** Of two comparisons the one that uses more of its room, in whatever order they are seen. */
  @Test
  void theOneThatUsesMostOfItsRoomIsKept() {
    Tolerance wide = Tolerance.estimate(10, "a test");
    Tolerance narrow = Tolerance.estimate(1, "a test");
    assertEquals(
        "narrow",
        kept(w -> w.zero(4, wide, () -> "wide"), w -> w.zero(0.5, narrow, () -> "narrow")));
    assertEquals(
        "below",
        kept(
            w -> w.equal(3, 3.75, narrow, () -> "below"),
            w -> w.equal(3.5, 3, narrow, () -> "above")));
    assertEquals(
        "tight",
        kept(
            w -> w.atMost(9, 10, narrow, () -> "tight"),
            w -> w.atMost(80, 100, narrow, () -> "loose")));
    assertEquals(
        "fails",
        kept(
            w -> w.zero(1, narrow, () -> "holds just"), w -> w.zero(1.001, narrow, () -> "fails")));
    assertEquals(
        "without room",
        kept(
            w -> w.zero(0.9, narrow, () -> "holds"),
            w -> w.zero(1e-9, Tolerance.none(), () -> "without room")));
    assertEquals(
        "false", kept(w -> w.isTrue(true, () -> "true"), w -> w.isTrue(false, () -> "false")));
  }

  /** To the last bit: the next number, the other zero and what is no number are not the same. */
  @Test
  void sameMeansToTheLastBit() {
    double[] expected = {1, 0, Double.NaN, -3};
    assertTrue(same(expected, expected.clone()).holds());
    for (double[] change :
        new double[][] {{0, Math.nextUp(1)}, {1, -0.0}, {2, 5}, {3, Double.NaN}, {3, 3}}) {
      double[] actual = expected.clone();
      actual[(int) change[0]] = change[1];
      Evidence evidence = same(expected, actual);
      assertFalse(evidence.holds(), evidence.toString());
      assertEquals("entry " + (int) change[0] + ", here", evidence.where());
    }
  }

  private static Evidence same(double[] expected, double[] actual) {
    Worst worst = new Worst();
    worst.same(expected, actual, () -> "here");
    return worst.evidence();
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
