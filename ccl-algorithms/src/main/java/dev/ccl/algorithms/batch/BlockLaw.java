package dev.ccl.algorithms.batch;

import dev.ccl.core.math.Elementary;
import dev.ccl.core.policy.EdgeModel;
import java.util.Arrays;

/**
 * The softmax law of one parameter on a forest (eq:ced-softmax), computed a block or a node at a
 * time. What is kept stays until the parameter changes; the rest is kept for one block per worker,
 * which stays in the nearest cache. The law of the students is kept whole on small forests. That of
 * the calibration keeps its logits on every forest, since half of the rounds leave it as it is.
 */
final class BlockLaw {
  /** The largest |logit| for which e^logit and sums of it are far from overflow. */
  private static final double PLAIN_LOGIT = 300;

  private final Layout layout;
  private final EdgeModel model;
  private final double bound; // of |logit|
  private final boolean plain; // no logit is larger than PLAIN_LOGIT
  private final boolean keepsLogits;
  private final boolean keepsWeights;
  private final double[] parameter;
  private final boolean[] fresh; // of each block, where blocks are kept
  private final double[][] logit; // of each block or worker: one value per edge of the block
  private final double[][] weight; // e^logit
  private final double[][] tail; // sums of weights from an edge to the end of its node
  private final double[][] nodeLogit; // of each worker
  private final double[] normalizer; // of each node: the sum of its weights

  private BlockLaw(
      Layout layout,
      EdgeModel model,
      double logitBound,
      int workers,
      boolean keepsLogits,
      boolean keepsWeights) {
    this.layout = layout;
    this.model = model;
    this.bound = logitBound;
    this.plain = logitBound <= PLAIN_LOGIT;
    this.parameter = new double[model.dimension()];
    this.keepsLogits = keepsLogits;
    this.keepsWeights = keepsWeights;
    this.fresh = new boolean[layout.blocks()];
    this.logit = arrays(layout, keepsLogits, workers);
    this.weight = arrays(layout, keepsWeights, workers);
    this.tail = arrays(layout, keepsWeights, workers);
    this.nodeLogit = new double[workers][layout.widest];
    this.normalizer = new double[layout.nodes()];
  }

  /** The law of a student. */
  static BlockLaw ofStudent(Layout layout, EdgeModel model, double logitBound, int workers) {
    return new BlockLaw(layout, model, logitBound, workers, layout.resident, layout.resident);
  }

  /** The law of the calibration, of which nobody draws. */
  static BlockLaw ofCalibration(Layout layout, EdgeModel model, double logitBound, int workers) {
    return new BlockLaw(layout, model, logitBound, workers, true, false);
  }

  private static double[][] arrays(Layout layout, boolean whole, int workers) {
    double[][] arrays = new double[whole ? layout.blocks() : workers][];
    for (int i = 0; i < arrays.length; i++) {
      arrays[i] = new double[whole ? layout.edgesOf(i) : layout.widest];
    }
    return arrays;
  }

  /** Changes the parameter; what is known of it stays if it is the same to the bit. */
  void set(double[] theta) {
    if (!holds(theta)) {
      System.arraycopy(theta, 0, parameter, 0, parameter.length);
      Arrays.fill(fresh, false);
    }
  }

  /** Whether the law is that of a parameter. */
  boolean holds(double[] theta) {
    boolean same = true;
    for (int i = 0; i < parameter.length; i++) {
      same &= parameter[i] == theta[i];
    }
    return same;
  }

  double[] parameter() {
    return parameter;
  }

  double[] logit(int block, int worker) {
    return logit[keepsLogits ? block : worker];
  }

  double[] weight(int block, int worker) {
    return weight[keepsWeights ? block : worker];
  }

  double[] tail(int block, int worker) {
    return tail[keepsWeights ? block : worker];
  }

  double[] normalizer() {
    return normalizer;
  }

  /** Computes all nodes of a block. */
  void compute(int block, int worker) {
    if (fresh[block]) {
      return;
    }
    fresh[block] = keepsLogits;
    double[] logits = logit(block, worker);
    double[] weights = weight(block, worker);
    int first = layout.firstNode[block];
    int end = layout.firstNode[block + 1];
    model.logits(parameter, first, end, logits);
    if (!plain) {
      for (int s = first; s < end; s++) {
        shift(logits, layout.firstEdge[first], s);
      }
    }
    Elementary.expBounded(logits, 0, layout.edgesOf(block), bound, weights);
    normalize(layout.firstEdge, first, end, weights, tail(block, worker), normalizer);
  }

  /** Computes one node of a block. */
  void computeNode(int block, int s, int worker) {
    if (layout.resident || fresh[block]) {
      compute(block, worker);
      return;
    }
    double[] logits = logit(block, worker);
    double[] weights = weight(block, worker);
    double[] tails = tail(block, worker);
    int base = layout.firstEdge[layout.firstNode[block]];
    int from = layout.firstEdge[s] - base;
    int to = layout.firstEdge[s + 1] - base;
    double[] local = nodeLogit[worker];
    model.logits(parameter, s, s + 1, local);
    System.arraycopy(local, 0, logits, from, to - from);
    if (!plain) {
      shift(logits, base, s);
    }
    Elementary.expBounded(logits, from, to, bound, weights);
    double sum = 0;
    for (int e = to - 1; e >= from; e--) {
      sum += weights[e];
      tails[e] = sum;
    }
    normalizer[s] = sum;
  }

  /** Subtracts the largest logit of a node from all of them, which changes no probability. */
  private void shift(double[] u, int base, int s) {
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
      int[] firstEdge, int first, int end, double[] weight, double[] tail, double[] sums) {
    int base = firstEdge[first];
    int to = firstEdge[end] - base;
    for (int s = end - 1; s >= first; s--) {
      int from = firstEdge[s] - base;
      double sum = 0;
      for (int e = to - 1; e >= from; e--) {
        sum += weight[e];
        tail[e] = sum;
      }
      sums[s] = sum;
      to = from;
    }
  }
}
