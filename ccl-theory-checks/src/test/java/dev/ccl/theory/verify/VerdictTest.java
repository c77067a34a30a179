package dev.ccl.theory.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.google.common.collect.ImmutableSet;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Findings;
import dev.ccl.testkit.Tolerance;
import dev.ccl.theory.Claims;
import dev.ccl.theory.Crafted;
import dev.ccl.theory.Place;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.verify.Counterexample.Search;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which statement a verdict shows, and what it adds up. */
class VerdictTest {
  private static Verdict on(String instance, Evidence... cases) {
    Verdict verdict = Verdict.on(Claims.named("C16"), instance);
    for (Evidence evidence : cases) {
      Findings findings = new Findings();
      findings.add(evidence);
      verdict = verdict.plus(findings);
    }
    return verdict;
  }

  /** From the least telling to the most; the third has no ratio. */
  private static final List<Evidence> BETTER_TO_WORSE =
      List.of(
          Evidence.equal("without tolerance", 1, 1, Tolerance.none()),
          Evidence.equal("far from its tolerance", 1, 1.1, Tolerance.estimate(1, "")),
          Evidence.equal("close to it", 1, 1.9, Tolerance.estimate(1, "")),
          Evidence.atMost("a loose bound", 0.1, 1, Tolerance.none()),
          Evidence.atLeast("a tight bound", 1, 0.9, Tolerance.none()),
          Evidence.equal("fails", 1, 3, Tolerance.estimate(1, "")),
          Evidence.atMost("a bound that fails", 2, 1, Tolerance.none()),
          Evidence.atMost("by more", 3, 1, Tolerance.none()));

  /** Whichever comes first, of one instance or of two, with the name of its own. */
  @Test
  void theWorstStatementIsShown() {
    for (int i = 0; i < BETTER_TO_WORSE.size(); i++) {
      for (int k = 0; k < BETTER_TO_WORSE.size(); k++) {
        Evidence one = BETTER_TO_WORSE.get(i);
        Evidence two = BETTER_TO_WORSE.get(k);
        Evidence worse = BETTER_TO_WORSE.get(Math.max(i, k));
        assertEquals(Optional.of(worse), on("here", one, two).worst());
        Verdict both = on("here", one).and(on("there", two));
        assertEquals(Optional.of(worse), both.worst());
        if (i != k) {
          assertEquals(i > k ? "here" : "there", both.where());
        }
      }
    }
  }

  /** An instance about which nothing is said names nothing and takes nothing away. */
  @Test
  void nothingChangesNothing() {
    Evidence bound = BETTER_TO_WORSE.get(3);
    Verdict none =
        Verdict.none(Claims.named("C16"))
            .without(List.of(Requirement.REALIZABLE, Requirement.REWARDS));
    assertEquals(Verdict.Status.NOT_APPLICABLE, none.status());
    assertEquals(Optional.empty(), none.and(none).worst());
    for (Verdict both : List.of(none.and(on("here", bound)), on("here", bound).and(none))) {
      assertEquals(Optional.of(bound), both.worst());
      assertEquals("here", both.where());
      assertEquals(1, both.instances());
      assertEquals(1, both.cases());
      assertEquals(ImmutableSet.of(Requirement.REALIZABLE, Requirement.REWARDS), both.unmet());
      assertEquals(Verdict.Status.HOLDS, both.status());
    }
  }

  /** The first counterexample is kept, with what was lacking and all that was counted. */
  @Test
  void theFirstCounterexampleIsKept() {
    Evidence fails = BETTER_TO_WORSE.get(6);
    Counterexample one = new Counterexample(Crafted.quick(), Place.ZERO, 1, Search.POINT, fails);
    Counterexample two = new Counterexample(Crafted.graded(), Place.ZERO, 2, Search.POINT, fails);
    Verdict first = on("quick", BETTER_TO_WORSE.get(0), fails).refutedBy(one);
    Verdict second = on("graded", fails).refutedBy(two);
    Verdict both = first.and(on("between", BETTER_TO_WORSE.get(1))).and(second);
    assertEquals(Optional.of(one), both.counterexample());
    assertEquals(Optional.of(two), second.and(first).counterexample());
    assertEquals(Verdict.Status.FAILS, both.status());
    assertEquals(4, both.cases());
    assertEquals(4, both.statements());
    assertEquals(3, both.instances());
    assertEquals("quick", both.where(), "the first of two that are as bad");
    assertFalse(both.worst().orElseThrow().holds());
  }
}
