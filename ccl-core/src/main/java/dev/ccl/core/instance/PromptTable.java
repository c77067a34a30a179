package dev.ccl.core.instance;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.mdp.Prompt;
import java.util.List;
import java.util.Map;

/** One prompt of an instance: its listed states and the rewards of its answers, where known. */
public final class PromptTable {
  private final Prompt prompt;
  private final ImmutableList<StateTable> states;
  private final ImmutableMap<ImmutableIntArray, StateTable> byPrefix;
  private final ImmutableMap<ImmutableIntArray, Double> rewards;

  private PromptTable(
      Prompt prompt,
      ImmutableList<StateTable> states,
      ImmutableMap<ImmutableIntArray, StateTable> byPrefix,
      ImmutableMap<ImmutableIntArray, Double> rewards) {
    this.prompt = prompt;
    this.states = states;
    this.byPrefix = byPrefix;
    this.rewards = rewards;
  }

  /**
   * Returns a prompt with its tables.
   *
   * @param prompt the prompt
   * @param states its states, each prefix once
   * @param rewards the reward of every complete answer, or empty where rewards are unknown
   * @return the table
   */
  public static PromptTable of(
      Prompt prompt, List<StateTable> states, Map<ImmutableIntArray, Double> rewards) {
    ImmutableMap.Builder<ImmutableIntArray, StateTable> byPrefix = ImmutableMap.builder();
    states.forEach(s -> byPrefix.put(s.prefix(), s));
    return new PromptTable(
        prompt,
        ImmutableList.copyOf(states),
        byPrefix.buildOrThrow(),
        ImmutableMap.copyOf(rewards));
  }

  /**
   * Returns the prompt.
   *
   * @return x
   */
  public Prompt prompt() {
    return prompt;
  }

  /**
   * Returns the listed states in the order of the file.
   *
   * @return the states
   */
  public ImmutableList<StateTable> states() {
    return states;
  }

  /**
   * Finds a listed state.
   *
   * @param prefix the tokens before it
   * @return the state, or null if none is listed under the prefix
   */
  StateTable find(ImmutableIntArray prefix) {
    return byPrefix.get(prefix);
  }

  /**
   * Tells whether the rewards of this prompt are known.
   *
   * @return whether there are rewards
   */
  public boolean hasRewards() {
    return !rewards.isEmpty();
  }

  /**
   * Returns the rewards of all complete answers, padded to length H; empty where unknown.
   *
   * @return answers with their rewards, in the order of the file
   */
  public ImmutableMap<ImmutableIntArray, Double> rewards() {
    return rewards;
  }

  /**
   * Returns the reward of an answer.
   *
   * @param answer a complete answer
   * @return R(x, a<sub>1:H</sub>)
   */
  public double reward(ImmutableIntArray answer) {
    Double reward = rewards.get(answer);
    checkArgument(reward != null, "prompt \"%s\": no reward for answer %s", prompt.id(), answer);
    return reward;
  }

  /**
   * Returns this prompt without its rewards.
   *
   * @return a copy without rewards
   */
  public PromptTable withoutRewards() {
    return new PromptTable(prompt, states, byPrefix, ImmutableMap.of());
  }
}
