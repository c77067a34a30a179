package dev.ccl.core.policy;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.NodeBlocks;
import java.util.Arrays;

/**
 * The linear class on a complete forest. Features are stored one array a block and coordinate, so
 * that the inner loops run over whole arrays without offsets.
 */
final class LinearModel implements EdgeModel {
  private final Forest forest;
  private final int dimension;
  private final int[] firstEdge; // first edge of each block, and the number of edges
  private final int[] blockOf; // block of each node, and the number of blocks
  private final int widest; // the most edges of a block
  private final double[][][] features; // [block][coordinate][edge in block]

  private LinearModel(
      Forest forest,
      int dimension,
      int[] firstEdge,
      int[] blockOf,
      int widest,
      double[][][] features) {
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
    double[][][] features = new double[blocks.count()][d][];
    for (int b = 0; b < blocks.count(); b++) {
      firstEdge[b] = forest.firstEdge(blocks.firstNode(b));
      int edges = forest.firstEdge(blocks.firstNode(b + 1)) - firstEdge[b];
      for (int i = 0; i < d; i++) {
        features[b][i] = new double[edges];
      }
      Arrays.fill(blockOf, blocks.firstNode(b), blocks.firstNode(b + 1), b);
    }
    double[] rows = new double[forest.mdp().vocabulary().size() * d];
    forest.forEachNode(
        (s, state) -> {
          map.features(state, rows);
          double[][] f = features[blockOf[s]];
          int local = forest.firstEdge(s) - firstEdge[blockOf[s]];
          for (int k = 0; k < forest.degree(s); k++) {
            for (int i = 0; i < d; i++) {
              f[i][local + k] = rows[k * d + i];
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
        part(features[b], theta, lo, hi, out, firstEdge[b] - start);
      } else if (firstEdge[b] == start) {
        wholeBlock(features[b], theta, length, out);
      } else { // loops over whole arrays and one copy are faster than loops with an offset
        scratch = scratch == null ? new double[widest] : scratch;
        wholeBlock(features[b], theta, length, scratch);
        System.arraycopy(scratch, 0, out, firstEdge[b] - start, length);
      }
    }
  }

  private static void wholeBlock(double[][] f, double[] theta, int length, double[] out) {
    Arrays.fill(out, 0, length, 0.0);
    int i = 0;
    for (; i + 3 < f.length; i += 4) {
      addFour(theta, i, f[i], f[i + 1], f[i + 2], f[i + 3], length, out);
    }
    for (; i < f.length; i++) {
      addOne(theta[i], f[i], length, out);
    }
  }

  private static void addFour(
      double[] theta,
      int i,
      double[] f0,
      double[] f1,
      double[] f2,
      double[] f3,
      int length,
      double[] out) {
    double t0 = theta[i];
    double t1 = theta[i + 1];
    double t2 = theta[i + 2];
    double t3 = theta[i + 3];
    for (int j = 0; j < length; j++) {
      out[j] = (((out[j] + t0 * f0[j]) + t1 * f1[j]) + t2 * f2[j]) + t3 * f3[j];
    }
  }

  private static void addOne(double t, double[] f, int length, double[] out) {
    for (int j = 0; j < length; j++) {
      out[j] += t * f[j];
    }
  }

  private static void part(double[][] f, double[] theta, int lo, int hi, double[] out, int shift) {
    for (int j = lo; j < hi; j++) {
      double sum = 0;
      for (int i = 0; i < f.length; i++) {
        sum += theta[i] * f[i][j];
      }
      out[j + shift] = sum;
    }
  }

  @Override
  public void gradients(double[] theta, int node, double[] out) {
    double[][] f = features[blockOf[node]];
    int local = forest.firstEdge(node) - firstEdge[blockOf[node]];
    int degree = forest.degree(node);
    for (int i = 0; i < dimension; i++) {
      for (int k = 0; k < degree; k++) {
        out[k * dimension + i] = f[i][local + k];
      }
    }
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
    if (block < features.length && end <= firstEdge[block + 1]) {
      withinBlock(features[block], start - firstEdge[block], end - start, coefficients, out);
      return;
    }
    double[] lanes = new double[4 * dimension];
    for (int b = blockOf[from]; b < features.length && firstEdge[b] < end; b++) {
      int shift = start - firstEdge[b]; // position in the block = position in the run + shift
      int first = Math.max(0, -shift);
      int stop = Math.min(end, firstEdge[b + 1]) - start;
      double[][] f = features[b];
      int i = 0;
      for (; i + 3 < dimension; i += 4) {
        LaneSums.extendFour(
            coefficients, f[i], f[i + 1], f[i + 2], f[i + 3], shift, first, stop, lanes, 4 * i);
      }
      for (; i < dimension; i++) {
        LaneSums.extend(coefficients, f[i], shift, first, stop, lanes, 4 * i);
      }
    }
    for (int i = 0; i < dimension; i++) {
      out[i] += (lanes[4 * i] + lanes[4 * i + 1]) + (lanes[4 * i + 2] + lanes[4 * i + 3]);
    }
  }

  /** A run inside one block needs no memory for lanes; the sums are the same to the bit. */
  private static void withinBlock(
      double[][] f, int shift, int length, double[] coefficients, double[] out) {
    int i = 0;
    for (; i + 3 < f.length; i += 4) {
      LaneSums.addFour(coefficients, f[i], f[i + 1], f[i + 2], f[i + 3], shift, length, out, i);
    }
    for (; i < f.length; i++) {
      out[i] += LaneSums.one(coefficients, f[i], shift, length);
    }
  }

  @Override
  public void curvature(
      double[] theta, double[] coefficients, double[] direction, int from, int to, double[] out) {}
}
