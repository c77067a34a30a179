package dev.ccl.algorithms.batch;

import dev.ccl.core.random.Stream;
import java.util.Arrays;

/** Draws one rollout after another, as Algorithm 1 is written: the referee of count splitting. */
final class Trajectories implements BatchSampler {
  private final Layout layout;
  private final double[] edgeCounts;

  Trajectories(Layout layout) {
    this.layout = layout;
    this.edgeCounts = new double[layout.child.length];
  }

  @Override
  public void begin(Stream random, double rollouts, NodeLaw law, double[] counts) {
    int[] child = layout.child;
    int[] firstEdge = layout.firstEdge;
    double[] weight = law.weights();
    int prompts = layout.dataset.size();
    Arrays.fill(edgeCounts, 0.0);
    Arrays.fill(counts, 0, layout.rootWeights.length, 0.0);
    for (double left = rollouts; left > 0; left--) {
      int s = layout.dataset.root(random.nextBelow(prompts));
      counts[s]++;
      while (s >= 0) {
        double u = random.nextDouble() * law.visit(s);
        int last = firstEdge[s + 1] - 1;
        int e = firstEdge[s];
        while (e < last && u >= weight[e]) {
          u -= weight[e];
          e++;
        }
        edgeCounts[e]++;
        s = child[e];
      }
    }
  }

  @Override
  public void split(
      Stream random,
      int block,
      int worker,
      double[] counts,
      double[] weights,
      double[] tails,
      double[] out) {
    int base = layout.firstEdge[layout.firstNode[block]];
    System.arraycopy(edgeCounts, base, out, 0, layout.edgesOf(block));
  }
}
