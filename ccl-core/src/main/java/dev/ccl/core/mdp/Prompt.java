package dev.ccl.core.mdp;

import static java.util.Objects.requireNonNull;

/**
 * A question x put to the policies.
 *
 * @param id the name by which datasets refer to it
 * @param text what a person would read; may be empty
 */
public record Prompt(String id, String text) {
  /**
   * Rejects missing parts.
   *
   * @param id the name by which datasets refer to it
   * @param text what a person would read; may be empty
   */
  public Prompt {
    requireNonNull(id, "id");
    requireNonNull(text, "text");
  }

  /**
   * Returns a prompt without text.
   *
   * @param id its name
   * @return the prompt
   */
  public static Prompt of(String id) {
    return new Prompt(id, "");
  }

  /**
   * Returns of which kind the question is, as its name says: what stands before the first slash. It
   * is known of source and target prompts alike, before anybody asks for a reward.
   *
   * @return the kind; empty if the name has no slash
   */
  public String kind() {
    return id.substring(0, Math.max(0, id.indexOf('/')));
  }
}
