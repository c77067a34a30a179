package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.Iterables;
import com.google.common.collect.Maps;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.FalseAlarms;
import dev.ccl.testkit.Findings;
import dev.ccl.testkit.Recorded;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * All that every claim states, at one place of instances that have nothing in common: source and
 * target of different sizes, D ≠ d, H from 1 to 3, both rules of feasibility, other students.
 */
class ClaimFindingsTest {
  /**
   * The statements of a claim; those that it makes word for word of another subject, by its name.
   */
  private static String stated(Claim claim, String name, Case c, Map<String, String> before) {
    String head = claim.id() + " " + name + ": ";
    if (!claim.appliesTo(c.specimen())) {
      return head + "nothing\n";
    }
    List<Evidence> all = new ArrayList<>();
    Findings findings = new Findings(all::add);
    claim.check().compare(c, findings);
    assertTrue(findings.hold(), () -> head + findings.failures());
    FalseAlarms.declare(findings.falseAlarms());
    String text =
        findings.statements()
            + " statements, tightest "
            + Lines.number(findings.tightness())
            + "\n"
            + Lines.of("  ", all);
    String other = before.putIfAbsent(claim.id() + text, name);
    return head + (other == null ? text : "as " + other + "\n");
  }

  @Test
  void everyStatementOfEveryClaimIsAsRecorded() {
    StringBuilder text = new StringBuilder();
    Map<String, Case> cases = Maps.toMap(Asymmetric.SUBJECTS.keySet(), Asymmetric::at);
    Map<String, String> before = new HashMap<>();
    for (Claim claim : Iterables.concat(Claims.all(), Claims.extensions())) {
      cases.forEach((name, c) -> text.append(stated(claim, name, c, before)));
    }
    Recorded.check(ClaimFindingsTest.class, "findings.txt", text.toString());
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
          assertEquals(
              stated(claim, "", c, new HashMap<>()), stated(claim, "", other, new HashMap<>()));
        }
      }
    }
    assertTrue(claims >= 40, claims + " claims");
  }
}
