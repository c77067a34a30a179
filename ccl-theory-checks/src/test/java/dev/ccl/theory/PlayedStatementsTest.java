package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.Iterables;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.FalseAlarms;
import dev.ccl.testkit.Findings;
import dev.ccl.testkit.Recorded;
import dev.ccl.theory.Misplayed.Lie;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * What claims say of rounds and draws beside what they say of formulas: all of it, how much is
 * played for it, and that each of it is contradicted by something that is told wrongly. A claim
 * that plays less, or looks at less of what was played, is seen here alone.
 */
class PlayedStatementsTest {
  private final StringBuilder text = new StringBuilder();

  private static Case at(Instance instance) {
    Subject subject = new Subject(instance);
    return Case.random(Specimen.of(subject), subject, 1);
  }

  private static boolean plays(Claim claim, Case c) {
    boolean played = claim.kind() != Kind.EXACT || claim.id().equals("C32");
    return played && claim.appliesTo(c.specimen());
  }

  private static int stated(Claim claim, Case c) {
    Findings findings = new Findings();
    claim.check().compare(c.withoutSampling(), findings);
    return findings.statements();
  }

  /** Statements that need no sample come first; those are recorded elsewhere. */
  private void add(Claim claim, String name, Case c) {
    List<Evidence> all = new ArrayList<>();
    Findings findings = new Findings(all::add);
    claim.check().compare(c, findings);
    FalseAlarms.declare(findings.falseAlarms());
    List<Evidence> played = all.subList(stated(claim, c), all.size());
    if (!played.isEmpty()) {
      text.append(claim.id() + " " + name + ", " + c.effort() + ": " + played.size() + "\n");
      text.append(Lines.of("  ", played));
    }
  }

  @Test
  void allThatIsSaidOfRoundsIsAsRecorded() {
    for (String name : List.of("padded", "tiny", "separation")) {
      Case c = Asymmetric.at(name).with(Effort.ROUNDS);
      for (Claim claim : Claims.all()) {
        if (plays(claim, c)) {
          add(claim, name, c);
        }
      }
      add(Claims.named("C14"), name, c.with(Effort.RUNS));
    }
    add(Claims.named("C26"), "flat", at(Crafted.flatStudent()));
    Recorded.check(PlayedStatementsTest.class, "played.txt", text.toString());
  }

  /** Also where nobody waits for it: long runs of one who does not move. */
  @Test
  void asMuchIsPlayedAsRecorded() {
    for (Case c :
        List.of(
            Asymmetric.at("separation"),
            at(Crafted.quick()),
            at(SeparationInstance.of(1, 2, 20, 0.5)))) {
      Bookkeeper keeper = new Bookkeeper(c.specimen().instance());
      boolean large = c.specimen().meets(Requirement.SEPARATION); // C26 computes a law first
      for (Claim claim :
          Iterables.filter(Claims.all(), k -> plays(k, c) && !(large && k.id().equals("C26")))) {
        String before = "";
        for (Effort effort : Effort.values()) {
          claim.check().compare(c.with(keeper).with(effort), new Findings());
          String book = keeper.book();
          text.append(claim.id() + " " + Lines.cut(c.specimen().name()) + ", " + effort + ":");
          text.append(book.equals(before) ? " no more\n" : "\n" + book);
          before = book;
        }
      }
    }
    Recorded.check(PlayedStatementsTest.class, "books.txt", text.toString());
  }

  private static Set<String> wrong(Claim claim, Case c) {
    Set<String> kinds = new TreeSet<>();
    Findings findings =
        new Findings(
            e -> {
              if (!e.holds()) {
                kinds.add(claim.id() + " " + Lines.kind(e).replaceFirst(": # of #.*#", ""));
              }
            });
    claim.check().compare(c, findings);
    return kinds;
  }

  /** The claims that look at what a lie is about; C26 takes long and does not see every lie. */
  private static List<String> asked(Lie lie) {
    return switch (lie) {
      case ESTIMATE, COPIES -> List.of("C21", "C22");
      case INNER, POSITIVE, BEYOND -> List.of("C28");
      case STUDENT, WINS -> List.of("C13", "C14", "C21", "C26", "C29", "C32", "C37", "C38");
      default -> List.of("C06", "C07", "C11", "C13", "C14", "C21", "C29", "C32", "C37", "C38");
    };
  }

  @Test
  void whatIsToldWronglyIsContradicted() {
    List<Case> cases = List.of(at(Crafted.quick()), at(SeparationInstance.of(1, 2, 2, 0.5)));
    for (Lie lie : Lie.values()) {
      Set<String> kinds = new TreeSet<>();
      for (Case c : cases) {
        Case told = c.with(new Misplayed(c.specimen().instance(), lie)).with(Effort.ROUNDS);
        for (String id : asked(lie)) {
          if (plays(Claims.named(id), c)) {
            kinds.addAll(wrong(Claims.named(id), told));
          }
        }
      }
      text.append(lie).append('\n');
      kinds.forEach(kind -> text.append("  ").append(kind).append('\n'));
    }
    Recorded.check(PlayedStatementsTest.class, "misplayed.txt", text.toString());
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
    claim.check().compare(c.with(Effort.ROUNDS), findings);
    FalseAlarms.declare(findings.falseAlarms());
    assertTrue(findings.hold(), () -> findings.failures().toString());
    assertTrue(said.stream().noneMatch(where -> where.contains("tie")));
    assertTrue(findings.falseAlarms() > 0, "the law of what follows is compared");
  }
}
