package dev.ccl.core.policy;

import dev.ccl.core.forest.Forest;

/**
 * Kernels on runs of nodes, made from code for one node. Sums over edges run in four interleaved
 * lanes by the position in the run, in the same order as in {@link LinearModel}, so that a linear
 * family gives the same bits either way.
 */
abstract class NodewiseModel implements EdgeModel {
  private final Forest forest;
  private final int dimension;

  NodewiseModel(Forest forest, int dimension) {
    this.forest = forest;
    this.dimension = dimension;
  }

  /** Overwrites the first entries of {@code out} with the logits of a node. */
  abstract void logitsAt(double[] theta, int node, double[] out);

  /** Increases {@code out} by the weighted Hessians of a node's logits, applied to a direction. */
  abstract void curvatureAt(
      double[] theta, int node, double[] coefficients, double[] direction, double[] out);

  @Override
  public final Forest forest() {
    return forest;
  }

  @Override
  public final int dimension() {
    return dimension;
  }

  @Override
  public final void logits(double[] theta, int from, int to, double[] out) {
    double[] local = new double[widest(from, to)];
    int base = forest.firstEdge(from);
    for (int s = from; s < to; s++) {
      logitsAt(theta, s, local);
      System.arraycopy(local, 0, out, forest.firstEdge(s) - base, forest.degree(s));
    }
  }

  @Override
  public final void pushforward(
      double[] theta, double[] direction, int from, int to, double[] out) {
    int d = dimension;
    double[] rows = new double[widest(from, to) * d];
    int j = 0;
    for (int s = from; s < to; s++) {
      gradients(theta, s, rows);
      for (int k = 0; k < forest.degree(s); k++) {
        double sum = 0;
        for (int i = 0; i < d; i++) {
          sum += direction[i] * rows[k * d + i];
        }
        out[j++] = sum;
      }
    }
  }

  @Override
  public final void pullback(
      double[] theta, double[] coefficients, int from, int to, double[] out) {
    int d = dimension;
    double[] rows = new double[widest(from, to) * d];
    double[] lanes = new double[4 * d];
    int j = 0;
    for (int s = from; s < to; s++) {
      gradients(theta, s, rows);
      for (int k = 0; k < forest.degree(s); k++, j++) {
        int lane = (j & 3) * d;
        for (int i = 0; i < d; i++) {
          lanes[lane + i] += coefficients[j] * rows[k * d + i];
        }
      }
    }
    for (int i = 0; i < d; i++) {
      out[i] += (lanes[i] + lanes[d + i]) + (lanes[2 * d + i] + lanes[3 * d + i]);
    }
  }

  @Override
  public final void curvature(
      double[] theta, double[] coefficients, double[] direction, int from, int to, double[] out) {
    double[] local = new double[widest(from, to)];
    int base = forest.firstEdge(from);
    for (int s = from; s < to; s++) {
      System.arraycopy(coefficients, forest.firstEdge(s) - base, local, 0, forest.degree(s));
      curvatureAt(theta, s, local, direction, out);
    }
  }

  private int widest(int from, int to) {
    int widest = 0;
    for (int s = from; s < to; s++) {
      widest = Math.max(widest, forest.degree(s));
    }
    return widest;
  }
}
