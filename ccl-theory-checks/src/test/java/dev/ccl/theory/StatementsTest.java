package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Iterables;
import com.google.common.collect.Sets;
import dev.ccl.judge.Findings;
import dev.ccl.theory.Distorted.Lie;
import dev.ccl.theory.claims.Claims;
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
          "C30 a > # =",
          "C30 p ≥ # =",
          "E06 a set that is not empty =");

  /**
   * Equalities of sets, of laws and constants that are only wrong as a whole, of signs, and of what
   * is 0 while an inequality holds.
   */
  private static final ImmutableSet<String> NOT_OF_NUMBERS =
      ImmutableSet.of(
          "C01 nothing is legal after [] =",
          "C01 the answers of the forest =",
          "C01 the answers of x# =",
          "C01 the forest has answer [] =",
          "C01 the legal tokens at (x#, []) =",
          "C01 the length of answer [] =",
          "C01 the number of answers of x# =",
          "C02 legal tokens at (x#, []) =",
          "C02 log π at (x#, []) =",
          "C02 log π of answer [] =",
          "C02 the mass of all answers =",
          "C02 π at (x#, []) =",
          "C04 J of a perturbed policy above J(π*) =",
          "C04 log π* of answer [] =",
          "C05 J(π_θ) ≤ J(π_θ†) =",
          "C10 the negative part of E[zzᵀ] − e^{−2B} G_joint =",
          "C10 γ =",
          "C10 μ_joint =",
          "C16 the negative part of C_w(θ) =",
          "C24 L_st =",
          "C27 M_opt =",
          "C27 the negative part of Δ =",
          "C28 C_w(ϑ) − min ≤ M_opt on Θ =",
          "C30 C_{w*}(θ†) above its minimum =",
          "C32 a target reward is refused, prompt x# =",
          "C33 J(tea) > J(θ†) strictly =",
          "C33 eq:sm-temp-oracle-law, edge # =",
          "C33 π* = π_{w*}, edge # =",
          "E07 a set that is not empty =",
          "E12 the residual =",
          "E12 w* =");

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
    claim.evaluate(c, findings);
    kinds.removeIf(kind -> kind.contains(" threw "));
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
    Set<String> slightly = new TreeSet<>(); // those that see a millionth
    for (String name : WHERE) {
      Case c = Asymmetric.at(name);
      for (Claim claim : Iterables.concat(Claims.all(), Claims.extensions())) {
        if (claim.appliesTo(c.specimen())) {
          Distorted honest = new Distorted(c.specimen().instance(), "", Lie.NONE);
          never.addAll(stated(claim, c.with(honest), true));
          for (String question : honest.asked()) {
            for (Lie lie : Lie.values()) {
              Distorted liar = new Distorted(c.specimen().instance(), question, lie);
              Set<String> contradicting = stated(claim, c.with(liar), false);
              wrong.addAll(contradicting);
              if (lie == Lie.SLIGHTLY) {
                slightly.addAll(contradicting);
              }
            }
          }
        }
      }
    }
    Set<String> rough = new TreeSet<>(Sets.difference(wrong, slightly));
    rough.removeIf(kind -> !kind.endsWith("=") || kind.endsWith(", length ="));
    rough.removeAll(NOT_OF_NUMBERS);
    assertEquals(Set.of(), rough, "equalities that do not see a millionth");
    never.removeAll(wrong);
    never.removeAll(lies(never));
    assertEquals(Sets.union(OF_THE_PAPER_ALONE, OF_WHAT_IS_GIVEN), never);
  }
}
