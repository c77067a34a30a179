package dev.ccl.judge;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.function.BiConsumer;

/**
 * A rule that a subject can be held to.
 *
 * @param <S> what is checked: a family with its set, a learner, a case of a claim
 */
public final class Check<S> {
  private final String name;
  private final String rule;
  private final String cause;
  private final ImmutableSet<Need<? super S>> needs;
  private final BiConsumer<? super S, Findings> body;

  /**
   * An assumption about a subject, without which a check says nothing about it.
   *
   * @param <S> the subject
   */
  public interface Need<S> {
    /**
     * Returns the assumption.
     *
     * @return a clause that is true where the need is met
     */
    String text();

    /**
     * Tells whether a subject has what is needed.
     *
     * @param subject the subject
     * @return whether the check applies
     */
    boolean isMet(S subject);
  }

  private Check(
      String name,
      String rule,
      String cause,
      ImmutableSet<Need<? super S>> needs,
      BiConsumer<? super S, Findings> body) {
    this.name = requireNonNull(name);
    this.rule = requireNonNull(rule);
    this.cause = requireNonNull(cause);
    this.needs = needs;
    this.body = requireNonNull(body);
  }

  /**
   * Returns a check that applies to all subjects.
   *
   * @param <S> what is checked
   * @param name a few words
   * @param rule what has to hold, a sentence
   * @param cause what is wrong most often where it does not
   * @param body compares, and adds every comparison to the findings
   * @return the check
   */
  public static <S> Check<S> of(
      String name, String rule, String cause, BiConsumer<? super S, Findings> body) {
    return new Check<>(name, rule, cause, ImmutableSet.of(), body);
  }

  /**
   * Returns a check that applies to subjects that meet some needs.
   *
   * @param <S> what is checked
   * @param name a few words
   * @param rule what has to hold, a sentence
   * @param cause what is wrong most often where it does not
   * @param needs its needs
   * @param body compares, and adds every comparison to the findings
   * @return the check
   */
  public static <S> Check<S> of(
      String name,
      String rule,
      String cause,
      Iterable<? extends Need<? super S>> needs,
      BiConsumer<? super S, Findings> body) {
    return new Check<>(name, rule, cause, ImmutableSet.copyOf(needs), body);
  }

  /** {@return the name, a few words} */
  public String name() {
    return name;
  }

  /** {@return the rule, a sentence} */
  public String rule() {
    return rule;
  }

  /** {@return the likely cause of a failure} */
  public String cause() {
    return cause;
  }

  /** {@return the needs, in a fixed order} */
  public ImmutableSet<Need<? super S>> needs() {
    return needs;
  }

  /**
   * Returns the needs that a subject does not meet.
   *
   * @param subject the subject
   * @return their texts; empty where the check applies
   */
  public ImmutableList<String> unmet(S subject) {
    return needs.stream()
        .filter(need -> !need.isMet(subject))
        .map(Need::text)
        .collect(ImmutableList.toImmutableList());
  }

  /**
   * Compares, whatever is needed. A subject that throws has failed.
   *
   * @param subject the subject
   * @return the findings
   */
  public Findings evaluate(S subject) {
    Findings findings = new Findings();
    evaluate(subject, findings);
    return findings;
  }

  /**
   * Compares, whatever is needed. A subject that throws has failed.
   *
   * @param subject the subject
   * @param findings receives every comparison
   */
  public void evaluate(S subject, Findings findings) {
    try {
      body.accept(subject, findings);
    } catch (RuntimeException e) {
      String last = findings.statements() == 0 ? "" : ", last seen at " + findings.place();
      findings.add(Evidence.equal("threw " + e + last, Double.NaN, 0, Tolerance.none()));
    }
  }

  /**
   * Returns the verdict on one subject.
   *
   * @param subject the subject
   * @return the verdict; not applicable where a need is not met
   */
  public Verdict on(S subject) {
    ImmutableList<String> unmet = unmet(subject);
    Verdict none = Verdict.none(this);
    return unmet.isEmpty() ? none.plus(evaluate(subject), "") : none.without(unmet);
  }

  @Override
  public String toString() {
    return name + ": " + rule;
  }
}
