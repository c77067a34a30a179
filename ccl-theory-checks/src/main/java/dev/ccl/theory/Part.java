package dev.ccl.theory;

import com.google.common.collect.ImmutableSet;
import dev.ccl.judge.Check;
import dev.ccl.judge.Findings;
import java.util.function.BiConsumer;

/**
 * One of the checks that try a claim: its rule says what is compared, exactly, in rounds or in
 * runs.
 *
 * @param kind how it compares
 * @param needs what it assumes of an instance
 * @param check the check, named after the claim and the kind, such as {@code C13 run}
 */
public record Part(Kind kind, ImmutableSet<Requirement> needs, Check<Case> check) {
  /**
   * Returns a part.
   *
   * @param kind how it compares
   * @param rule what has to hold, a sentence
   * @param body compares both sides
   * @param needs what it assumes of an instance
   * @return the part, of no claim yet
   */
  public static Part of(
      Kind kind, String rule, BiConsumer<Case, Findings> body, Requirement... needs) {
    ImmutableSet<Requirement> all = ImmutableSet.copyOf(needs);
    return new Part(kind, all, Check.of(kind.text(), rule, kind.cause(), all, body));
  }

  /** This part of a claim. */
  Part in(String claim) {
    return new Part(
        kind,
        needs,
        Check.of(claim + " " + kind.text(), check.rule(), check.cause(), needs, check::evaluate));
  }

  /** {@return the name, such as {@code C13 run}} */
  public String name() {
    return check.name();
  }

  /**
   * Tells whether the part says something about an instance.
   *
   * @param specimen the instance
   * @return whether all its needs are met
   */
  public boolean appliesTo(Specimen specimen) {
    return needs.stream().allMatch(specimen::meets);
  }

  /**
   * Tells whether the part applies to a case whose effort is enough.
   *
   * @param c the case
   * @return whether it can be evaluated there
   */
  public boolean isTriedOn(Case c) {
    return kind.effort().compareTo(c.effort()) <= 0 && appliesTo(c.specimen());
  }

  @Override
  public String toString() {
    return check.toString();
  }
}
