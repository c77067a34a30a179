package dev.ccl.core.instance;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.math.Segments;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.mdp.Prompt;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One prompt of an instance: its listed states as a tree and the rewards of its answers, where
 * known. Forests have an order of their own, so their edges are not those of tables.
 *
 * <p>The edges of the table are the tokens of its states, in order: edge {@code firstEdge(s) + k}
 * is token k of state s. An edge that leads to no listed state stands for one complete answer (the
 * horizon is reached, or only padding follows); rewards live on these edges.
 */
public final class PromptTable {
  private final Prompt prompt;
  private final ImmutableList<StateTable> states;
  private final int root; // the state with the empty prefix
  private final Segments edges; // of each state
  private final int[] child; // of each edge, -1 where none is listed
  private final double[] rewards; // empty where unknown, else NaN at edges inside the table
  private final int horizon; // 0 where rewards are unknown
  private final int pad;

  private PromptTable(
      Prompt prompt, ImmutableList<StateTable> states, int root, Segments edges, int[] child) {
    this.prompt = prompt;
    this.states = states;
    this.root = root;
    this.edges = edges;
    this.child = child;
    this.rewards = new double[0];
    this.horizon = 0;
    this.pad = -1;
  }

  private PromptTable(
      PromptTable tree, List<StateTable> states, double[] rewards, int horizon, int pad) {
    this.prompt = tree.prompt;
    this.states = ImmutableList.copyOf(states);
    this.root = tree.root;
    this.edges = tree.edges;
    this.child = tree.child;
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
    Map<ImmutableIntArray, Integer> byPrefix = new HashMap<>(2 * states.size());
    int[] firstEdge = new int[states.size() + 1];
    for (int s = 0; s < states.size(); s++) {
      ImmutableIntArray prefix = states.get(s).prefix();
      checkArgument(
          byPrefix.put(prefix, s) == null,
          "prompt \"%s\": state %s appears twice",
          prompt.id(),
          prefix);
      firstEdge[s + 1] = firstEdge[s] + states.get(s).tokens().length();
    }
    Integer root = byPrefix.get(ImmutableIntArray.of());
    checkArgument(root != null, "prompt \"%s\": no state has the empty prefix", prompt.id());
    int[] child = new int[firstEdge[states.size()]];
    Arrays.fill(child, -1);
    for (int s = 0; s < states.size(); s++) {
      ImmutableIntArray prefix = states.get(s).prefix();
      int last = prefix.length() - 1;
      Integer parent = last < 0 ? null : byPrefix.get(prefix.subArray(0, last));
      int k = parent == null ? -1 : states.get(parent).tokens().indexOf(prefix.get(last));
      if (k >= 0) {
        child[firstEdge[parent] + k] = s;
      }
    }
    return new PromptTable(
        prompt, ImmutableList.copyOf(states), root, Segments.of(firstEdge), child);
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
      int e = table.lastEdge(entry.getKey());
      checkArgument(
          e >= 0, "prompt \"%s\": answer %s is not feasible", prompt.id(), entry.getKey());
      byEdge[e] = entry.getValue();
      if (table.depth(e) + 1 < entry.getKey().length()) {
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
    return new PromptTable(this, states, copy, horizon, pad);
  }

  /** Returns this prompt without its rewards. */
  PromptTable withoutRewards() {
    return new PromptTable(this, states, new double[0], 0, -1);
  }

  /** Returns this prompt with features and rewards of single precision. */
  PromptTable inSinglePrecision() {
    List<StateTable> rounded = states.stream().map(StateTable::inSinglePrecision).toList();
    double[] byEdge = Arrays.stream(rewards).map(Vectors::single).toArray();
    return new PromptTable(this, rounded, byEdge, horizon, pad);
  }

  /** {@return the prompt, x} */
  public Prompt prompt() {
    return prompt;
  }

  /** {@return the listed states in the order of the file} */
  public ImmutableList<StateTable> states() {
    return states;
  }

  /** {@return the number of edges, that is of tokens over all states} */
  public int edges() {
    return child.length;
  }

  /**
   * Returns the first edge of a state; its edges end before those of the next one.
   *
   * @param state the place of a state in {@link #states}, or their number
   * @return an edge
   */
  int firstEdge(int state) {
    return edges.first(state);
  }

  /**
   * Returns the state to which an edge leads.
   *
   * @param edge an edge
   * @return the place of the state in {@link #states}, or -1 if none is listed
   */
  public int child(int edge) {
    return child[edge];
  }

  /** {@return whether the rewards of this prompt are known} */
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
    int e = hasRewards() && answer.length() == horizon ? lastEdge(answer) : -1;
    for (int i = e < 0 ? horizon : depth(e) + 1; i < horizon; i++) {
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
    int e = lastEdge(path, length);
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
        map.put(answer(e, horizon, pad), rewards[e]);
      }
    }
    return map.buildOrThrow();
  }

  /** The place of the state with the empty prefix. */
  int root() {
    return root;
  }

  /** The state under a prefix, or null if none is listed. */
  StateTable find(ImmutableIntArray prefix) {
    int s = root;
    for (int i = 0; i < prefix.length(); i++) {
      int k = states.get(s).tokens().indexOf(prefix.get(i));
      s = k < 0 ? -1 : child[edges.first(s) + k];
      if (s < 0) {
        return null;
      }
    }
    return states.get(s);
  }

  /** The edge that decides an answer, or -1 if it leaves the table before; the rest is ignored. */
  int lastEdge(ImmutableIntArray answer) {
    int s = root;
    for (int i = 0; i < answer.length(); i++) {
      int k = states.get(s).tokens().indexOf(answer.get(i));
      if (k < 0) {
        return -1;
      }
      int e = edges.first(s) + k;
      if (child[e] < 0) {
        return e;
      }
      s = child[e];
    }
    return -1;
  }

  /**
   * The edge that decides the answer which begins with some tokens and has no choice after them, or
   * -1 if there is none.
   */
  int lastEdge(int[] path, int length) {
    int e = -1;
    int s = root;
    for (int i = 0; s >= 0; i++) {
      ImmutableIntArray tokens = states.get(s).tokens();
      int k = i < length ? tokens.indexOf(path[i]) : 0;
      if (k < 0 || (i >= length && tokens.length() > 1)) {
        return -1;
      }
      e = edges.first(s) + k;
      s = child[e];
    }
    return e;
  }

  /** The number of tokens before an edge. */
  int depth(int edge) {
    return states.get(edges.segmentOf(edge)).prefix().length();
  }

  /** The answer behind an edge that leads to no listed state, without padding. */
  ImmutableIntArray decided(int edge) {
    int s = edges.segmentOf(edge);
    return append(states.get(s).prefix(), states.get(s).tokens().get(edge - edges.first(s)));
  }

  /** The complete answer behind an edge that leads to no listed state. */
  ImmutableIntArray answer(int edge, int length, int padding) {
    ImmutableIntArray.Builder answer = ImmutableIntArray.builder(length).addAll(decided(edge));
    for (int i = depth(edge) + 1; i < length; i++) {
      answer.add(padding);
    }
    return answer.build();
  }

  private static ImmutableIntArray append(ImmutableIntArray prefix, int token) {
    return ImmutableIntArray.builder(prefix.length() + 1).addAll(prefix).add(token).build();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PromptTable
        && ((PromptTable) other).prompt.equals(prompt)
        && ((PromptTable) other).states.equals(states)
        && Arrays.equals(((PromptTable) other).rewards, rewards);
  }

  @Override
  public int hashCode() {
    return 31 * prompt.hashCode() + states.size();
  }
}
