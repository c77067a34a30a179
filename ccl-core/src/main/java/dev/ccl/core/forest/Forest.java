package dev.ccl.core.forest;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.math.Segments;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The prefix trees of a list of distinct prompts, stored flat. A node is a state s, an edge a legal
 * token at it; the edges of a node are contiguous, and parents come before children.
 *
 * <p>Tails that every policy continues in the same way (padding after {@code EOS}, a forced token
 * before the horizon) are left out: they have log-ratio 0 and score 0. So an edge whose child is
 * {@link #LEAF} stands for one complete answer, and {@link #answer} spells it out.
 *
 * <p>A forest is immutable and may be shared between threads. Trees too large for memory grow where
 * runs walk: {@link dev.ccl.core.growing.GrowingForest}.
 */
public final class Forest implements Trees, Nodes {
  /** The number of edges that {@link #complete(TokenMdp, List)} allows. */
  public static final long DEFAULT_BUDGET = 20_000_000;

  private final TokenMdp mdp;
  private final ImmutableList<Prompt> prompts;
  private final Segments edgesOfNodes;
  private final int[] parentEdge; // of each node
  private final int[] token; // of each edge, as the two below
  private final int[] child;
  private final int[] node;
  private final NodeBlocks blocks;

  Forest(
      TokenMdp mdp,
      ImmutableList<Prompt> prompts,
      Segments edgesOfNodes,
      int[] parentEdge,
      int[] token,
      int[] child,
      int[] node) {
    this.mdp = mdp;
    this.prompts = prompts;
    this.edgesOfNodes = edgesOfNodes;
    this.parentEdge = parentEdge;
    this.token = token;
    this.child = child;
    this.node = node;
    this.blocks = NodeBlocks.of(this);
  }

  /**
   * Builds the whole forest, level by level over all prompts.
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
   * Builds the whole forest, level by level over all prompts. The edges are counted first, so a
   * forest over the budget is refused before memory is spent on it.
   *
   * @param mdp the token MDP
   * @param prompts distinct prompts; the root of the i-th is node i
   * @param budget the largest number of edges
   * @return the forest
   * @throws BudgetExceededException if it has more edges
   */
  public static Forest complete(TokenMdp mdp, List<Prompt> prompts, long budget) {
    return new ForestBuilder(mdp, ImmutableList.copyOf(prompts), budget).forest();
  }

  @Override
  public TokenMdp mdp() {
    return mdp;
  }

  @Override
  public ImmutableList<Prompt> prompts() {
    return prompts;
  }

  @Override
  public boolean isWhole() {
    return true;
  }

  @Override
  public Forest whole() {
    return this;
  }

  @Override
  public int nodes() {
    return parentEdge.length;
  }

  /** {@return the number of edges} */
  public int edges() {
    return child.length;
  }

  /** {@return the edges of each node as segments, for kernels that work on runs of nodes} */
  public Segments edgesOfNodes() {
    return edgesOfNodes;
  }

  /** {@return the cut into blocks} */
  public NodeBlocks blocks() {
    return blocks;
  }

  @Override
  public int firstEdge(int s) {
    return edgesOfNodes.first(s);
  }

  /**
   * Returns the number of legal tokens |𝓑(s)|.
   *
   * @param s a node
   * @return the number of its edges
   */
  public int degree(int s) {
    return edgesOfNodes.length(s);
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
   * Returns the edge before an edge on the path from the root.
   *
   * @param e an edge
   * @return an edge, or -1 if {@code e} starts at a root
   */
  public int edgeAbove(int e) {
    return parentEdge[node[e]];
  }

  @Override
  public int child(int e) {
    return child[e];
  }

  @Override
  public int parentEdge(int s) {
    return parentEdge[s];
  }

  @Override
  public int parent(int s) {
    return parentEdge[s] < 0 ? -1 : node[parentEdge[s]];
  }

  /**
   * Returns the number of tokens before a node.
   *
   * @param s a node
   * @return h - 1
   */
  public int depth(int s) {
    int depth = 0;
    for (int above = parent(s); above >= 0; above = parent(above)) {
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
    if (parentEdge[s] < 0) {
      return mdp.start(prompts.get(s));
    }
    int[] tokens = new int[mdp.horizon()];
    int length = path(parentEdge[s], tokens);
    State state = mdp.start(prompts.get(root(parentEdge[s])));
    for (int h = 0; h < length; h++) {
      state = mdp.append(state, tokens[h]);
    }
    return state;
  }

  /**
   * Visits every node together with its state, parents before children and one prompt after the
   * other. This costs one transition per node, while {@link #state} walks from the root.
   *
   * @param visitor what to do with each
   */
  public void forEachNode(NodeVisitor visitor) {
    Deque<Visit> open = new ArrayDeque<>(); // not the stack of the thread: trees may be deep
    for (int r = 0; r < prompts.size(); r++) {
      open.push(new Visit(r, mdp.start(prompts.get(r))));
      while (!open.isEmpty()) {
        Visit next = open.pop();
        visitor.visit(next.node, next.state);
        for (int e = firstEdge(next.node + 1) - 1; e >= firstEdge(next.node); e--) {
          if (child[e] >= 0) {
            open.push(new Visit(child[e], mdp.append(next.state, token[e])));
          }
        }
      }
    }
  }

  private record Visit(int node, State state) {}

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
    while (parent(s) >= 0) {
      s = parent(s);
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
    for (int at = e; at >= 0; at = edgeAbove(at)) {
      length++;
    }
    int i = length;
    for (int at = e; at >= 0; at = edgeAbove(at)) {
      out[--i] = token[at];
    }
    return length;
  }
}
