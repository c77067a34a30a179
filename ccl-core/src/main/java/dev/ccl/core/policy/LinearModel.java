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
  private final int[] blockOf; // block of each node
  private final double[][][] features; // [block][coordinate][edge in block]

  private LinearModel(
      Forest forest, int dimension, int[] firstEdge, int[] blockOf, double[][][] features) {
    this.forest = forest;
    this.dimension = dimension;
    this.firstEdge = firstEdge;
    this.blockOf = blockOf;
    this.features = features;
  }

  static LinearModel of(FeatureMap map, Forest forest) {
    NodeBlocks blocks = NodeBlocks.of(forest);
    int d = map.dimension();
    int[] firstEdge = new int[blocks.count() + 1];
    int[] blockOf = new int[forest.nodes()];
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
    return new LinearModel(forest, d, firstEdge, blockOf, features);
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
    for (int b = blockOf[from]; b < features.length && firstEdge[b] < end; b++) {
      int length = firstEdge[b + 1] - firstEdge[b];
      if (firstEdge[b] == start && firstEdge[b + 1] <= end) {
        wholeBlock(features[b], theta, length, out);
      } else if (firstEdge[b] > start && firstEdge[b + 1] <= end) {
        laterBlock(features[b], theta, length, out, firstEdge[b] - start);
      } else {
        int lo = Math.max(start, firstEdge[b]) - firstEdge[b];
        int hi = Math.min(end, firstEdge[b + 1]) - firstEdge[b];
        part(features[b], theta, lo, hi, out, firstEdge[b] - start);
      }
    }
  }

  private static void wholeBlock(double[][] f, double[] theta, int length, double[] out) {
    Arrays.fill(out, 0, length, 0.0);
    for (int i = 0; i < f.length; i++) {
      addMultiple(theta[i], f[i], length, out);
    }
  }

  private static void addMultiple(double a, double[] f, int length, double[] out) {
    for (int j = 0; j < length; j++) {
      out[j] += a * f[j];
    }
  }

  private static void laterBlock(
      double[][] f, double[] theta, int length, double[] out, int shift) {
    Arrays.fill(out, shift, shift + length, 0.0);
    for (int i = 0; i < f.length; i++) {
      double a = theta[i];
      double[] row = f[i];
      for (int j = 0; j < length; j++) {
        out[j + shift] += a * row[j];
      }
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
    for (int i = 0; i < dimension; i++) {
      out[i] += dot(i, coefficients, start, end, blockOf[from]);
    }
  }

  /** Four lanes by the position in the run, whatever block the edge is in. */
  private double dot(int i, double[] c, int start, int end, int firstBlock) {
    double l0 = 0;
    double l1 = 0;
    double l2 = 0;
    double l3 = 0;
    for (int b = firstBlock; b < features.length && firstEdge[b] < end; b++) {
      double[] f = features[b][i];
      int shift = start - firstEdge[b]; // position in the block = position in the run + shift
      int p = Math.max(0, -shift);
      int stop = Math.min(end, firstEdge[b + 1]) - start;
      for (; p < stop && (p & 3) != 0; p++) {
        double term = c[p] * f[p + shift];
        switch (p & 3) {
          case 1 -> l1 += term;
          case 2 -> l2 += term;
          default -> l3 += term;
        }
      }
      for (; p + 3 < stop; p += 4) {
        l0 += c[p] * f[p + shift];
        l1 += c[p + 1] * f[p + 1 + shift];
        l2 += c[p + 2] * f[p + 2 + shift];
        l3 += c[p + 3] * f[p + 3 + shift];
      }
      for (; p < stop; p++) {
        double term = c[p] * f[p + shift];
        switch (p & 3) {
          case 0 -> l0 += term;
          case 1 -> l1 += term;
          default -> l2 += term;
        }
      }
    }
    return (l0 + l1) + (l2 + l3);
  }

  @Override
  public void curvature(
      double[] theta, double[] coefficients, double[] direction, int from, int to, double[] out) {}
}
