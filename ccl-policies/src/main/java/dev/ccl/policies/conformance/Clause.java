package dev.ccl.policies.conformance;

import static java.util.Objects.requireNonNull;

import java.util.function.Consumer;

/** One rule of a contract, bound to a subject. */
public final class Clause {
  private final String name;
  private final String rule;
  private final Consumer<Worst> search;

  private Clause(String name, String rule, Consumer<Worst> search) {
    this.name = requireNonNull(name);
    this.rule = requireNonNull(rule);
    this.search = requireNonNull(search);
  }

  static Clause of(String name, String rule, Consumer<Worst> search) {
    return new Clause(name, rule, search);
  }

  /**
   * Returns the name.
   *
   * @return a few words
   */
  public String name() {
    return name;
  }

  /**
   * Returns the rule.
   *
   * @return a sentence
   */
  public String rule() {
    return rule;
  }

  /**
   * Checks the subject. A subject that throws breaks the rule.
   *
   * @return what was found; the same for every call
   */
  public Evidence check() {
    Worst worst = new Worst();
    try {
      search.accept(worst);
    } catch (RuntimeException e) {
      return new Evidence(name, false, Double.NaN, 0, worst.place() + " where it threw " + e);
    }
    return worst.evidence(name);
  }

  @Override
  public String toString() {
    return name + ": " + rule;
  }
}
