package dev.ccl.core.growing;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.forest.Nodes;
import dev.ccl.core.random.Purpose;
import java.util.Arrays;
import java.util.function.BiConsumer;

/**
 * A batch of rollouts of one policy: the states it visits, in flat arrays, and how many rollouts
 * pass through each. A state is visited once, however many rollouts pass it: their number is split
 * over its tokens by an exact multinomial, which is equal in law to rollouts drawn one by one.
 *
 * <p>Nodes are numbered level by level, in each level by prompt and then by token, and the draws at
 * a state belong to the name of its path. So neither the numbers nor their order depend on what had
 * been known before. A {@link RolloutSampler} draws it.
 */
public final class Flow implements Nodes {
  private KnownState[] state = new KnownState[64];
  private double[] count = new double[64]; // rollouts through each node
  private int[] firstEdge = new int[65];
  private int[] parent = new int[64]; // node above each node, -1 at roots
  private int[] parentEdge = new int[64]; // edge that leads to each node
  private int[] child = new int[1024]; // node behind each edge, -1 if none was visited
  private double[] rollouts = new double[1024]; // through each edge
  private double[] log = new double[1024]; // log-probability of each edge
  private double[] probability = new double[1024];
  private int[] firstNode = new int[8]; // of each level
  private int levels;
  private int nodes;
  private BiConsumer<KnownState, double[]> policy;
  private Purpose purpose;
  private long round;
  private long update;
  private double total;
  private boolean balanced;
  private boolean single;

  /** Makes a batch without rollouts. */
  public Flow() {}

  /**
   * Names a batch; {@link RolloutSampler#draw(Flow)} draws it.
   *
   * @param ofPolicy writes the logits of a known state into the first entries of an array; a
   *     constant added to all logits of a state is free
   * @param number the number of rollouts, an integer in [1, 10^15]
   * @param named the purpose of the streams
   * @param inRound the round in their names
   * @param ofUpdate the update within the round
   */
  public void begin(
      BiConsumer<KnownState, double[]> ofPolicy,
      double number,
      Purpose named,
      long inRound,
      long ofUpdate) {
    policy = ofPolicy;
    total = number;
    purpose = named;
    round = inRound;
    update = ofUpdate;
    nodes = 0;
    levels = 0;
    balanced = false;
    single = false;
  }

  /**
   * Stratifies the rollouts of this batch by prompt: a prompt of weight p gets ⌊np⌋ or ⌈np⌉ of n
   * rollouts, np in the mean. Means stay the same and the choice of prompts adds next to no noise,
   * but the rollouts are not independent any more.
   */
  public void stratifyPrompts() {
    balanced = true;
  }

  /** Draws the tokens of each rollout separately: the slow reference of splitting, for tests. */
  public void drawOneByOne() {
    single = true;
  }

  /** Computes the laws of the last level and splits its rollouts over tokens. */
  void split(Workers workers, Splitter[] splitters) {
    Slices.share(
        this,
        lastLevel(),
        nodes,
        workers,
        (first, end, slice, worker) -> {
          for (int i = first; i < end; i++) {
            splitters[worker].tokens(this, i, log, probability, rollouts);
          }
        });
  }

  void beginLevel() {
    if (levels == firstNode.length) {
      firstNode = Arrays.copyOf(firstNode, 2 * levels);
    }
    firstNode[levels++] = nodes;
  }

  int add(KnownState at, double through, int above, int edge) {
    if (nodes == state.length) {
      int size = 2 * nodes;
      state = Arrays.copyOf(state, size);
      count = Arrays.copyOf(count, size);
      parent = Arrays.copyOf(parent, size);
      parentEdge = Arrays.copyOf(parentEdge, size);
      firstEdge = Arrays.copyOf(firstEdge, size + 1);
    }
    int i = nodes++;
    state[i] = at;
    count[i] = through;
    parent[i] = above;
    parentEdge[i] = edge;
    firstEdge[i + 1] = firstEdge[i] + at.degree();
    if (firstEdge[i + 1] > rollouts.length) {
      int larger = Math.max(firstEdge[i + 1], 2 * rollouts.length);
      child = Arrays.copyOf(child, larger);
      rollouts = Arrays.copyOf(rollouts, larger);
      log = Arrays.copyOf(log, larger);
      probability = Arrays.copyOf(probability, larger);
    }
    return i;
  }

  void setChild(int edge, int node) {
    child[edge] = node;
  }

  boolean isOpen() {
    return lastLevel() < nodes;
  }

  /** The first node of the level that was entered last. */
  int lastLevel() {
    return firstNode[levels - 1];
  }

  BiConsumer<KnownState, double[]> policy() {
    return policy;
  }

  Purpose purpose() {
    return purpose;
  }

  long round() {
    return round;
  }

  long update() {
    return update;
  }

  boolean isStratified() {
    return balanced;
  }

  boolean isDrawnOneByOne() {
    return single;
  }

  /** {@return the number of rollouts} */
  public double total() {
    return total;
  }

  @Override
  public int nodes() {
    return nodes;
  }

  /**
   * {@return the number of levels visited, which is the largest number of free tokens of an answer}
   */
  public int levels() {
    return levels - 1; // the last one is empty
  }

  /**
   * Returns the first node of a level.
   *
   * @param level a level, or {@link #levels}
   * @return the node; all nodes have one before {@link #nodes}
   */
  public int firstNode(int level) {
    return firstNode[level];
  }

  /**
   * Returns a visited state.
   *
   * @param i a node
   * @return its state
   */
  public KnownState state(int i) {
    return state[i];
  }

  /** {@return all visited states, by node} */
  public ImmutableList<KnownState> states() {
    return ImmutableList.copyOf(Arrays.asList(state).subList(0, nodes));
  }

  /**
   * Returns the number of rollouts that visit a state.
   *
   * @param i a node
   * @return the number, positive
   */
  public double count(int i) {
    return count[i];
  }

  @Override
  public int firstEdge(int i) {
    return firstEdge[i];
  }

  @Override
  public int parent(int i) {
    return parent[i];
  }

  @Override
  public int parentEdge(int i) {
    return parentEdge[i];
  }

  @Override
  public int child(int e) {
    return child[e];
  }

  /**
   * Returns the number of rollouts that take an edge.
   *
   * @param e an edge
   * @return the number
   */
  public double rollouts(int e) {
    return rollouts[e];
  }

  /**
   * Returns the log-probability of an edge under the policy of the batch.
   *
   * @param e an edge
   * @return log π(e)
   */
  public double log(int e) {
    return log[e];
  }

  /**
   * Returns the probability of an edge under the policy of the batch.
   *
   * @param e an edge
   * @return π(e)
   */
  public double probability(int e) {
    return probability[e];
  }
}
