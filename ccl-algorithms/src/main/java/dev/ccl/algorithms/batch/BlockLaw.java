package dev.ccl.algorithms.batch;

import dev.ccl.core.math.Elementary;
import dev.ccl.core.policy.EdgeModel;
import java.util.Arrays;

/**
 * The softmax law of one parameter on a forest (eq:ced-softmax), computed a block or a node at a
 * time. Small forests keep every block until the parameter changes; large ones keep one block a
 * worker, which stays in the nearest cache.
 */
final class BlockLaw {
  /** The largest |logit| for which e^logit and sums of it are far from overflow. */
  private static final double PLAIN_LOGIT = 300;

  private final Layout layout;
  private final EdgeModel model;
  private final double bound; // of |logit|
  private final boolean plain; // no logit is larger than PLAIN_LOGIT
  private final double[] parameter;
  private final boolean[] fresh; // of each block, where blocks are kept
  private final double[][] logit; // of each slot: one value an edge of the block
  private final double[][] weight; // e^logit
  private final double[][] tail; // sums of weights from an edge to the end of its node
  private final double[][] nodeLogit; // of each worker
  private final double[] logNormalizer; // of each node

  BlockLaw(Layout layout, EdgeModel model, double logitBound, int workers) {
    this.layout = layout;
    this.model = model;
    this.bound = logitBound;
    this.plain = logitBound <= PLAIN_LOGIT;
    this.parameter = new double[model.dimension()];
    int slots = layout.resident ? layout.blocks() : workers;
    this.fresh = new boolean[layout.blocks()];
    this.logit = new double[slots][];
    this.weight = new double[slots][];
    this.tail = new double[slots][];
    for (int i = 0; i < slots; i++) {
      int length = layout.resident ? layout.edgesOf(i) : layout.widest;
      logit[i] = new double[length];
      weight[i] = new double[length];
      tail[i] = new double[length];
    }
    this.nodeLogit = new double[workers][layout.widest];
    this.logNormalizer = new double[layout.nodes()];
  }

  /** Changes the parameter; what is known of it stays if it is the same to the bit. */
  void set(double[] theta) {
    boolean same = true;
    for (int i = 0; i < parameter.length; i++) {
      same &= parameter[i] == theta[i];
      parameter[i] = theta[i];
    }
    if (!same) {
      Arrays.fill(fresh, false);
    }
  }

  double[] parameter() {
    return parameter;
  }

  EdgeModel model() {
    return model;
  }

  private int slot(int block, int worker) {
    return layout.resident ? block : worker;
  }

  double[] logit(int block, int worker) {
    return logit[slot(block, worker)];
  }

  double[] weight(int block, int worker) {
    return weight[slot(block, worker)];
  }

  double[] tail(int block, int worker) {
    return tail[slot(block, worker)];
  }

  double[] logNormalizer() {
    return logNormalizer;
  }

  /** Computes all nodes of a block. */
  void compute(int block, int worker) {
    if (layout.resident) {
      if (fresh[block]) {
        return;
      }
      fresh[block] = true;
    }
    int slot = slot(block, worker);
    int first = layout.firstNode[block];
    int end = layout.firstNode[block + 1];
    model.logits(parameter, first, end, logit[slot]);
    if (!plain) {
      for (int s = first; s < end; s++) {
        shift(slot, layout.firstEdge[first], s);
      }
    }
    Elementary.expBounded(logit[slot], 0, layout.edgesOf(block), bound, weight[slot]);
    normalize(layout.firstEdge, first, end, weight[slot], tail[slot], logNormalizer);
  }

  /** Computes one node of a block. */
  void computeNode(int block, int s, int worker) {
    if (layout.resident) {
      compute(block, worker);
      return;
    }
    int base = layout.firstEdge[layout.firstNode[block]];
    int from = layout.firstEdge[s] - base;
    int to = layout.firstEdge[s + 1] - base;
    double[] local = nodeLogit[worker];
    model.logits(parameter, s, s + 1, local);
    System.arraycopy(local, 0, logit[worker], from, to - from);
    if (!plain) {
      shift(worker, base, s);
    }
    Elementary.expBounded(logit[worker], from, to, bound, weight[worker]);
    double sum = 0;
    for (int e = to - 1; e >= from; e--) {
      sum += weight[worker][e];
      tail[worker][e] = sum;
    }
    logNormalizer[s] = Elementary.log(sum);
  }

  /** Subtracts the largest logit of a node from all of them, which changes no probability. */
  private void shift(int slot, int base, int s) {
    double[] u = logit[slot];
    int from = layout.firstEdge[s] - base;
    int to = layout.firstEdge[s + 1] - base;
    double largest = Double.NEGATIVE_INFINITY;
    for (int e = from; e < to; e++) {
      largest = Math.max(largest, u[e]);
    }
    for (int e = from; e < to; e++) {
      u[e] -= largest;
    }
  }

  private static void normalize(
      int[] firstEdge, int first, int end, double[] weight, double[] tail, double[] logs) {
    int base = firstEdge[first];
    int to = firstEdge[end] - base;
    for (int s = end - 1; s >= first; s--) {
      int from = firstEdge[s] - base;
      double sum = 0;
      for (int e = to - 1; e >= from; e--) {
        sum += weight[e];
        tail[e] = sum;
      }
      logs[s] = Elementary.log(sum);
      to = from;
    }
  }
}
