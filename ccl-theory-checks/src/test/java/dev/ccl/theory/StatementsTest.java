package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Iterables;
import com.google.common.collect.Sets;
import dev.ccl.testkit.Findings;
import dev.ccl.theory.Distorted.Lie;
import dev.ccl.theory.liars.ExtensionLiars;
import dev.ccl.theory.liars.Liar;
import dev.ccl.theory.liars.Liars;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Every statement of every claim can fail: a subject whose answers to one question are wrong is
 * contradicted by the statements that ask it. A claim that still holds of the honest subject but
 * asks for less is seen here alone.
 */
class StatementsTest {
  private static final List<String> WHERE = List.of("padded", "explicit", "separation");

  /** Statements that no wrong answer contradicts, since they ask for none. */
  private static final ImmutableSet<String> OF_THE_PAPER_ALONE =
      ImmutableSet.of(
          "C10 ‖z‖ ≤ # at (x#, []) =", // features of the instance
          "C12 ‖g‖ ≤ # =",
          "C17 E of products of increments =",
          "C33 a student at both prompts =", // the separation instance
          "C33 π* tells the prompts apart =",
          "C33 ‖w*‖ ≤",
          "C33 ‖θ†‖ ≤",
          "C37 E‖ĝ_SM‖² ≤",
          "C40 the bound at the stated T =");

  /** Those that compare what is made of answers, whose length is given, or need other worlds. */
  private static final ImmutableSet<String> OF_WHAT_IS_GIVEN =
      ImmutableSet.of(
          "C10 log γ where γ > # =", // both of one answer
          "C10 row # of G_h, h = #, length =",
          "C10 row # of G_joint, length =",
          "C17 E S, length =",
          "C17 row # of E SSᵀ, length =",
          "C23 row # of ∇²C_w, length =",
          "C23 row # of −∇S, length =",
          "C27 the projected step y(θ), length =",
          "C28 P(F(ϑ) − min ≤ # M_opt) ≥", // where costs are huge no candidate is near
          "C30 a > # =",
          "C30 p ≥ # =",
          "C32 rounds =",
          "E06 a set that is not empty =");

  /** The statements of a claim that hold of a subject, or those that do not, by what they say. */
  private static Set<String> stated(Claim claim, Case c, boolean hold) {
    Set<String> kinds = new TreeSet<>();
    Findings findings =
        new Findings(
            e -> {
              if (e.holds() == hold) {
                kinds.add(named(claim.id() + " " + Lines.kind(e)));
              }
            });
    try {
      claim.check().compare(c, findings);
    } catch (IllegalArgumentException | IndexOutOfBoundsException | IllegalStateException e) {
      kinds.add(claim.id() + " throws " + e.getClass().getSimpleName());
    }
    return kinds;
  }

  /** Whichever the prompt. */
  private static String named(String kind) {
    return kind.replaceAll("\\b[xyz]#", "x#");
  }

  /** What contradicts the liars, of the claims that make some statements. */
  private static Set<String> lies(Set<String> statements) {
    Set<String> kinds = new TreeSet<>();
    for (String name : WHERE) {
      Case c = Asymmetric.at(name);
      for (Liar liar : Iterables.concat(Liars.all(), ExtensionLiars.all())) {
        Case told = c.with(liar.on(c.specimen().instance()));
        for (Claim claim : Iterables.concat(Claims.all(), Claims.extensions())) {
          boolean asked = statements.stream().anyMatch(kind -> kind.startsWith(claim.id()));
          if (asked && claim.appliesTo(c.specimen())) {
            kinds.addAll(stated(claim, told, false));
          }
        }
      }
    }
    return kinds;
  }

  @Test
  void everyStatementIsContradictedByAWrongAnswer() {
    Set<String> never = new TreeSet<>();
    Set<String> wrong = new TreeSet<>();
    for (String name : WHERE) {
      Case c = Asymmetric.at(name);
      for (Claim claim : Iterables.concat(Claims.all(), Claims.extensions())) {
        if (claim.appliesTo(c.specimen())) {
          Distorted honest = new Distorted(c.specimen().instance(), "", Lie.NONE);
          never.addAll(stated(claim, c.with(honest), true));
          for (String question : honest.asked()) {
            for (Lie lie : Lie.values()) {
              Distorted liar = new Distorted(c.specimen().instance(), question, lie);
              wrong.addAll(stated(claim, c.with(liar), false));
            }
          }
        }
      }
    }
    never.removeAll(wrong);
    never.removeAll(lies(never));
    assertEquals(Sets.union(OF_THE_PAPER_ALONE, OF_WHAT_IS_GIVEN), never);
  }
}
