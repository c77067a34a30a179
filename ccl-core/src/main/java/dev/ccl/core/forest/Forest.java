package dev.ccl.core.forest;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.base.Preconditions.checkState;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;

/**
 * The prefix trees of a list of distinct prompts, stored flat. A node is a state s, an edge a legal
 * token at it; the edges of a node are contiguous, and parents come before children.
 *
 * <p>Tails that every policy continues in the same way (padding after {@code EOS}, a forced token
 * before the horizon) are left out: they have log-ratio 0 and score 0. So an edge whose child is
 * {@link #LEAF} stands for one complete answer, and {@link #answer} spells it out.
 *
 * <p>A complete forest is immutable and may be shared between threads. A lazy one grows by {@link
 * #grow} where somebody walks, up to its budget, and belongs to one thread.
 */
public final class Forest {
  /** The child of an edge with which the answer is determined. */
  public static final int LEAF = -1;

  /** The child of an edge of a lazy forest that nobody has walked yet. */
  public static final int UNGROWN = -2;

  /** The number of edges that {@link #complete(TokenMdp, List)} allows. */
  public static final long DEFAULT_BUDGET = 20_000_000;

  private final TokenMdp mdp;
  private final ImmutableList<Prompt> prompts;
  private final long budget;
  private int nodes;
  private int edges;
  private int[] firstEdge = new int[16];
  private int[] parentEdge = new int[16];
  private int[] token = new int[64];
  private int[] child = new int[64];
  private int[] node = new int[64];
  private final int[] seenAt; // the last node at which a token was legal
  private int ungrown;

  private Forest(TokenMdp mdp, List<Prompt> prompts, long budget) {
    checkArgument(
        new HashSet<>(prompts).size() == prompts.size(), "prompts: the list has duplicates");
    this.mdp = mdp;
    this.prompts = ImmutableList.copyOf(prompts);
    this.budget = Math.min(budget, Integer.MAX_VALUE - 16);
    this.seenAt = new int[mdp.vocabulary().size()];
    Arrays.fill(seenAt, -1);
  }

  /**
   * Grows the whole forest, level by level over all prompts.
   *
   * @param mdp the token MDP
   * @param prompts distinct prompts; the root of the i-th is node i
   * @return the forest
   * @throws BudgetExceededException if it has more than {@link #DEFAULT_BUDGET} edges
   */
  public static Forest complete(TokenMdp mdp, List<Prompt> prompts) {
    return complete(mdp, prompts, DEFAULT_BUDGET);
  }

  /**
   * Grows the whole forest, level by level over all prompts. The edges are counted first, so a
   * forest over the budget is refused before memory is spent on it.
   *
   * @param mdp the token MDP
   * @param prompts distinct prompts; the root of the i-th is node i
   * @param budget the largest number of edges
   * @return the forest
   * @throws BudgetExceededException if it has more edges
   */
  public static Forest complete(TokenMdp mdp, List<Prompt> prompts, long budget) {
    Forest forest = new Forest(mdp, prompts, budget);
    long count = 0;
    for (Prompt prompt : prompts) {
      count = countEdges(mdp, mdp.start(prompt), count, forest.budget);
    }
    forest.reserve((int) count);
    Queue<State> open = new ArrayDeque<>(); // the states of nodes with ungrown edges, in order
    for (Prompt prompt : prompts) {
      forest.plantOpen(mdp.start(prompt), -1, open);
    }
    State state = null;
    int at = -1;
    for (int e = 0; e < forest.edges; e++) {
      if (forest.child[e] == UNGROWN) {
        if (forest.node[e] != at) {
          at = forest.node[e];
          state = open.remove();
        }
        forest.child[e] = forest.plantOpen(mdp.append(state, forest.token[e]), e, open);
        forest.ungrown--;
      }
    }
    return forest;
  }

  /**
   * Returns a forest with only its roots, which grows where it is walked.
   *
   * @param mdp the token MDP
   * @param prompts distinct prompts; the root of the i-th is node i
   * @param budget the largest number of edges it may reach
   * @return the forest
   */
  public static Forest lazy(TokenMdp mdp, List<Prompt> prompts, long budget) {
    Forest forest = new Forest(mdp, prompts, budget);
    forest.plantRoots();
    return forest;
  }

  /**
   * Returns the MDP whose prefixes these are.
   *
   * @return the token MDP
   */
  public TokenMdp mdp() {
    return mdp;
  }

  /** {@return the prompts; the root of the i-th is node i} */
  public ImmutableList<Prompt> prompts() {
    return prompts;
  }

  /**
   * Returns the number of nodes grown so far.
   *
   * @return the number of nodes
   */
  public int nodes() {
    return nodes;
  }

  /**
   * Returns the number of edges grown so far.
   *
   * @return the number of edges
   */
  public int edges() {
    return edges;
  }

  /**
   * Tells whether nothing is left to grow.
   *
   * @return whether no edge is {@link #UNGROWN}
   */
  public boolean isComplete() {
    return ungrown == 0;
  }

  /** Fails unless the forest is complete; exact sweeps call it before they spend anything. */
  public void requireComplete() {
    checkState(
        isComplete(),
        "exact evaluation needs a complete forest, and %s edges of this one have not been grown",
        ungrown);
  }

  /**
   * Returns the first edge of a node. Its edges end before the first edge of the next node, and
   * {@code firstEdge(nodes())} is the number of edges.
   *
   * @param s a node, or {@code nodes()}
   * @return an edge
   */
  public int firstEdge(int s) {
    return s == nodes ? edges : firstEdge[s];
  }

  /**
   * Returns the number of legal tokens |𝓑(s)|.
   *
   * @param s a node
   * @return the number of its edges
   */
  public int degree(int s) {
    return firstEdge(s + 1) - firstEdge[s];
  }

  /**
   * Returns the token of an edge.
   *
   * @param e an edge
   * @return its token number
   */
  public int token(int e) {
    return token[e];
  }

  /**
   * Returns the node at which an edge starts.
   *
   * @param e an edge
   * @return its node
   */
  public int node(int e) {
    return node[e];
  }

  /**
   * Returns the node at which an edge ends.
   *
   * @param e an edge
   * @return a node, {@link #LEAF} or {@link #UNGROWN}
   */
  public int child(int e) {
    return child[e];
  }

  /**
   * Returns the edge that leads to a node.
   *
   * @param s a node
   * @return an edge, or -1 for a root
   */
  public int parentEdge(int s) {
    return parentEdge[s];
  }

  /**
   * Returns the number of tokens before a node.
   *
   * @param s a node
   * @return h - 1
   */
  public int depth(int s) {
    int depth = 0;
    for (int e = parentEdge[s]; e >= 0; e = parentEdge[node[e]]) {
      depth++;
    }
    return depth;
  }

  /**
   * Returns the state of a node.
   *
   * @param s a node
   * @return the state with its legal tokens, in the order of the node's edges
   */
  public State state(int s) {
    int e = parentEdge[s];
    return e < 0 ? mdp.start(prompts.get(s)) : mdp.append(state(node[e]), token[e]);
  }

  /**
   * Visits every node grown so far together with its state, parents before children and one prompt
   * after the other. This costs one transition a node, while {@link #state} walks from the root.
   *
   * @param visitor what to do with each
   */
  public void forEachNode(NodeVisitor visitor) {
    for (int r = 0; r < prompts.size(); r++) {
      visit(r, mdp.start(prompts.get(r)), visitor);
    }
  }

  private void visit(int s, State state, NodeVisitor visitor) {
    visitor.visit(s, state);
    for (int e = firstEdge[s]; e < firstEdge(s + 1); e++) {
      if (child[e] >= 0) {
        visit(child[e], mdp.append(state, token[e]), visitor);
      }
    }
  }

  /** What to do with a node and its state. */
  @FunctionalInterface
  public interface NodeVisitor {
    /**
     * Looks at one node.
     *
     * @param s the node
     * @param state its state
     */
    void visit(int s, State state);
  }

  /**
   * Returns the complete answer for which a leaf edge stands.
   *
   * @param e an edge whose child is {@link #LEAF}
   * @return H tokens
   */
  public ImmutableIntArray answer(int e) {
    checkArgument(child[e] == LEAF, "edge %s is not a leaf", e);
    return mdp.complete(mdp.append(state(node[e]), token[e]));
  }

  /**
   * Returns the root above an edge.
   *
   * @param e an edge
   * @return the node of its prompt
   */
  public int root(int e) {
    int s = node[e];
    while (parentEdge[s] >= 0) {
      s = node[parentEdge[s]];
    }
    return s;
  }

  /**
   * Reads off the tokens from the root to an edge, its own included.
   *
   * @param e an edge
   * @param out at least H numbers long; the first ones are overwritten
   * @return how many tokens there are
   */
  public int path(int e, int[] out) {
    int length = 0;
    for (int at = e; at >= 0; at = parentEdge[node[at]]) {
      length++;
    }
    int i = length;
    for (int at = e; at >= 0; at = parentEdge[node[at]]) {
      out[--i] = token[at];
    }
    return length;
  }

  /**
   * Returns the child of an edge and grows it first where needed.
   *
   * @param e an edge
   * @return a node, or {@link #LEAF}
   * @throws BudgetExceededException if the budget does not allow the node's edges
   */
  public int grow(int e) {
    if (child[e] == UNGROWN) {
      State state = mdp.append(state(node[e]), token[e]);
      int s = plant(state, e);
      child[e] = s;
      ungrown--;
    }
    return child[e];
  }

  private void plantRoots() {
    for (Prompt prompt : prompts) {
      plant(mdp.start(prompt), -1);
    }
  }

  private int plantOpen(State state, int parent, Queue<State> open) {
    int before = ungrown;
    int s = plant(state, parent);
    if (ungrown > before) {
      open.add(state);
    }
    return s;
  }

  private int plant(State state, int parent) {
    ImmutableIntArray legal = state.legal();
    int k = legal.length();
    if (edges + (long) k > budget) {
      throw new BudgetExceededException(budget);
    }
    reserveNode();
    if (edges + k > token.length) {
      reserve(Math.max(edges + k, token.length + (token.length >> 1)));
    }
    int s = nodes++;
    firstEdge[s] = edges;
    parentEdge[s] = parent;
    boolean last = state.step() == mdp.horizon();
    for (int i = 0; i < k; i++) {
      int a = legal.get(i);
      checkLegal(state, a, s);
      token[edges] = a;
      node[edges] = s;
      boolean leaf = last || mdp.isForced(mdp.append(state, a));
      child[edges] = leaf ? LEAF : UNGROWN;
      ungrown += leaf ? 0 : 1;
      edges++;
    }
    return s;
  }

  private void checkLegal(State state, int a, int s) {
    checkArgument(
        a >= 0 && a < seenAt.length && seenAt[a] != s,
        "the feasibility rule lists token %s wrongly (unknown or twice) at %s",
        a,
        state);
    seenAt[a] = s;
  }

  private void reserveNode() {
    if (nodes == firstEdge.length) {
      int size = nodes + (nodes >> 1);
      firstEdge = Arrays.copyOf(firstEdge, size);
      parentEdge = Arrays.copyOf(parentEdge, size);
    }
  }

  private void reserve(int size) {
    token = Arrays.copyOf(token, size);
    child = Arrays.copyOf(child, size);
    node = Arrays.copyOf(node, size);
  }

  private static long countEdges(TokenMdp mdp, State state, long before, long budget) {
    long count = before + state.legal().length();
    if (count > budget) {
      throw new BudgetExceededException(budget);
    }
    if (state.step() == mdp.horizon()) {
      return count;
    }
    for (int k = 0; k < state.legal().length(); k++) {
      State next = mdp.append(state, state.legal().get(k));
      if (!mdp.isForced(next)) {
        count = countEdges(mdp, next, count, budget);
      }
    }
    return count;
  }
}
