package dev.ccl.theory;

import com.google.common.collect.ImmutableSet;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Findings;
import dev.ccl.testkit.Tolerance;

/**
 * One claim of the paper that can be evaluated.
 *
 * @param id its number in the list of claims, such as C07
 * @param label its LaTeX labels in the paper
 * @param sentence what it says
 * @param kind how it is checked
 * @param needs what it assumes of an instance
 * @param check compares both sides on a case
 */
public record Claim(
    String id,
    String label,
    String sentence,
    Kind kind,
    ImmutableSet<Requirement> needs,
    Check check) {

  /** The comparison of both sides. */
  @FunctionalInterface
  public interface Check {
    /**
     * Compares both sides.
     *
     * @param c where
     * @param findings receives every statement that was compared
     */
    void compare(Case c, Findings findings);
  }

  /**
   * Returns a claim.
   *
   * @param id its number
   * @param label its LaTeX labels
   * @param sentence what it says
   * @param kind how it is checked
   * @param check compares both sides
   * @param needs what it assumes
   * @return the claim
   */
  public static Claim of(
      String id, String label, String sentence, Kind kind, Check check, Requirement... needs) {
    return new Claim(id, label, sentence, kind, ImmutableSet.copyOf(needs), check);
  }

  /**
   * Tells whether the claim says something about an instance.
   *
   * @param specimen the instance
   * @return whether all its needs are met
   */
  public boolean appliesTo(Specimen specimen) {
    return needs.stream().allMatch(specimen::meets);
  }

  /**
   * Evaluates the claim. A subject that throws has failed.
   *
   * @param c a case to which it applies
   * @return what was found
   */
  public Findings evaluate(Case c) {
    Findings findings = new Findings();
    try {
      check.compare(c, findings);
    } catch (RuntimeException e) {
      findings.add(Evidence.equal("the subject threw " + e, Double.NaN, 0, Tolerance.none()));
    }
    return findings;
  }

  @Override
  public String toString() {
    return id + " (" + label + ")";
  }
}
