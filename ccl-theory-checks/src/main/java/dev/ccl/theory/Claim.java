package dev.ccl.theory;

import com.google.common.collect.ImmutableList;
import dev.ccl.judge.Findings;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * One claim of the paper that can be evaluated.
 *
 * @param id its number in the list of claims, such as C07
 * @param label its LaTeX labels in the paper
 * @param sentence what it says
 * @param parts the checks by which it is tried, each with a sentence of its own
 */
public record Claim(String id, String label, String sentence, ImmutableList<Part> parts) {
  /**
   * Returns a claim that one check tries as a whole.
   *
   * @param id its number
   * @param label its LaTeX labels
   * @param sentence what it says
   * @param kind how it is checked
   * @param body compares both sides
   * @param needs what it assumes of an instance
   * @return the claim
   */
  public static Claim of(
      String id,
      String label,
      String sentence,
      Kind kind,
      BiConsumer<Case, Findings> body,
      Requirement... needs) {
    return of(id, label, sentence, Part.of(kind, sentence, body, needs));
  }

  /**
   * Returns a claim that several checks try.
   *
   * @param id its number
   * @param label its LaTeX labels
   * @param sentence what it says
   * @param parts the checks, of different kinds
   * @return the claim
   */
  public static Claim of(String id, String label, String sentence, Part... parts) {
    return new Claim(
        id,
        label,
        sentence,
        Arrays.stream(parts).map(part -> part.in(id)).collect(ImmutableList.toImmutableList()));
  }

  /** {@return the kinds of its parts in words, such as {@code exact, law}} */
  public String kinds() {
    return parts.stream()
        .map(part -> part.kind().text())
        .distinct()
        .collect(Collectors.joining(", "));
  }

  /**
   * Tells whether a part is of some kind.
   *
   * @param kind the kind
   * @return whether there is one
   */
  public boolean has(Kind kind) {
    return parts.stream().anyMatch(part -> part.kind() == kind);
  }

  /**
   * Tells whether the claim says something about an instance.
   *
   * @param specimen the instance
   * @return whether the needs of a part are met
   */
  public boolean appliesTo(Specimen specimen) {
    return parts.stream().anyMatch(part -> part.appliesTo(specimen));
  }

  /**
   * Evaluates all parts that apply to a case and that its effort allows.
   *
   * @param c the case
   * @return the findings of all of them
   */
  public Findings evaluate(Case c) {
    Findings findings = new Findings();
    evaluate(c, findings);
    return findings;
  }

  /**
   * Evaluates all parts that apply to a case and that its effort allows.
   *
   * @param c the case
   * @param findings receives every comparison
   */
  public void evaluate(Case c, Findings findings) {
    for (Part part : parts) {
      if (part.isTriedOn(c)) {
        part.check().evaluate(c, findings);
      }
    }
  }

  @Override
  public String toString() {
    return id + " (" + label + ")";
  }
}
