package dev.ccl.algorithms.engine;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Elementary;
import java.util.Arrays;

/**
 * The sweep down that draws batches level by level: at each block the laws, the rollouts through
 * its edges, and what they cost. Two batches that are validated against each other go together.
 */
final class DownSweep {
  private final Layout layout;
  private final BlockLaw calibrated;
  private final Batch[] batches;
  private final GradientSweep gradients;
  private final Team team;
  private final Team.Task downBlock = this::downBlock;
  private int firstBatch; // this sweep works on the batches from this one
  private int lastBatch; // to this one
  private boolean keep; // whether this sweep prepares a gradient

  DownSweep(
      Layout layout, BlockLaw calibrated, Batch[] batches, GradientSweep gradients, Team team) {
    this.layout = layout;
    this.calibrated = calibrated;
    this.batches = batches;
    this.gradients = gradients;
    this.team = team;
  }

  /** Sweeps down with the batches from one to another; returns the most rollouts of an edge. */
  double run(int from, int to, boolean gradient) {
    keep = gradient;
    firstBatch = from;
    lastBatch = to;
    for (int level = 0; level < layout.blocks.levels(); level++) {
      team.run(layout.blocks.firstBlock(level), layout.blocks.firstBlock(level + 1), downBlock);
    }
    return Math.max(batches[from].peak(), batches[to].peak());
  }

  private void downBlock(int block, int worker) {
    int first = layout.blocks.firstNode(block);
    int end = layout.blocks.firstNode(block + 1);
    int most = 0;
    for (int i = firstBatch; i <= lastBatch; i++) {
      most = Math.max(most, active(batches[i].counts, first, end));
    }
    if (most == 0) {
      for (int i = firstBatch; i <= lastBatch; i++) {
        batches[i].pass(block);
      }
      return;
    }
    boolean dense = layout.resident || isDense(most, end - first);
    if (dense) {
      calibrated.compute(block, worker);
    }
    for (int i = firstBatch; i <= lastBatch; i++) {
      Batch batch = batches[i];
      if (dense) {
        batch.law.compute(block, worker);
      } else {
        gather(batch, i == firstBatch ? null : batches[firstBatch], block, worker);
      }
      double[] x = keep ? gradients.counts(block) : batch.edgeCounts(worker);
      batch.split(block, worker, x);
      flow(batch, block, worker, x);
      if (keep) {
        gradients.keep(batch, calibrated, block, worker, dense);
      }
    }
    for (int i = firstBatch; i <= lastBatch && !keep; i++) {
      Arrays.fill(batches[i].counts, first, end, 0.0);
    }
  }

  /** Whether computing all nodes in order is cheaper than finding the active ones in memory. */
  static boolean isDense(double active, int nodes) {
    return 16 * active >= nodes;
  }

  /** Counts the nodes that a batch has reached. */
  static int active(double[] counts, int first, int end) {
    int active = 0;
    for (int s = first; s < end; s++) {
      active += counts[s] > 0 ? 1 : 0;
    }
    return active;
  }

  /** Computes the laws at the nodes that a batch has reached. */
  private void gather(Batch batch, Batch before, int block, int worker) {
    for (int s = layout.blocks.firstNode(block); s < layout.blocks.firstNode(block + 1); s++) {
      if (batch.counts[s] > 0) {
        batch.law.computeNode(block, s, worker);
        if (before == null || before.counts[s] == 0) {
          calibrated.computeNode(block, s, worker);
        }
      }
    }
  }

  /** Moves the rollouts of a block on to the children and adds up their Σ n_e r_e. */
  private void flow(Batch batch, int block, int worker, double[] x) {
    Forest forest = layout.forest;
    int first = layout.blocks.firstNode(block);
    int end = layout.blocks.firstNode(block + 1);
    int base = forest.firstEdge(first);
    compare(batch, first, end);
    double[] u = batch.law.logit(block, worker);
    double[] v = calibrated.logit(block, worker);
    double[] n = batch.counts;
    boolean leaves = layout.endsIn(block);
    boolean roots = block < layout.blocks.firstBlock(1);
    double most = 0;
    double sum = 0;
    for (int s = first; s < end; s++) {
      if (n[s] == 0) {
        continue;
      }
      int from = forest.firstEdge(s) - base;
      int to = forest.firstEdge(s + 1) - base;
      double ratio = 0;
      for (int e = from; e < to; e++) {
        ratio += x[e] * (u[e] - v[e]);
      }
      sum += ratio - n[s] * batch.logNormalizers[s];
      if (!leaves) {
        moveOn(x, from, to, base, n);
      }
      if (roots) { // no edge has more rollouts than one of a root
        most = largest(most, x, from, to);
      }
    }
    batch.peak[block] = most;
    batch.cost[block] = sum;
  }

  /** Compares the normalizers of the nodes that a batch has reached with the calibration's. */
  private void compare(Batch batch, int first, int end) {
    double[] ours = batch.law.normalizer();
    double[] theirs = calibrated.normalizer();
    for (int s = first; s < end; s++) {
      if (batch.counts[s] > 0) {
        batch.logNormalizers[s] = Elementary.log(ours[s] / theirs[s]);
      }
    }
  }

  private void moveOn(double[] x, int from, int to, int base, double[] n) {
    Forest forest = layout.forest;
    for (int e = from; e < to; e++) {
      int c = forest.child(base + e);
      if (c != Forest.LEAF) {
        n[c] = x[e];
      }
    }
  }

  /** The largest of some numbers that are not negative, which are ordered as their bits are. */
  private static double largest(double least, double[] values, int from, int to) {
    long largest = Double.doubleToRawLongBits(least);
    for (int i = from; i < to; i++) {
      largest = Math.max(largest, Double.doubleToRawLongBits(values[i]));
    }
    return Double.longBitsToDouble(largest);
  }
}
