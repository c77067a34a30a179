package dev.ccl.core.mdp;

import static java.util.Objects.requireNonNull;

/**
 * A question x put to the policies. Nothing is read out of its id.
 *
 * @param id the name by which datasets refer to it
 * @param text words for people; may be empty
 * @param kind the class of questions to which it belongs, which anybody can tell from the question
 *     alone and never from its right answer; known of source and target prompts alike, so that
 *     learners may read it. All prompts with an empty kind are of one kind
 * @param group the prompts from which one learns about it, such as those about the same pair of
 *     numbers, stay on its side of a split and in its fold of a cross-validation; empty for a
 *     prompt that is a group of its own
 */
public record Prompt(String id, String text, String kind, String group) {
  /**
   * Rejects missing parts.
   *
   * @param id the name by which datasets refer to it
   * @param text words for people; may be empty
   * @param kind the class of questions to which it belongs; may be empty
   * @param group the prompts from which one learns about it; may be empty
   */
  public Prompt {
    requireNonNull(id, "id");
    requireNonNull(text, "text");
    requireNonNull(kind, "kind");
    requireNonNull(group, "group");
  }

  /**
   * Makes a prompt without kind and group.
   *
   * @param id the name by which datasets refer to it
   * @param text words for people; may be empty
   */
  public Prompt(String id, String text) {
    this(id, text, "", "");
  }

  /**
   * Returns a prompt without text, kind and group.
   *
   * @param id its name
   * @return the prompt
   */
  public static Prompt of(String id) {
    return new Prompt(id, "");
  }

  /**
   * Returns this prompt with another kind.
   *
   * @param newKind the class of questions to which it belongs; empty for none
   * @return a prompt that differs in nothing else
   */
  public Prompt withKind(String newKind) {
    return new Prompt(id, text, newKind, group);
  }
}
