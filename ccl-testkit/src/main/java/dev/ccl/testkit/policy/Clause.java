package dev.ccl.testkit.policy;

import static java.util.Objects.requireNonNull;

import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Tolerance;
import java.util.function.Consumer;

/** One rule of a contract, bound to a subject. */
public final class Clause {
  private final String name;
  private final String rule;
  private final String cause;
  private final Consumer<Worst> search;

  private Clause(String name, String rule, String cause, Consumer<Worst> search) {
    this.name = requireNonNull(name);
    this.rule = requireNonNull(rule);
    this.cause = requireNonNull(cause);
    this.search = requireNonNull(search);
  }

  /**
   * Returns a clause.
   *
   * @param name a few words
   * @param rule what has to hold
   * @param cause what is wrong most often where it does not
   * @param search shows every comparison to its argument
   */
  static Clause of(String name, String rule, String cause, Consumer<Worst> search) {
    return new Clause(name, rule, cause, search);
  }

  /** {@return the name, a few words} */
  public String name() {
    return name;
  }

  /** {@return the rule, a sentence} */
  public String rule() {
    return rule;
  }

  /**
   * Checks the subject. A subject that throws breaks the rule.
   *
   * @return what was found; the same for every call
   */
  public Verdict check() {
    Worst worst = new Worst();
    try {
      search.accept(worst);
    } catch (RuntimeException e) {
      String place = worst.evidence().where() + " where it threw " + e;
      return new Verdict(name, cause, Evidence.zero(place, Double.NaN, Tolerance.none()));
    }
    return new Verdict(name, cause, worst.evidence());
  }

  @Override
  public String toString() {
    return name + ": " + rule;
  }
}
