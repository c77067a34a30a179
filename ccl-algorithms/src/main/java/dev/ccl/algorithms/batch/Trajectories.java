package dev.ccl.algorithms.batch;

import dev.ccl.core.random.Stream;
import java.util.Arrays;

/** Draws one rollout after another, as Algorithm 1 is written: the referee of count splitting. */
final class Trajectories implements BatchSampler {
  private final Layout layout;
  private final double[] edgeCounts; // 0 everywhere between batches

  Trajectories(Layout layout) {
    this.layout = layout;
    this.edgeCounts = new double[layout.child.length];
  }

  @Override
  public boolean walks() {
    return true;
  }

  @Override
  public void begin(Stream random, double rollouts, NodeLaw law, double[] counts) {
    int[] child = layout.child;
    int[] firstEdge = layout.firstEdge;
    double[] threshold = law.thresholds();
    int prompts = layout.dataset.size();
    Arrays.fill(counts, 0, layout.rootWeights.length, 0.0);
    for (double left = rollouts; left > 0; left--) {
      int s = layout.dataset.root(random.nextBelow(prompts));
      counts[s]++;
      while (s >= 0) {
        double u = random.nextDouble() * law.visit(s);
        // Counting what u exceeds has no branch to guess; u is below the sum after rounding.
        int last = firstEdge[s + 1] - 1;
        int e = firstEdge[s];
        int chosen = e;
        for (; e < last; e++) {
          chosen += u >= threshold[e] ? 1 : 0;
        }
        edgeCounts[chosen]++;
        s = child[chosen];
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
    int[] firstEdge = layout.firstEdge;
    int first = layout.firstNode[block];
    int base = firstEdge[first];
    for (int s = first; s < layout.firstNode[block + 1]; s++) {
      if (counts[s] > 0) {
        for (int e = firstEdge[s]; e < firstEdge[s + 1]; e++) {
          out[e - base] = edgeCounts[e];
          edgeCounts[e] = 0;
        }
      }
    }
  }
}
