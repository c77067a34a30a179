package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.Iterables;
import com.google.common.collect.Maps;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.judge.FalseAlarms;
import dev.ccl.judge.Findings;
import dev.ccl.theory.claims.Claims;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;

/**
 * All that every claim states, at one place of instances that have nothing in common: source and
 * target of different sizes, D ≠ d, H from 1 to 3, both rules of feasibility, other students.
 */
class ClaimFindingsTest {
  /** What a claim says, with both sides; all of it holds. */
  private static String stated(Claim claim, Case c) {
    if (!claim.appliesTo(c.specimen())) {
      return "nothing";
    }
    StringJoiner all = new StringJoiner("\n");
    Findings findings = new Findings(e -> all.add(Lines.kind(e) + ": " + Lines.sides(e)));
    claim.evaluate(c, findings);
    assertTrue(findings.hold(), () -> claim + ": " + findings.failures());
    FalseAlarms.declare(findings.falseAlarms());
    return all.toString();
  }

  /** Every statement of every claim holds there. */
  @Test
  void everyStatementHolds() {
    Map<String, Case> cases = Maps.toMap(Asymmetric.SUBJECTS.keySet(), Asymmetric::at);
    for (Claim claim : Iterables.concat(Claims.all(), Claims.extensions())) {
      cases.forEach((name, c) -> stated(claim, c));
    }
  }

  /**
   * The paper's students by their per-state code, as any other family is seen: what is said of
   * every class of students is said of them word for word, also where W is smaller than its B.
   */
  @Test
  void thePapersStudentsAreAFamily() {
    int claims = 0;
    for (String name : List.of("explicit", "tiny")) {
      Case c = Asymmetric.at(name);
      Subject family = new Subject(c.specimen().instance(), Students.of(LinearSoftmax::of));
      Specimen specimen = Specimen.of(family);
      Case other =
          Case.of(specimen, family, c.w(), c.v(), c.theta(), c.vartheta(), c.seed())
              .withoutSampling();
      for (Claim claim : Claims.all()) {
        if (claim.appliesTo(specimen) && !claim.id().equals("C05")) { // which searches for θ†
          claims++;
          assertEquals(stated(claim, c), stated(claim, other));
        }
      }
    }
    assertTrue(claims >= 40, claims + " claims");
  }
}
