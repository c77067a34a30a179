package dev.ccl.algorithms.batch;

import java.util.Arrays;

/** The law of a batch as a walker sees it: one node after another, each computed once a batch. */
final class NodeLaw {
  private final Layout layout;
  private final int[] blockOf;
  private BlockLaw law;
  private final double[] threshold;
  private final double[] total; // of each node, 0 if it has not been visited

  NodeLaw(Layout layout) {
    this.layout = layout;
    this.blockOf = new int[layout.nodes()];
    for (int b = 0; b < layout.blocks(); b++) {
      Arrays.fill(blockOf, layout.firstNode[b], layout.firstNode[b + 1], b);
    }
    this.threshold = new double[layout.child.length];
    this.total = new double[layout.nodes()];
  }

  /** Starts again with another law. */
  void set(BlockLaw next) {
    law = next;
    Arrays.fill(total, 0.0);
  }

  /**
   * Sums of the unnormalised probabilities of a node's edges, each edge included; those of a node
   * are right once it has been visited.
   */
  double[] thresholds() {
    return threshold;
  }

  /** Sum over all edges of a node, which is computed on the first visit. */
  double visit(int s) {
    double known = total[s];
    return known > 0 ? known : compute(s);
  }

  private double compute(int s) {
    int b = blockOf[s];
    law.computeNode(b, s, 0);
    double[] weight = law.weight(b, 0);
    int base = layout.firstEdge[layout.firstNode[b]];
    double sum = 0;
    for (int e = layout.firstEdge[s]; e < layout.firstEdge[s + 1]; e++) {
      sum += weight[e - base];
      threshold[e] = sum;
    }
    total[s] = sum;
    return sum;
  }
}
