package dev.ccl.algorithms.engine;

import dev.ccl.core.random.RandomStream;

/** The expected flow: the sweeps over it give exact costs and gradients. */
final class Expectation implements BatchSampler {
  private final Layout layout;

  Expectation(Layout layout) {
    this.layout = layout;
  }

  @Override
  public void begin(RandomStream random, double rollouts, NodeLaw law, double[] counts) {
    for (int r = 0; r < layout.rootWeights.length; r++) {
      counts[r] = rollouts * layout.rootWeights[r];
    }
  }

  @Override
  public void split(
      RandomStream random,
      int block,
      int worker,
      double[] counts,
      double[] weights,
      double[] tails,
      double[] out) {
    int first = layout.blocks.firstNode(block);
    int base = layout.forest.firstEdge(first);
    for (int s = first; s < layout.blocks.firstNode(block + 1); s++) {
      if (counts[s] > 0) {
        int from = layout.forest.firstEdge(s) - base;
        int to = layout.forest.firstEdge(s + 1) - base;
        double share = counts[s] / tails[from];
        for (int e = from; e < to; e++) {
          out[e] = share * weights[e];
        }
      }
    }
  }
}
