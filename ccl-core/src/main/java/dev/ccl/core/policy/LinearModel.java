package dev.ccl.core.policy;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.NodeBlocks;
import dev.ccl.core.math.Vectors;
import java.util.Arrays;

/** The linear class on a complete forest, with features in blocks. */
final class LinearModel implements EdgeModel {
  private final Forest forest;
  private final int dimension;
  private final int[] firstEdge; // first edge of each block, and the number of edges
  private final int[] blockOf; // block of each node, and the number of blocks
  private final int widest; // the most edges of a block
  private final FeatureBlock[] features;

  private LinearModel(
      Forest forest,
      int dimension,
      int[] firstEdge,
      int[] blockOf,
      int widest,
      FeatureBlock[] features) {
    this.forest = forest;
    this.dimension = dimension;
    this.firstEdge = firstEdge;
    this.blockOf = blockOf;
    this.widest = widest;
    this.features = features;
  }

  static LinearModel of(FeatureMap map, Forest forest) {
    NodeBlocks blocks = NodeBlocks.of(forest);
    int d = map.dimension();
    int[] firstEdge = new int[blocks.count() + 1];
    int[] blockOf = new int[forest.nodes() + 1];
    FeatureBlock[] features = new FeatureBlock[blocks.count()];
    for (int b = 0; b < blocks.count(); b++) {
      firstEdge[b] = forest.firstEdge(blocks.firstNode(b));
      int edges = forest.firstEdge(blocks.firstNode(b + 1)) - firstEdge[b];
      features[b] =
          map instanceof SingleFeatures ? new SingleBlock(d, edges) : new DoubleBlock(d, edges);
      Arrays.fill(blockOf, blocks.firstNode(b), blocks.firstNode(b + 1), b);
    }
    double[] rows = new double[forest.mdp().vocabulary().size() * d];
    forest.forEachNode(
        (s, state) -> {
          map.features(state, rows);
          FeatureBlock f = features[blockOf[s]];
          int local = forest.firstEdge(s) - firstEdge[blockOf[s]];
          for (int k = 0; k < forest.degree(s); k++) {
            for (int i = 0; i < d; i++) {
              f.set(i, local + k, rows[k * d + i]);
            }
          }
        });
    firstEdge[blocks.count()] = forest.edges();
    blockOf[forest.nodes()] = blocks.count();
    return new LinearModel(forest, d, firstEdge, blockOf, blocks.widest(), features);
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
    for (int b = blockOf[from]; b < features.length && firstEdge[b] < end; b++) {
      int length = firstEdge[b + 1] - firstEdge[b];
      if (firstEdge[b] < start || firstEdge[b + 1] > end) {
        int lo = Math.max(start, firstEdge[b]) - firstEdge[b];
        int hi = Math.min(end, firstEdge[b + 1]) - firstEdge[b];
        features[b].logits(theta, lo, hi, out, firstEdge[b] - start);
      } else if (firstEdge[b] == start) {
        features[b].logits(theta, out);
      } else { // loops over whole arrays and one copy are faster than loops with an offset
        scratch = scratch == null ? new double[widest] : scratch;
        features[b].logits(theta, scratch);
        System.arraycopy(scratch, 0, out, firstEdge[b] - start, length);
      }
    }
  }

  @Override
  public void gradients(double[] theta, int node, double[] out) {
    FeatureBlock f = features[blockOf[node]];
    int local = forest.firstEdge(node) - firstEdge[blockOf[node]];
    int degree = forest.degree(node);
    for (int i = 0; i < dimension; i++) {
      for (int k = 0; k < degree; k++) {
        out[k * dimension + i] = f.get(i, local + k);
      }
    }
  }

  @Override
  public double logOdds(double[] theta, int node, int c1, int c0, double[] scratch, double[] z) {
    FeatureBlock f = features[blockOf[node]];
    int local = forest.firstEdge(node) - firstEdge[blockOf[node]];
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
    int block = blockOf[from];
    if (block < features.length && end <= firstEdge[block + 1]) { // needs no memory for lanes
      features[block].pullback(coefficients, start - firstEdge[block], end - start, out);
      return;
    }
    double[] lanes = new double[4 * dimension];
    for (int b = block; b < features.length && firstEdge[b] < end; b++) {
      int shift = start - firstEdge[b]; // position in the block = position in the run + shift
      int stop = Math.min(end, firstEdge[b + 1]) - start;
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
