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
}
