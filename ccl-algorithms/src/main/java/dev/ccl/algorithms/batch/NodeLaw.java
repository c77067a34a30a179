package dev.ccl.algorithms.batch;

import java.util.Arrays;

/** The law of a batch as a walker sees it: each node computed once per batch. */
final class NodeLaw {
  private final Layout layout;
  private final int[] blockOf;
  private BlockLaw law;
  private final double[] threshold;
  private final double[] total; // of each node
  private final int[] batchOf; // of each node: the last batch that has visited it
  private int batch;

  NodeLaw(Layout layout) {
    this.layout = layout;
    this.blockOf = new int[layout.nodes()];
    for (int b = 0; b < layout.blocks(); b++) {
      Arrays.fill(blockOf, layout.firstNode[b], layout.firstNode[b + 1], b);
    }
    this.threshold = new double[layout.child.length];
    this.total = new double[layout.nodes()];
    this.batchOf = new int[layout.nodes()];
  }

  /** Starts again with another law; a large batch is likely to visit most nodes. */
  void set(BlockLaw next, double rollouts) {
    law = next;
    if (++batch == 0) { // after 2³² batches
      Arrays.fill(batchOf, 0);
      batch = 1;
    }
    if (TargetSweep.isDense(rollouts, layout.nodes())) {
      for (int b = 0; b < layout.blocks(); b++) {
        law.compute(b, 0);
        for (int s = layout.firstNode[b]; s < layout.firstNode[b + 1]; s++) {
          addUp(b, s);
        }
      }
    }
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
    return batchOf[s] == batch ? total[s] : compute(s);
  }

  private double compute(int s) {
    law.computeNode(blockOf[s], s, 0);
    return addUp(blockOf[s], s);
  }

  private double addUp(int block, int s) {
    double[] weight = law.weight(block, 0);
    int base = layout.firstEdge[layout.firstNode[block]];
    double sum = 0;
    for (int e = layout.firstEdge[s]; e < layout.firstEdge[s + 1]; e++) {
      sum += weight[e - base];
      threshold[e] = sum;
    }
    total[s] = sum;
    batchOf[s] = batch;
    return sum;
  }
}
