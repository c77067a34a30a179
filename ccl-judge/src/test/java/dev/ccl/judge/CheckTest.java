package dev.ccl.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/** The comparison that findings keep, and the verdict of a check. */
class CheckTest {
  @Test
  void whatIsNoNumberIsTheWorst() {
    Findings worst = new Findings();
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
    assertEquals("no statement was compared", new Findings().evidence().where());
    assertFalse(new Findings().evidence().holds());
  }

  private static String kept(Consumer<Findings> one, Consumer<Findings> other) {
    Findings worst = new Findings();
    one.accept(worst);
    other.accept(worst);
    Findings reversed = new Findings();
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
    Findings worst = new Findings();
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

  /** What throws is told beside the last place that was seen, and never holds. */
  @Test
  void whatThrowsIsToldWithItsPlace() {
    Check<String> check =
        Check.of(
            "a name",
            "a rule",
            "a cause",
            (subject, f) -> {
              f.isTrue(true, () -> "the first place");
              throw new IllegalStateException("no more " + subject);
            });
    Verdict verdict = check.on("luck");
    assertEquals(Verdict.Status.FAILS, verdict.status());
    assertEquals(
        "threw java.lang.IllegalStateException: no more luck, last seen at the first place",
        verdict.evidence().where());
    assertEquals("a cause", verdict.cause());
    assertEquals("a name: a rule", check.toString());
  }

  /** A number that is long. */
  private static final Check.Need<String> LONG =
      new Check.Need<>() {
        @Override
        public String text() {
          return "the word is long";
        }

        @Override
        public boolean isMet(String subject) {
          return subject.length() > 3;
        }
      };

  private static Check<String> check(Tolerance rounding) {
    return Check.of(
        "length",
        "words have at most five letters",
        "a long word",
        List.of(LONG),
        (word, f) -> f.atMost(word, word.length(), 5, rounding));
  }

  /** The four results, with what each is counted by. */
  @Test
  void verdictsHoldFailAreUndecidedOrDoNotApply() {
    Check<String> check = check(Tolerance.none());
    assertEquals(Verdict.Status.HOLDS, check.on("word").status());
    assertEquals(Verdict.Status.FAILS, check.on("sentence").status());
    assertEquals(Verdict.Status.NOT_APPLICABLE, check.on("a").status());
    assertEquals(Set.of("the word is long"), check.on("a").unmet());
    Verdict lost = check(Tolerance.estimate(10, "a test")).on("word");
    assertEquals(Verdict.Status.UNDECIDED, lost.status());
    assertEquals(1, lost.undecided());
  }

  /** One failure among many fails; one decision among undecided ones decides. */
  @Test
  void verdictsAddUp() {
    Check<String> check = check(Tolerance.none());
    Verdict all = Verdict.none(check);
    assertEquals(Verdict.Status.NOT_APPLICABLE, all.status());
    all = all.plus(check.evaluate("word"), "first").and(check.on("a"));
    assertEquals(Verdict.Status.HOLDS, all.status());
    assertEquals(0.8, all.evidence().ratio());
    all = all.plus(check.evaluate("sentence"), "second").plus(check.evaluate("sixsix"), "third");
    assertEquals(Verdict.Status.FAILS, all.status());
    assertEquals("second", all.where());
    assertEquals(3, all.cases());
    assertEquals(3, all.bounds());
    Verdict open = check(Tolerance.estimate(10, "a test")).on("word");
    assertEquals(Verdict.Status.UNDECIDED, open.and(open).status());
    assertEquals(Verdict.Status.HOLDS, open.and(check.on("word")).status());
  }

  /** A sample that neither establishes nor refutes a bound is counted as undecided. */
  @Test
  void openStatementsAreUndecided() {
    Findings f = new Findings();
    f.open(1e-3, Evidence.atMost("a mean", 0.2, 0.5));
    assertTrue(f.hold());
    assertEquals(1, f.undecided());
    assertEquals(1e-3, f.falseAlarms());
    f.open(1e-3, Evidence.atMost("a mean", 0.6, 0.5));
    assertFalse(f.hold());
    assertEquals(1, f.undecided());
  }

  /** A suite reports every check, requires all, and becomes one test per check. */
  @Test
  void suitesReportRequireAndBecomeTests() {
    Check<String> fails = check(Tolerance.none());
    Check<String> holds = Check.of("any", "words exist", "none", (word, f) -> f.isTrue(word, true));
    Suite suite = Suite.of("sentence", List.of(fails, holds));
    assertEquals(
        List.of(Verdict.Status.FAILS, Verdict.Status.HOLDS),
        suite.report().stream().map(Verdict::status).toList());
    AssertionError error = assertThrows(AssertionError.class, suite::require);
    assertEquals(
        "the contract is broken:\n  FAILED length, probably because a long word: 8.00000, expected"
            + " ≤ 5.00000 (exact), at sentence",
        error.getMessage());
    assertEquals(List.of("length", "any"), suite.tests().map(DynamicTest::getDisplayName).toList());
    assertThrows(
        AssertionError.class, suite.tests().findFirst().orElseThrow().getExecutable()::execute);
    Suite.of("a", List.of(fails)).require();
    assertThrows(
        TestAbortedException.class,
        Suite.of("a", List.of(fails)).tests().findFirst().orElseThrow().getExecutable()::execute);
  }
}
