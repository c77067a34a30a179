package dev.ccl.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.Collections2;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The comparisons themselves: what holds, what fails, and that NaN never holds. */
class EvidenceTest {
  private static final Tolerance ROUNDED = Tolerance.relative(9.9e-12, 1);

  @Test
  void relationsHoldAsStated() {
    assertTrue(Evidence.equal("", 1, 1 + 1e-12, ROUNDED).holds());
    assertFalse(Evidence.equal("", 1, 1 + 1e-10, ROUNDED).holds());
    assertTrue(Evidence.atMost("", 1, 1).holds());
    assertFalse(Evidence.atMost("", 1.0001, 1).holds());
    assertTrue(Evidence.atLeast("", 1, 1).holds());
    assertFalse(Evidence.atLeast("", 0.9999, 1).holds());
    assertFalse(Evidence.law("", 0.1 * Evidence.LEVEL).holds());
    assertTrue(Evidence.law("", 10 * Evidence.LEVEL).holds());
  }

  /** Just inside and just outside of the tolerance, on the side that counts and on the other. */
  @Test
  void tolerancesEndWhereTheySay() {
    Tolerance half = Tolerance.estimate(0.5, "a test");
    for (double beyond : new double[] {0, 0.01}) {
      boolean holds = beyond == 0;
      assertEquals(holds, Evidence.equal("", 2.5 + beyond, 2, half).holds());
      assertEquals(holds, Evidence.equal("", 1.5 - beyond, 2, half).holds());
      assertEquals(holds, Evidence.zero("", 0.5 + beyond, half).holds());
      assertEquals(holds, Evidence.atMost("", 2.5 + beyond, 2, half).holds());
      assertEquals(holds, Evidence.atLeast("", 1.5 - beyond, 2, half).holds());
      assertTrue(Evidence.atMost("", -9 - beyond, 2, half).holds());
      assertTrue(Evidence.atLeast("", 9 + beyond, 2, half).holds());
    }
    assertTrue(Evidence.law("", Evidence.LEVEL).holds());
    assertFalse(Evidence.law("", 0.999 * Evidence.LEVEL).holds());
  }

  /** Bounds are rounded in the unit of the larger side and, for what cancelled, of 0.01. */
  @Test
  void roundingOfABoundHasTheUnitOfItsSides() {
    double[][] sides = {{3, 8}, {-8, 3}, {8, -3}, {0, 0}, {2e-5, 1e-5}, {3e6, 4e6}};
    for (double[] pair : sides) {
      double size = Math.max(Math.abs(pair[0]), Math.abs(pair[1])) + 0.01;
      double amount = 9.9e-12 * size;
      assertEquals(
          amount, Evidence.atMost("", pair[0], pair[1]).tolerance().amount(), 1e-15 * size);
      assertEquals(
          amount, Evidence.atLeast("", pair[0], pair[1]).tolerance().amount(), 1e-15 * size);
    }
  }

  /** Equalities are rounded in the unit of whatever is largest: a side, or the scale. */
  @Test
  void roundingOfAnEqualityHasTheUnitOfTheLargest() {
    double[][] rows = {{-6, -6, 2, 6}, {1, 1, 5, 5}, {1, -7, 2, 7}, {9, 1, 2, 9}};
    for (double[] row : rows) {
      List<Evidence> seen = new ArrayList<>();
      Findings findings = new Findings(seen::add);
      findings.equal("x", row[0], row[1], row[2]);
      assertEquals(9.9e-11 * row[3], seen.get(0).tolerance().amount(), 1e-15);
      assertEquals(row[0], seen.get(0).left());
      assertEquals(row[1], seen.get(0).right());
    }
    List<Evidence> seen = new ArrayList<>();
    new Findings(seen::add).equal("v", new double[] {1, 2, 3}, new double[] {1, -8, 3}, 4);
    assertEquals(
        List.of("v, length", "v, coordinate 0", "v, coordinate 1", "v, coordinate 2"),
        seen.stream().map(Evidence::where).toList());
    assertEquals(9.9e-11 * 8, seen.get(1).tolerance().amount(), 1e-15);
    assertEquals(Tolerance.none(), seen.get(0).tolerance());
  }

  @Test
  void statementsArePrinted() {
    Tolerance half = Tolerance.estimate(0.5, "a test");
    assertEquals(
        "x: 1.0000000000000000 = 1.2500000000000000 ± 0.50 (a test)",
        Evidence.equal("x", 1, 1.25, half).toString());
    assertEquals(
        "x: 1.0000000000000000 ≤ 1.2500000000000000", Evidence.atMost("x", 1, 1.25).toString());
    assertEquals(
        "x: 1.0000000000000000 ≥ 1.2500000000000000", Evidence.atLeast("x", 1, 1.25).toString());
    assertEquals(
        "x: 0.50000000000000000 p ≥ 1.0000000000000000e-13", Evidence.law("x", 0.5).toString());
    assertEquals(
        List.of(false, true, true, false),
        List.of(
            Evidence.equal("", 1, 1, half).isBound(),
            Evidence.atMost("", 1, 1).isBound(),
            Evidence.atLeast("", 1, 1).isBound(),
            Evidence.law("", 1).isBound()));
  }

  @Test
  void notANumberNeverHolds() {
    assertFalse(Evidence.equal("", Double.NaN, 0, ROUNDED).holds());
    assertFalse(Evidence.atMost("", Double.NaN, 1).holds());
    assertFalse(Evidence.atLeast("", 1, Double.NaN).holds());
    assertFalse(Evidence.law("", Double.NaN).holds());
  }

  @Test
  void findingsWithoutStatementsDoNotHold() {
    assertFalse(new Findings().hold());
    assertEquals("no statement was compared", new Findings().evidence().where());
    assertFalse(new Findings().evidence().holds());
    assertEquals(0, new Findings().tightness());
  }

  @Test
  void findingsKeepTheTightestBound() {
    Findings findings = new Findings();
    findings.atMost("loose", 1, 10);
    findings.atMost("tight", 9, 10);
    findings.equal("an equality", 1, 1, 1);
    assertEquals("tight", findings.evidence().where());
    assertEquals(0.9, findings.tightness(), 1e-12);
    findings.atMost("broken", 11, 10);
    assertEquals("broken", findings.evidence().where());
    assertFalse(findings.hold());
    assertEquals(1.1, findings.tightness(), 1e-12);
    findings.equal("an equality that fails", 1, 2, 1);
    assertEquals(1.1, findings.tightness(), 1e-12, "it has a ratio, but is no bound");
    findings.atLeast("fails more", 1, 4);
    assertEquals(4, findings.tightness(), 1e-12);
  }

  /** An equality without tolerance says nothing of how tight it is, wherever it stands. */
  @Test
  void findingsKeepTheEqualityWithTheLargestDifference() {
    Evidence exact = Evidence.equal("exact", 2, 2, Tolerance.none());
    Evidence near = Evidence.equal("near", 1, 1.1, Tolerance.estimate(0.5, "a test"));
    Evidence far = Evidence.equal("far", 1, 1.4, Tolerance.estimate(0.5, "a test"));
    for (List<Evidence> order : Collections2.permutations(List.of(exact, near, far))) {
      Findings findings = new Findings();
      order.forEach(findings::add);
      assertEquals("far", findings.evidence().where(), order.toString());
    }
    Findings alone = new Findings();
    alone.add(exact);
    assertEquals("exact", alone.evidence().where());
  }

  /** How much of its room a statement uses, whichever way the bound goes. */
  @Test
  void ratiosAreTheSmallerSideOverTheLarger() {
    assertEquals(0.25, Evidence.atMost("", 2, 8).ratio());
    assertEquals(0.25, Evidence.atLeast("", 8, 2).ratio());
    assertEquals(4, Evidence.atLeast("", 2, 8).ratio());
    assertEquals(0, Evidence.atLeast("", 1e-14, 1e-15).ratio(), "both lost in rounding");
    Tolerance few = Tolerance.rounding(9, 0.36);
    double next = Math.nextUp(0.36);
    assertEquals(1, Evidence.atLeast("", 0.36, next, few).ratio(), "held by its tolerance");
    assertEquals(1, Evidence.atMost("", next, 0.36, few).ratio(), "held by its tolerance");
    assertTrue(Evidence.atMost("", next, 0.36, Tolerance.none()).ratio() > 1, "not held");
    assertEquals(0.5, Evidence.equal("", 1, 1.25, Tolerance.estimate(0.5, "a test")).ratio());
    assertEquals(0.5, Evidence.law("", Math.sqrt(Evidence.LEVEL)).ratio(), 1e-12);
  }

  @Test
  void vectorsOfOtherLengthsAreNotEqual() {
    for (double[] left : new double[][] {{1}, {1, 2, 0}, {1, 2.1}}) {
      Findings findings = new Findings();
      findings.equal("a vector", left, new double[] {1, 2}, 1);
      assertFalse(findings.hold());
    }
    Findings same = new Findings();
    same.equal("a vector", new double[] {1, 2}, new double[] {1, 2}, 1);
    assertTrue(same.hold());
    assertEquals(3, same.statements());
  }

  /**
   * Levels of all samples add up; of several failures the worst is told and the first five are
   * kept.
   */
  @Test
  void nothingIsForgottenOfManyStatements() {
    Findings findings = new Findings();
    findings.sampled(1e-3, Evidence.law("one", 0.5));
    findings.sampled(1e-4, Evidence.law("two", 0.5));
    findings.isTrue("exact", true);
    assertEquals(1.1e-3, findings.falseAlarms(), 1e-18);
    for (int i = 0; i < 7; i++) {
      findings.atMost("failure " + i, 2 + i, 1);
    }
    assertEquals("failure 6", findings.evidence().where());
    assertEquals(5, findings.failures().size());
    assertEquals(8, findings.tightness());
    assertEquals(10, findings.statements());
    assertFalse(findings.hold());
  }

  /** Several p-values together are at most 1; what was asked for does not change any more. */
  @Test
  void whatWasFoundIsTold() {
    List<Evidence> heard = new ArrayList<>();
    Findings findings = new Findings(heard::add);
    findings.law("one of ten", 0.5, 10);
    assertEquals(1, findings.evidence().left());
    assertEquals(0, findings.evidence().ratio(), 1e-300, "far from failing");
    findings.atMost("fails", 2, 1);
    List<Evidence> before = findings.failures();
    findings.atLeast("fails too", 1, 2);
    assertEquals(List.of("fails"), before.stream().map(Evidence::where).toList());
    assertEquals(
        List.of("one of ten", "fails", "fails too"), heard.stream().map(Evidence::where).toList());
    assertEquals(heard.subList(1, 3), findings.failures());
  }

  /** Each of ten tests fails below a tenth of the level, and that is what it declares. */
  @Test
  void aLevelIsSharedByTheTestsAmongWhichOneIs() {
    Findings findings = new Findings();
    findings.law("one of ten", 0.2 * Evidence.LEVEL, 10);
    assertTrue(findings.hold());
    assertEquals(Evidence.LEVEL / 10, findings.falseAlarms(), 1e-12 * Evidence.LEVEL);
    findings.law("another", 0.05 * Evidence.LEVEL, 10);
    assertFalse(findings.hold());
  }

  @Test
  void extrapolatedDifferencesKnowTheirError() {
    Slope slope = Slope.of(t -> StrictMath.exp(3 * (0.2 + t)), 0.1, 1);
    double exact = 3 * StrictMath.exp(0.6);
    assertEquals(exact, slope.value(), 1e-9);
    assertTrue(Math.abs(slope.value() - exact) <= slope.error());
    assertTrue(slope.error() < 1e-10, "" + slope);
    assertTrue(Slope.of(Math::abs, 1, 1).error() < 1e-9, "the average of both sides is 0");
    assertTrue(Slope.of(t -> t > 0 ? t : 0, 1, 1).error() < 1e-9);
    assertTrue(Slope.of(t -> Math.cbrt(t), 1, 1).error() > 0.1, "no derivative");
  }
}
