package dev.ccl.lm.format;

import dev.ccl.lm.token.ChatTemplate;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How a model is opened.
 *
 * @param template how to put questions to it; empty for what the model says
 * @param activations what weights are multiplied with
 * @param memory bytes that weights may take as floats; beyond it they stay in their file, with the
 *     same numbers
 * @param notice told, before a large model is read, what it takes
 */
public record Opening(
    Optional<ChatTemplate> template,
    Activations activations,
    long memory,
    Consumer<String> notice) {

  /** Floats that take half of the memory of the process at most, in the template of the model. */
  public static final Opening DEFAULT =
      new Opening(
          Optional.empty(),
          Activations.FLOATS,
          Runtime.getRuntime().maxMemory() / 2,
          message -> {});

  /**
   * Returns the same with a template, whatever the model says.
   *
   * @param other the template
   * @return a copy
   */
  public Opening withTemplate(ChatTemplate other) {
    return new Opening(Optional.of(other), activations, memory, notice);
  }

  /**
   * Returns the same with other vectors.
   *
   * @param other what weights are multiplied with
   * @return a copy
   */
  public Opening withActivations(Activations other) {
    return new Opening(template, other, memory, notice);
  }

  /**
   * Returns the same with more or less memory for floats.
   *
   * @param bytes at least 0
   * @return a copy
   */
  public Opening withMemory(long bytes) {
    return new Opening(template, activations, bytes, notice);
  }

  /**
   * Returns the same with somebody who is told what a large model takes.
   *
   * @param listener told one line
   * @return a copy
   */
  public Opening withNotice(Consumer<String> listener) {
    return new Opening(template, activations, memory, listener);
  }
}
