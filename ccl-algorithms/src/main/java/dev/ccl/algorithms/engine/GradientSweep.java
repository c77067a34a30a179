package dev.ccl.algorithms.engine;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.policy.EdgeModel;
import java.util.Arrays;

/**
 * The sweep up that turns the flow of a gradient batch into Σ S·Z. The sweep down leaves here, for
 * every node that the batch has reached, the number of rollouts through each edge, its weight and
 * the difference of its logits; the normalizers of the node stay with the batch and its law.
 */
final class GradientSweep {
  private final Layout layout;
  private final EdgeModel model;
  private final double[][] counts; // of each block: rollouts through each edge
  private final double[][] ratio; // of unnormalised probabilities, as logarithm
  private final double[][] weight; // π_θ(e), not normalised
  private final double[] down; // of each node: Σ r on the path to it
  private final double[] up; // of each node: Σ n_e r_e below it
  private final double[] reached; // of each node: the rollouts of the last batch
  private final double[] partial; // of each block: d sums
  private final double[][] sums; // of each worker
  private final double[][] local; // of each worker: coefficients of a node
  private Batch batch;
  private boolean causal;

  GradientSweep(Layout layout, EdgeModel model, int workers) {
    this.layout = layout;
    this.model = model;
    int blocks = layout.blocks.count();
    this.counts = new double[blocks][];
    this.ratio = new double[blocks][];
    this.weight = new double[blocks][];
    for (int b = 0; b < blocks; b++) {
      counts[b] = new double[layout.blocks.edges(b)];
      ratio[b] = new double[layout.blocks.edges(b)];
      weight[b] = new double[layout.blocks.edges(b)];
    }
    this.down = new double[layout.forest.nodes()];
    this.up = new double[layout.forest.nodes()];
    this.reached = new double[layout.forest.nodes()];
    this.partial = new double[blocks * model.dimension()];
    this.sums = new double[workers][model.dimension()];
    this.local = new double[workers][layout.blocks.widest()];
  }

  /** Where the sweep down puts the rollouts through the edges of a block. */
  double[] counts(int block) {
    return counts[block];
  }

  /** The rollouts through a node in the batch of the last {@link #up}. */
  double reached(int s) {
    return reached[s];
  }

  /** Keeps what the sweep up needs of a block whose laws are at hand. */
  void keep(Batch batch, BlockLaw calibrated, int block, int worker, boolean dense) {
    int first = layout.blocks.firstNode(block);
    int end = layout.blocks.firstNode(block + 1);
    int base = layout.forest.firstEdge(first);
    double[] u = batch.law.logit(block, worker);
    double[] v = calibrated.logit(block, worker);
    double[] w = batch.law.weight(block, worker);
    if (dense) {
      keep(u, v, w, block, 0, layout.forest.firstEdge(end) - base);
    }
    boolean leaves = layout.endsIn(block);
    for (int s = first; s < end && !(dense && leaves); s++) {
      if (batch.counts[s] > 0) {
        int from = layout.forest.firstEdge(s) - base;
        int to = layout.forest.firstEdge(s + 1) - base;
        if (!dense) {
          keep(u, v, w, block, from, to);
        }
        if (!leaves) {
          handDown(down[s] - batch.logNormalizers[s], ratio[block], from, to, base);
        }
      }
    }
  }

  private void keep(double[] u, double[] v, double[] w, int block, int from, int to) {
    double[] r = ratio[block];
    for (int e = from; e < to; e++) {
      r[e] = u[e] - v[e];
    }
    System.arraycopy(w, from, weight[block], from, to - from);
  }

  private void handDown(double above, double[] r, int from, int to, int base) {
    Forest forest = layout.forest;
    for (int e = from; e < to; e++) {
      int c = forest.child(base + e);
      if (c != Forest.LEAF) {
        down[c] = above + r[e];
      }
    }
  }

  /** Sweeps up and empties the batch; afterwards {@link #sum} gives the gradient. */
  void up(Batch of, Credit credit, Team team) {
    batch = of;
    causal = credit == Credit.TOKEN;
    for (int level = layout.blocks.levels() - 1; level >= 0; level--) {
      team.run(layout.blocks.firstBlock(level), layout.blocks.firstBlock(level + 1), upBlock);
    }
  }

  /** Empties the batch without a gradient; {@link #reached} and {@link #counts} stay. */
  void drop(Batch of) {
    System.arraycopy(of.counts, 0, reached, 0, reached.length);
    Arrays.fill(of.counts, 0.0);
  }

  /** Adds the sums of all blocks, in the order of the blocks, and scales them. */
  void sum(double[] out, double scale) {
    int d = out.length;
    Arrays.fill(out, 0.0);
    for (int b = 0; b < layout.blocks.count(); b++) {
      for (int i = 0; i < d; i++) {
        out[i] += partial[b * d + i];
      }
    }
    for (int i = 0; i < d; i++) {
      out[i] *= scale;
    }
  }

  private final Team.Task upBlock = this::upBlock;

  private void upBlock(int block, int worker) {
    int first = layout.blocks.firstNode(block);
    int end = layout.blocks.firstNode(block + 1);
    double[] sum = sums[worker];
    Arrays.fill(sum, 0.0);
    int active = DownSweep.active(batch.counts, first, end);
    if (active > 0) {
      boolean dense = layout.resident || DownSweep.isDense(active, end - first);
      double[] parameter = batch.law.parameter();
      double[] c = coefficients(block, dense);
      if (dense) {
        model.pullback(parameter, c, first, end, sum);
      } else {
        for (int s = first; s < end; s++) {
          if (batch.counts[s] > 0) {
            int from = layout.forest.firstEdge(s) - layout.forest.firstEdge(first);
            System.arraycopy(
                c,
                from,
                local[worker],
                0,
                layout.forest.firstEdge(s + 1) - layout.forest.firstEdge(s));
            model.pullback(parameter, local[worker], s, s + 1, sum);
          }
        }
      }
    }
    System.arraycopy(batch.counts, first, reached, first, end - first);
    Arrays.fill(batch.counts, first, end, 0.0);
    System.arraycopy(sum, 0, partial, block * sum.length, sum.length);
  }

  /** The value Σ n_e r_e below an edge. */
  private double below(int edge, double rollouts) {
    int c = layout.forest.child(edge);
    return c != Forest.LEAF && rollouts > 0 ? up[c] : 0;
  }

  /** Replaces the ratios of a block by the coefficients of its logits. */
  private double[] coefficients(int block, boolean clear) {
    int first = layout.blocks.firstNode(block);
    int end = layout.blocks.firstNode(block + 1);
    int base = layout.forest.firstEdge(first);
    double[] r = ratio[block];
    double[] w = weight[block];
    double[] n = counts[block];
    boolean leaves = layout.endsIn(block);
    for (int s = first; s < end; s++) {
      int from = layout.forest.firstEdge(s) - base;
      int to = layout.forest.firstEdge(s + 1) - base;
      if (batch.counts[s] == 0) {
        if (clear) {
          Arrays.fill(r, from, to, 0.0);
        }
        continue;
      }
      double before = causal ? 0 : down[s];
      double normalizers = batch.logNormalizers[s];
      double below = 0;
      double all = 0;
      for (int e = from; e < to; e++) {
        double rest = n[e] * (r[e] - normalizers) + (leaves ? 0 : below(base + e, n[e]));
        double through = n[e] * before + rest;
        below += rest;
        all += through;
        r[e] = through;
      }
      up[s] = below;
      double share = all / batch.law.normalizer()[s];
      for (int e = from; e < to; e++) {
        r[e] -= share * w[e];
      }
    }
    return r;
  }
}
