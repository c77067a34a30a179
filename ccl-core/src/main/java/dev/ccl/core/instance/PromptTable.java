package dev.ccl.core.instance;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.mdp.Prompt;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * One prompt of an instance: its listed states and the rewards of its answers, where known.
 *
 * <p>The edges of the table are the tokens of its states, in order: edge {@code firstEdge(s) + k}
 * is token k of state s. An edge that leads to no listed state stands for one complete answer (the
 * horizon is reached, or only padding follows); rewards live on these edges.
 */
public final class PromptTable {
  private final Prompt prompt;
  private final TableTree tree;
  private final double[] rewards; // empty where unknown, else NaN at edges inside the table
  private final int horizon; // 0 where rewards are unknown
  private final int pad;

  private PromptTable(Prompt prompt, TableTree tree, double[] rewards, int horizon, int pad) {
    this.prompt = prompt;
    this.tree = tree;
    this.rewards = rewards;
    this.horizon = horizon;
    this.pad = pad;
  }

  /**
   * Returns a prompt whose rewards are unknown.
   *
   * @param prompt the prompt
   * @param states its states, each prefix once, the empty one among them
   * @return the table
   */
  public static PromptTable of(Prompt prompt, List<StateTable> states) {
    return new PromptTable(prompt, TableTree.of(prompt, states), new double[0], 0, -1);
  }

  /**
   * Returns a prompt with the rewards of its answers.
   *
   * @param prompt the prompt
   * @param states its states, each prefix once, the empty one among them
   * @param rewards the reward of every complete answer, or empty where rewards are unknown
   * @return the table
   */
  public static PromptTable of(
      Prompt prompt, List<StateTable> states, Map<ImmutableIntArray, Double> rewards) {
    PromptTable table = of(prompt, states);
    if (rewards.isEmpty()) {
      return table;
    }
    int horizon = rewards.keySet().iterator().next().length();
    double[] byEdge = new double[table.edges()];
    Arrays.fill(byEdge, Double.NaN);
    int pad = -1;
    for (Map.Entry<ImmutableIntArray, Double> entry : rewards.entrySet()) {
      int e = table.tree.lastEdge(entry.getKey());
      checkArgument(
          e >= 0, "prompt \"%s\": answer %s is not feasible", prompt.id(), entry.getKey());
      byEdge[e] = entry.getValue();
      if (table.tree.depth(e) + 1 < entry.getKey().length()) {
        pad = entry.getKey().get(horizon - 1);
      }
    }
    return table.withRewards(horizon, pad, byEdge);
  }

  /**
   * Returns this prompt with the rewards of its answers.
   *
   * @param horizon H
   * @param pad the token that follows an ended answer up to the horizon
   * @param byEdge the reward of each edge that leads to no listed state, anything elsewhere; read
   * @return a copy with rewards
   */
  public PromptTable withRewards(int horizon, int pad, double[] byEdge) {
    checkArgument(byEdge.length == edges(), "one reward per edge");
    double[] copy = byEdge.clone();
    for (int e = 0; e < copy.length; e++) {
      if (child(e) >= 0) {
        copy[e] = Double.NaN;
      } else {
        checkArgument(
            copy[e] >= 0 && copy[e] <= 1,
            "prompt \"%s\": the reward at edge %s is %s, outside [0,1]",
            prompt.id(),
            e,
            copy[e]);
      }
    }
    return new PromptTable(prompt, tree, copy, horizon, pad);
  }

  /** {@return this prompt without its rewards} */
  public PromptTable withoutRewards() {
    return new PromptTable(prompt, tree, new double[0], 0, -1);
  }

  /** Returns this prompt with features and rewards of single precision. */
  PromptTable inSinglePrecision() {
    double[] byEdge = Arrays.stream(rewards).map(Vectors::single).toArray();
    return new PromptTable(prompt, tree.inSinglePrecision(), byEdge, horizon, pad);
  }

  /** {@return the prompt, x} */
  public Prompt prompt() {
    return prompt;
  }

  /** {@return the listed states in the order of the file} */
  public ImmutableList<StateTable> states() {
    return tree.states();
  }

  /** {@return the number of edges, that is of tokens over all states} */
  public int edges() {
    return tree.edges();
  }

  /**
   * Returns the first edge of a state; its edges end before those of the next one.
   *
   * @param state the place of a state in {@link #states}, or their number
   * @return an edge
   */
  public int firstEdge(int state) {
    return tree.firstEdge(state);
  }

  /**
   * Returns the state to which an edge leads.
   *
   * @param edge an edge
   * @return the place of the state in {@link #states}, or -1 if none is listed
   */
  public int child(int edge) {
    return tree.child(edge);
  }

  /** The states as a tree. */
  TableTree tree() {
    return tree;
  }

  /**
   * Tells whether the rewards of this prompt are known.
   *
   * @return whether there are rewards
   */
  public boolean hasRewards() {
    return rewards.length > 0;
  }

  /**
   * Returns the reward at an edge that leads to no listed state.
   *
   * @param edge such an edge
   * @return R of the answer that the edge decides
   */
  public double reward(int edge) {
    return rewards[edge];
  }

  /**
   * Returns the reward of an answer.
   *
   * @param answer a complete answer
   * @return R(x, a<sub>1:H</sub>)
   */
  public double reward(ImmutableIntArray answer) {
    int e = hasRewards() && answer.length() == horizon ? tree.lastEdge(answer) : -1;
    for (int i = e < 0 ? horizon : tree.depth(e) + 1; i < horizon; i++) {
      e = answer.get(i) == pad ? e : -1;
    }
    checkArgument(e >= 0, "prompt \"%s\": no reward for answer %s", prompt.id(), answer);
    return rewards[e];
  }

  /**
   * Returns the reward of the answer that begins with some tokens and has no choice after them.
   *
   * @param path the tokens; read
   * @param length how many there are
   */
  double reward(int[] path, int length) {
    checkArgument(hasRewards(), "prompt \"%s\": no rewards", prompt.id());
    int e = tree.lastEdge(path, length);
    checkArgument(e >= 0, "prompt \"%s\": no reward for these %s tokens", prompt.id(), length);
    return rewards[e];
  }

  /**
   * Lists the rewards of all complete answers, padded to length H; empty where unknown. Meant for
   * small problems.
   *
   * @return answers with their rewards, in the order of the edges
   */
  public ImmutableMap<ImmutableIntArray, Double> rewards() {
    ImmutableMap.Builder<ImmutableIntArray, Double> map = ImmutableMap.builder();
    for (int e = 0; e < rewards.length; e++) {
      if (child(e) < 0) {
        map.put(tree.answer(e, horizon, pad), rewards[e]);
      }
    }
    return map.buildOrThrow();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PromptTable
        && ((PromptTable) other).prompt.equals(prompt)
        && ((PromptTable) other).states().equals(states())
        && Arrays.equals(((PromptTable) other).rewards, rewards);
  }

  @Override
  public int hashCode() {
    return 31 * prompt.hashCode() + states().size();
  }
}
