package dev.ccl.core.math;

/**
 * Softmax kernels (eq:ced-softmax): probabilities from logits, for one node or for a run of nodes.
 * Nothing else normalises logits. Arrays have one number per edge.
 *
 * <p>There are two ways. By the normaliser, log π = f − log Σ e<sup>f</sup> and π = e<sup>log
 * π</sup>, so that the two agree to the last digit. By weights, π = e<sup>f</sup>/Σ e<sup>f</sup>,
 * which takes one exponential per edge instead of two. They differ by rounding, and rounding
 * decides the bits of a run, so everybody keeps to one of them.
 */
public final class Softmax {
  /** Up to this depth exponentials are taken many at a time, with an error below 4e-15. */
  private static final double SHALLOW = 4;

  /** The largest |logit| for which e^logit and sums of it are far from overflow. */
  private static final double PLAIN = 300;

  private Softmax() {}

  /**
   * Turns the logits of a node into log-probabilities.
   *
   * @param x logits; overwritten with log-probabilities
   * @param from the first edge
   * @param to the edge after the last
   * @return log Σ e<sup>f</sup>
   */
  public static double normalize(double[] x, int from, int to) {
    double normalizer = Elementary.logSumExp(x, from, to);
    for (int e = from; e < to; e++) {
      x[e] -= normalizer;
    }
    return normalizer;
  }

  /**
   * Computes the law of a node by its normaliser.
   *
   * @param x logits; overwritten with log-probabilities
   * @param from the first edge
   * @param to the edge after the last
   * @param law overwritten with probabilities
   */
  public static void law(double[] x, int from, int to, double[] law) {
    normalize(x, from, to);
    Elementary.exp(x, from, to, law);
  }

  /**
   * Computes the law of a node by weights.
   *
   * @param x logits; overwritten with log-probabilities
   * @param from the first edge
   * @param to the edge after the last
   * @param law overwritten with probabilities
   */
  public static void lawByWeights(double[] x, int from, int to, double[] law) {
    shift(x, from, to);
    Elementary.exp(x, from, to, law);
    divide(x, from, to, law);
  }

  /**
   * Computes the laws of all nodes by weights.
   *
   * @param nodes the edges of each node
   * @param x logits; overwritten with log-probabilities
   * @param law overwritten with probabilities
   */
  public static void lawsByWeights(Segments nodes, double[] x, double[] law) {
    double depth = 0;
    for (int s = 0; s < nodes.count(); s++) {
      depth = Math.max(depth, shift(x, nodes.first(s), nodes.first(s + 1)));
    }
    if (depth <= SHALLOW) {
      Elementary.expBounded(x, 0, x.length, SHALLOW, law);
    } else {
      Elementary.exp(x, 0, x.length, law);
    }
    for (int s = 0; s < nodes.count(); s++) {
      divide(x, nodes.first(s), nodes.first(s + 1), law);
    }
  }

  /**
   * Computes what samplers draw from at a run of nodes: weights in the scale of the node, and their
   * sums from each edge to the last one of its node.
   *
   * @param nodes the edges of each node
   * @param first the first node of the run
   * @param end the node after the last
   * @param base the edge at index 0 of the arrays of edges
   * @param bound a bound of |f|; where it is not moderate, the largest logit of each node is taken
   *     from all of them, which changes no probability
   * @param x logits, overwritten as said
   * @param weight overwritten with e<sup>f</sup>
   * @param tail overwritten with the sums
   * @param sum overwritten from {@code first} to {@code end}: the sum of all weights of a node
   */
  public static void weights(
      Segments nodes,
      int first,
      int end,
      int base,
      double bound,
      double[] x,
      double[] weight,
      double[] tail,
      double[] sum) {
    if (!(bound <= PLAIN)) {
      for (int s = first; s < end; s++) {
        shift(x, nodes.first(s) - base, nodes.first(s + 1) - base);
      }
    }
    int to = nodes.first(end) - base;
    Elementary.expBounded(x, nodes.first(first) - base, to, bound, weight);
    for (int s = end - 1; s >= first; s--) {
      int from = nodes.first(s) - base;
      double rest = 0;
      for (int e = to - 1; e >= from; e--) {
        rest += weight[e];
        tail[e] = rest;
      }
      sum[s] = rest;
      to = from;
    }
  }

  /**
   * Takes the largest logit of a node from all of them; returns how far the smallest lies below.
   */
  private static double shift(double[] x, int from, int to) {
    double highest = Double.NEGATIVE_INFINITY;
    double lowest = Double.POSITIVE_INFINITY;
    for (int e = from; e < to; e++) {
      highest = Math.max(highest, x[e]);
      lowest = Math.min(lowest, x[e]);
    }
    for (int e = from; e < to; e++) {
      x[e] -= highest;
    }
    return highest - lowest;
  }

  /** Divides the weights of a node by their sum, and takes its logarithm from theirs. */
  private static void divide(double[] log, int from, int to, double[] weight) {
    double sum = 0;
    for (int e = from; e < to; e++) {
      sum += weight[e];
    }
    double logSum = Elementary.log(sum);
    double inverse = 1 / sum;
    for (int e = from; e < to; e++) {
      log[e] -= logSum;
      weight[e] *= inverse;
    }
  }
}
