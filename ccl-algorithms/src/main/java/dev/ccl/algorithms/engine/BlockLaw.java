package dev.ccl.algorithms.engine;

import dev.ccl.core.math.Softmax;
import dev.ccl.core.policy.EdgeModel;
import java.util.Arrays;

/**
 * The softmax law of one parameter on a forest (eq:ced-softmax), computed a block or a node at a
 * time. What is kept stays until the parameter changes; the rest is kept for one block per worker,
 * which stays in the nearest cache. The law of the students is kept whole on small forests. That of
 * the calibration keeps its logits on every forest, since half of the rounds leave it as it is.
 */
final class BlockLaw {
  private final Layout layout;
  private final EdgeModel model;
  private final double bound; // of |logit|
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
    this.parameter = new double[model.dimension()];
    this.keepsLogits = keepsLogits;
    this.keepsWeights = keepsWeights;
    this.fresh = new boolean[layout.blocks.count()];
    this.logit = arrays(layout, keepsLogits, workers);
    this.weight = arrays(layout, keepsWeights, workers);
    this.tail = arrays(layout, keepsWeights, workers);
    this.nodeLogit = new double[workers][layout.blocks.widest()];
    this.normalizer = new double[layout.forest.nodes()];
  }

  /** The law of a student. */
  static BlockLaw ofStudent(Layout layout, EdgeModel model, double logitBound, int workers) {
    return new BlockLaw(layout, model, logitBound, workers, layout.resident, layout.resident);
  }

  /** The law of the calibration, from which no rollouts are drawn. */
  static BlockLaw ofCalibration(Layout layout, EdgeModel model, double logitBound, int workers) {
    return new BlockLaw(layout, model, logitBound, workers, true, false);
  }

  private static double[][] arrays(Layout layout, boolean whole, int workers) {
    double[][] arrays = new double[whole ? layout.blocks.count() : workers][];
    for (int i = 0; i < arrays.length; i++) {
      arrays[i] = new double[whole ? layout.blocks.edges(i) : layout.blocks.widest()];
    }
    return arrays;
  }

  /** Changes the parameter; computed values stay if it is the same to the bit. */
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
    int first = layout.blocks.firstNode(block);
    int end = layout.blocks.firstNode(block + 1);
    model.logits(parameter, first, end, logits);
    weigh(block, worker, first, end);
  }

  /** Computes one node of a block. */
  void computeNode(int block, int s, int worker) {
    if (layout.resident || fresh[block]) {
      compute(block, worker);
      return;
    }
    int from = layout.forest.firstEdge(s) - layout.blocks.firstEdge(block);
    double[] local = nodeLogit[worker];
    model.logits(parameter, s, s + 1, local);
    System.arraycopy(local, 0, logit(block, worker), from, layout.forest.degree(s));
    weigh(block, worker, s, s + 1);
  }

  private void weigh(int block, int worker, int first, int end) {
    Softmax.weights(
        layout.forest.edgesOfNodes(),
        first,
        end,
        layout.blocks.firstEdge(block),
        bound,
        logit(block, worker),
        weight(block, worker),
        tail(block, worker),
        normalizer);
  }
}
