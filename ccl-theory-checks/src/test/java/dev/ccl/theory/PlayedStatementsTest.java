package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.judge.FalseAlarms;
import dev.ccl.judge.Findings;
import dev.ccl.theory.Misplayed.Lie;
import dev.ccl.theory.claims.Claims;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What claims say of rounds and draws is contradicted where something is told wrongly of them. */
class PlayedStatementsTest {
  private static Case at(Instance instance) {
    Subject subject = new Subject(instance);
    return Case.random(Specimen.of(subject), subject, 1);
  }

  private static boolean plays(Claim claim, Case c) {
    boolean played = claim.has(Kind.LAW);
    return played && claim.appliesTo(c.specimen());
  }

  private static boolean isContradicted(String id, Case c) {
    Findings findings = new Findings();
    Claims.named(id).evaluate(c, findings);
    return !findings.hold();
  }

  /** The claims that see a lie, each by itself. */
  private static List<String> seers(Lie lie) {
    return switch (lie) {
      case NONE -> List.of();
      case CALIBRATION -> List.of("C07", "C11", "C13", "C21");
      case ASTRAY -> List.of("C07", "C11", "C13", "C14", "C21");
      case STUDENT -> List.of("C21", "C26", "C37", "C38");
      case OUTSIDE, RESTING -> List.of("C21", "C37", "C38");
      case ROUND -> List.of("C13", "C32");
      case SOURCE_QUERIES, GRADIENT_ROLLOUTS, VALIDATION_ROLLOUTS -> List.of("C32");
      case ACCEPTED_TRIALS -> List.of("C06", "C07", "C11");
      case WINS -> List.of("C21", "C26");
      case ESTIMATE -> List.of("C21", "C22");
      case COPIES -> List.of("C22");
      case INNER, POSITIVE, BEYOND -> List.of("C28");
    };
  }

  @Test
  void whatIsToldWronglyIsContradicted() {
    List<Case> cases = List.of(at(Crafted.largeGamma()), at(SeparationInstance.of(1, 2, 2, 0.5)));
    for (Lie lie : Lie.values()) {
      for (String id : seers(lie)) {
        boolean seen = false;
        for (Case c : cases) {
          Case told = c.with(new Misplayed(c.specimen().instance(), lie)).with(Effort.ROUNDS);
          seen |= plays(Claims.named(id), c) && isContradicted(id, told);
        }
        assertTrue(seen, id + " believes " + lie);
      }
    }
  }

  /** Students that are all the same, but not the same as the teacher: costs differ by chance. */
  @Test
  void equalStudentsAloneAreNoTies() {
    Instance flat = Crafted.flatStudent();
    PromptTable x = flat.prompts().get("x1");
    Instance instance =
        Instance.of(
            flat.header(),
            List.of(x, PromptTable.of(Prompt.of("y1"), x.states(), x.rewards())),
            flat.source(),
            flat.target());
    Case c = at(instance);
    Claim claim = Claims.named("C26");
    assertTrue(claim.appliesTo(c.specimen()));
    List<String> said = new ArrayList<>();
    Findings findings = new Findings(e -> said.add(e.where()));
    claim.evaluate(c.with(Effort.ROUNDS), findings);
    FalseAlarms.declare(findings.falseAlarms());
    assertTrue(findings.hold(), () -> findings.failures().toString());
    assertTrue(said.stream().noneMatch(where -> where.contains("tie")));
    assertTrue(findings.falseAlarms() > 0, "the law of what follows is compared");
  }
}
