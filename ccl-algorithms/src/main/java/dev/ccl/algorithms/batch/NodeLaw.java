package dev.ccl.algorithms.batch;

import java.util.Arrays;

/** The law of a batch as a walker sees it: one node after another, each computed once a batch. */
final class NodeLaw {
  private final Layout layout;
  private final int[] blockOf;
  private BlockLaw law;
  private final boolean[] known;
  private final double[] weight;
  private final double[] total;

  NodeLaw(Layout layout) {
    this.layout = layout;
    this.blockOf = new int[layout.nodes()];
    for (int b = 0; b < layout.blocks(); b++) {
      Arrays.fill(blockOf, layout.firstNode[b], layout.firstNode[b + 1], b);
    }
    this.known = new boolean[layout.nodes()];
    this.weight = new double[layout.child.length];
    this.total = new double[layout.nodes()];
  }

  /** Starts again with another law. */
  void set(BlockLaw next) {
    law = next;
    Arrays.fill(known, false);
  }

  /**
   * Unnormalised probabilities of all edges; those of a node are right once it has been visited.
   */
  double[] weights() {
    return weight;
  }

  /** Sum of the weights of a node, which is computed on the first visit. */
  double visit(int s) {
    if (!known[s]) {
      int b = blockOf[s];
      law.computeNode(b, s, 0);
      int base = layout.firstEdge[layout.firstNode[b]];
      int from = layout.firstEdge[s];
      System.arraycopy(law.weight(b, 0), from - base, weight, from, layout.firstEdge[s + 1] - from);
      total[s] = law.tail(b, 0)[from - base];
      known[s] = true;
    }
    return total[s];
  }
}
