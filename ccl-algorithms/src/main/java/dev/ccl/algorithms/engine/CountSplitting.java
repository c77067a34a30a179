package dev.ccl.algorithms.engine;

import dev.ccl.core.random.MultinomialArray;
import dev.ccl.core.random.MultinomialTree;
import dev.ccl.core.random.RandomStream;

/**
 * Splits the number of rollouts over prompts and then over tokens by exact multinomials. Given the
 * number at a node, the rollouts there continue independently, so the flow has the same law as that
 * of rollouts drawn one at a time; the cost is that of the edges visited, whatever the number.
 */
final class CountSplitting implements BatchSampler {
  private final Layout layout;
  private final MultinomialTree roots;
  private final MultinomialArray[] nodes; // of each worker

  CountSplitting(Layout layout, int workers) {
    this.layout = layout;
    this.roots = MultinomialTree.of(layout.rootWeights);
    this.nodes = new MultinomialArray[workers];
    for (int i = 0; i < workers; i++) {
      nodes[i] = new MultinomialArray(layout.blocks.widest());
    }
  }

  @Override
  public void begin(RandomStream random, double rollouts, NodeLaw law, double[] counts) {
    roots.split(random, rollouts, counts);
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
    int end = layout.blocks.firstNode(block + 1);
    nodes[worker].split(
        random,
        counts,
        first,
        end,
        layout.forest.edgesOfNodes(),
        layout.forest.firstEdge(first),
        weights,
        tails,
        out);
  }
}
