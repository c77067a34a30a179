package dev.ccl.algorithms.engine;

/** The law of a batch as a walker sees it: each node computed once per batch. */
final class NodeLaw {
  private final Layout layout;
  private BlockLaw law;
  private final double[] threshold;
  private final double[] total; // of each node
  private final long[] batchOf; // of each node: the last batch that has visited it
  private long batch;

  NodeLaw(Layout layout) {
    this.layout = layout;
    this.threshold = new double[layout.forest.edges()];
    this.total = new double[layout.forest.nodes()];
    this.batchOf = new long[layout.forest.nodes()];
  }

  /** Starts again with another law; a large batch is likely to visit most nodes. */
  void set(BlockLaw next, double rollouts) {
    law = next;
    batch++;
    if (DownSweep.isDense(rollouts, layout.forest.nodes())) {
      for (int b = 0; b < layout.blocks.count(); b++) {
        law.compute(b, 0);
        for (int s = layout.blocks.firstNode(b); s < layout.blocks.firstNode(b + 1); s++) {
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
    int block = layout.blocks.blockOf(s);
    law.computeNode(block, s, 0);
    return addUp(block, s);
  }

  private double addUp(int block, int s) {
    double[] weight = law.weight(block, 0);
    int base = layout.blocks.firstEdge(block);
    double sum = 0;
    for (int e = layout.forest.firstEdge(s); e < layout.forest.firstEdge(s + 1); e++) {
      sum += weight[e - base];
      threshold[e] = sum;
    }
    total[s] = sum;
    batchOf[s] = batch;
    return sum;
  }
}
