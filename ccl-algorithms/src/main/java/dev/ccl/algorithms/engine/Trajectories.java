package dev.ccl.algorithms.engine;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.random.RandomStream;
import java.util.Arrays;

/**
 * Draws every rollout separately, as Algorithm 1 is written: the reference of count splitting. Some
 * walk side by side, so that their memory accesses overlap.
 */
final class Trajectories implements BatchSampler {
  private static final int WALKERS = 16;

  private final Layout layout;
  private final int[] at = new int[WALKERS]; // the node of each walker
  private final double[] edgeCounts; // 0 everywhere between batches

  Trajectories(Layout layout) {
    this.layout = layout;
    this.edgeCounts = new double[layout.forest.edges()];
  }

  @Override
  public boolean walks() {
    return true;
  }

  @Override
  public void begin(RandomStream random, double rollouts, NodeLaw law, double[] counts) {
    int prompts = layout.dataset.size();
    Arrays.fill(counts, 0, layout.rootWeights.length, 0.0);
    double left = rollouts;
    while (left > 0) {
      int walking = (int) Math.min(left, WALKERS);
      left -= walking;
      for (int i = 0; i < walking; i++) {
        at[i] = layout.dataset.root(random.nextBelow(prompts));
        counts[at[i]]++;
      }
      while (walking > 0) {
        int going = 0;
        for (int i = 0; i < walking; i++) {
          int next = step(random, law, at[i]);
          at[going] = next;
          going += next >= 0 ? 1 : 0;
        }
        walking = going;
      }
    }
  }

  /** Draws a token, counts its edge and returns where it leads. */
  private int step(RandomStream random, NodeLaw law, int s) {
    double[] threshold = law.thresholds();
    double u = random.nextDouble() * law.visit(s);
    // Counting what u exceeds has no branch to guess; u is below the sum after rounding.
    int last = layout.forest.firstEdge(s + 1) - 1;
    int e = layout.forest.firstEdge(s);
    int chosen = e;
    for (; e < last; e++) {
      chosen += u >= threshold[e] ? 1 : 0;
    }
    edgeCounts[chosen]++;
    return layout.forest.child(chosen);
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
    Forest forest = layout.forest;
    int first = layout.blocks.firstNode(block);
    int base = forest.firstEdge(first);
    for (int s = first; s < layout.blocks.firstNode(block + 1); s++) {
      if (counts[s] > 0) {
        for (int e = forest.firstEdge(s); e < forest.firstEdge(s + 1); e++) {
          out[e - base] = edgeCounts[e];
          edgeCounts[e] = 0;
        }
      }
    }
  }
}
