package dev.ccl.core.policy;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.NodeBlocks;
import dev.ccl.core.math.Vectors;

/** The linear class on a forest, with features in blocks. */
final class LinearModel implements EdgeModel {
  private final Forest forest;
  private final int dimension;
  private final NodeBlocks blocks;
  private final FeatureBlock[] features; // of each block

  private LinearModel(Forest forest, int dimension, FeatureBlock[] features) {
    this.forest = forest;
    this.dimension = dimension;
    this.blocks = forest.blocks();
    this.features = features;
  }

  static LinearModel of(LinearSoftmax family, Forest forest) {
    FeatureMap map = family.features();
    NodeBlocks blocks = forest.blocks();
    int d = map.dimension();
    FeatureBlock[] features = new FeatureBlock[blocks.count()];
    for (int b = 0; b < blocks.count(); b++) {
      features[b] =
          map instanceof SingleFeatures
              ? new SingleBlock(d, blocks.edges(b))
              : new DoubleBlock(d, blocks.edges(b));
    }
    double[] rows = new double[forest.mdp().vocabulary().size() * d];
    forest.forEachNode(
        (s, state) -> {
          map.features(state, rows);
          family.check(state, rows);
          FeatureBlock f = features[blocks.blockOf(s)];
          int local = forest.firstEdge(s) - blocks.firstEdge(blocks.blockOf(s));
          for (int k = 0; k < forest.degree(s); k++) {
            for (int i = 0; i < d; i++) {
              f.set(i, local + k, rows[k * d + i]);
            }
          }
        });
    return new LinearModel(forest, d, features);
  }

  @Override
  public Forest forest() {
    return forest;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public void logits(double[] theta, int from, int to, double[] out) {
    int start = forest.firstEdge(from);
    int end = forest.firstEdge(to);
    double[] scratch = null;
    for (int b = blocks.blockOf(from); b < features.length && blocks.firstEdge(b) < end; b++) {
      int length = blocks.edges(b);
      if (blocks.firstEdge(b) < start || blocks.firstEdge(b + 1) > end) {
        int lo = Math.max(start, blocks.firstEdge(b)) - blocks.firstEdge(b);
        int hi = Math.min(end, blocks.firstEdge(b + 1)) - blocks.firstEdge(b);
        features[b].logits(theta, lo, hi, out, blocks.firstEdge(b) - start);
      } else if (blocks.firstEdge(b) == start) {
        features[b].logits(theta, out);
      } else { // loops over whole arrays and one copy are faster than loops with an offset
        scratch = scratch == null ? new double[blocks.widest()] : scratch;
        features[b].logits(theta, scratch);
        System.arraycopy(scratch, 0, out, blocks.firstEdge(b) - start, length);
      }
    }
  }

  /** The place of a node's first edge in its block. */
  private int local(int node) {
    return forest.firstEdge(node) - blocks.firstEdge(blocks.blockOf(node));
  }

  @Override
  public void gradients(double[] theta, int node, double[] out) {
    FeatureBlock f = features[blocks.blockOf(node)];
    int local = local(node);
    int degree = forest.degree(node);
    for (int i = 0; i < dimension; i++) {
      for (int k = 0; k < degree; k++) {
        out[k * dimension + i] = f.get(i, local + k);
      }
    }
  }

  @Override
  public double logOdds(double[] theta, int node, int c1, int c0, double[] scratch, double[] z) {
    FeatureBlock f = features[blocks.blockOf(node)];
    int local = local(node);
    for (int i = 0; i < dimension; i++) {
      z[i] = f.get(i, local + c1) - f.get(i, local + c0);
    }
    return Vectors.dot(z, theta); // zᵀw of line:br-gradient
  }

  @Override
  public void pushforward(double[] theta, double[] direction, int from, int to, double[] out) {
    logits(direction, from, to, out);
  }

  @Override
  public void pullback(double[] theta, double[] coefficients, int from, int to, double[] out) {
    int start = forest.firstEdge(from);
    int end = forest.firstEdge(to);
    int block = blocks.blockOf(from);
    if (block < features.length
        && end <= blocks.firstEdge(block + 1)) { // needs no memory for lanes
      features[block].pullback(coefficients, start - blocks.firstEdge(block), end - start, out);
      return;
    }
    double[] lanes = new double[4 * dimension];
    for (int b = block; b < features.length && blocks.firstEdge(b) < end; b++) {
      int shift =
          start - blocks.firstEdge(b); // position in the block = position in the run + shift
      int stop = Math.min(end, blocks.firstEdge(b + 1)) - start;
      features[b].extend(coefficients, shift, Math.max(0, -shift), stop, lanes);
    }
    for (int i = 0; i < dimension; i++) {
      out[i] += (lanes[4 * i] + lanes[4 * i + 1]) + (lanes[4 * i + 2] + lanes[4 * i + 3]);
    }
  }

  @Override
  public void curvature(
      double[] theta, double[] coefficients, double[] direction, int from, int to, double[] out) {}
}
