package dev.ccl.core.mdp;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The deterministic token MDP: a vocabulary, a rule for the legal tokens and the horizon H
 * (def:ced-feasible-trajectories). Appending a token is the only transition.
 */
public final class TokenMdp {
  private static final ImmutableIntArray NONE = ImmutableIntArray.of();

  private final Vocabulary vocabulary;
  private final FeasibilityRule rule;
  private final int horizon;

  private TokenMdp(Vocabulary vocabulary, FeasibilityRule rule, int horizon) {
    this.vocabulary = requireNonNull(vocabulary);
    this.rule = requireNonNull(rule);
    this.horizon = horizon;
  }

  /**
   * Returns a token MDP.
   *
   * @param vocabulary 𝒜
   * @param rule the legal tokens of every state
   * @param horizon H, at least 1
   * @return the MDP
   */
  public static TokenMdp of(Vocabulary vocabulary, FeasibilityRule rule, int horizon) {
    checkArgument(horizon >= 1, "horizon: %s is not at least 1", horizon);
    return new TokenMdp(vocabulary, rule, horizon);
  }

  /** {@return the token set} */
  public Vocabulary vocabulary() {
    return vocabulary;
  }

  /** {@return the number of tokens of every answer, H} */
  public int horizon() {
    return horizon;
  }

  /**
   * Returns the state in which generation starts.
   *
   * @param prompt x
   * @return (x, ∅)
   */
  public State start(Prompt prompt) {
    return state(prompt, NONE);
  }

  /**
   * Returns the state after one more token.
   *
   * @param state a state before the horizon
   * @param token one of its legal tokens
   * @return the state with the token appended
   */
  public State append(State state, int token) {
    checkArgument(state.legal().contains(token), "token %s is illegal at %s", token, state);
    return state(
        state.prompt(),
        ImmutableIntArray.builder(state.step()).addAll(state.prefix()).add(token).build());
  }

  /**
   * Tells whether the answer is complete.
   *
   * @param state any state
   * @return whether it has H tokens
   */
  public boolean isTerminal(State state) {
    return state.prefix().length() == horizon;
  }

  /**
   * Tells whether every policy continues from the state in the same way, because one token is legal
   * at it and at each state after it (padding, a forced {@code EOS}). Such tails have log-ratio 0
   * and score 0 for all policies.
   *
   * @param state any state
   * @return whether 𝒜(s) has exactly one element
   */
  public boolean isForced(State state) {
    return forced(state) != null;
  }

  /**
   * The only answer behind a state, or null if there are more. A tail of one token repeated, such
   * as padding, is written once, and its prefixes are views of it: long answers have long tails.
   */
  private ImmutableIntArray forced(State state) {
    State at = state;
    while (!isTerminal(at)) {
      if (at.legal().length() != 1) {
        return null;
      }
      int token = at.legal().get(0);
      int length = at.prefix().length();
      int[] tokens = Arrays.copyOf(at.prefix().toArray(), horizon);
      Arrays.fill(tokens, length, horizon, token);
      ImmutableIntArray all = ImmutableIntArray.copyOf(tokens);
      do {
        length++;
        at = state(at.prompt(), all.subArray(0, length));
      } while (!isTerminal(at) && at.legal().length() == 1 && at.legal().get(0) == token);
    }
    return at.prefix();
  }

  /**
   * Returns the complete answer behind a forced state.
   *
   * @param state a state for which {@link #isForced} holds
   * @return its prefix followed by its only continuation, H tokens
   */
  public ImmutableIntArray complete(State state) {
    ImmutableIntArray answer = forced(state);
    checkArgument(answer != null, "%s has more than one continuation", state);
    return answer;
  }

  /**
   * Visits every non-terminal state that can be reached from a prompt, parents before children.
   *
   * @param prompt x
   * @param visitor what to do with each
   */
  public void forEachState(Prompt prompt, Consumer<State> visitor) {
    visitStates(start(prompt), visitor);
  }

  /**
   * Lists the feasible answers 𝒜(x), each with H tokens. Meant for small problems.
   *
   * @param prompt x
   * @return all answers
   */
  public List<ImmutableIntArray> answers(Prompt prompt) {
    List<ImmutableIntArray> answers = new ArrayList<>();
    collectAnswers(start(prompt), answers);
    return answers;
  }

  /**
   * Returns the tokens of a sequence as text.
   *
   * @param tokens token numbers
   * @return the tokens, separated by blanks
   */
  public String text(ImmutableIntArray tokens) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < tokens.length(); i++) {
      text.append(i == 0 ? "" : " ").append(vocabulary.token(tokens.get(i)));
    }
    return text.toString();
  }

  private void visitStates(State state, Consumer<State> visitor) {
    if (!isTerminal(state)) {
      visitor.accept(state);
      for (int k = 0; k < state.legal().length(); k++) {
        visitStates(append(state, state.legal().get(k)), visitor);
      }
    }
  }

  private void collectAnswers(State state, List<ImmutableIntArray> answers) {
    if (isTerminal(state)) {
      answers.add(state.prefix());
      return;
    }
    for (int k = 0; k < state.legal().length(); k++) {
      collectAnswers(append(state, state.legal().get(k)), answers);
    }
  }

  private State state(Prompt prompt, ImmutableIntArray prefix) {
    if (prefix.length() == horizon) {
      return new State(prompt, prefix, NONE);
    }
    ImmutableIntArray legal = rule.legal(prompt, prefix);
    if (legal.isEmpty()) {
      throw new IllegalStateException(
          "the feasibility rule leaves no legal token at (" + prompt.id() + ", " + prefix + ")");
    }
    return new State(prompt, prefix, legal);
  }
}
