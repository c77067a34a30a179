package dev.ccl.core.mdp;

import static java.util.Objects.requireNonNull;

import com.google.common.primitives.ImmutableIntArray;

/**
 * A prefix state s = (x, a<sub>1:h-1</sub>) together with its legal tokens 𝓑(s), in the order in
 * which policies list their logits. Two states are equal when prompt and prefix are.
 */
public final class State {
  private final Prompt prompt;
  private final ImmutableIntArray prefix;
  private final ImmutableIntArray legal;

  State(Prompt prompt, ImmutableIntArray prefix, ImmutableIntArray legal) {
    this.prompt = requireNonNull(prompt);
    this.prefix = requireNonNull(prefix);
    this.legal = requireNonNull(legal);
  }

  /** {@return the prompt, x} */
  public Prompt prompt() {
    return prompt;
  }

  /** {@return the tokens generated so far, a<sub>1:h-1</sub>} */
  public ImmutableIntArray prefix() {
    return prefix;
  }

  /** {@return 𝓑(s), the legal tokens; empty exactly at a terminal state} */
  public ImmutableIntArray legal() {
    return legal;
  }

  /** {@return the step at which the next token is chosen, starting at 1, h} */
  public int step() {
    return prefix.length() + 1;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof State
        && ((State) other).prompt.equals(prompt)
        && ((State) other).prefix.equals(prefix);
  }

  @Override
  public int hashCode() {
    return 31 * prompt.id().hashCode() + prefix.hashCode();
  }

  @Override
  public String toString() {
    return "(" + prompt.id() + ", " + prefix + ")";
  }
}
