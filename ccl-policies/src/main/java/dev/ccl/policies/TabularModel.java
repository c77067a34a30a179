package dev.ccl.policies;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.policy.EdgeModel;
import java.util.Arrays;

/** The table on a forest: an edge reads one parameter and writes to one. */
final class TabularModel implements EdgeModel {
  private final Forest forest;
  private final int dimension;
  private final int[] parameter; // of each edge, or -1

  TabularModel(TabularSoftmax family, Forest forest) {
    this.forest = forest;
    this.dimension = family.dimension();
    this.parameter = new int[forest.edges()];
    forest.forEachNode(
        (s, state) -> {
          int offset = family.offset(state);
          for (int e = forest.firstEdge(s); e < forest.firstEdge(s + 1); e++) {
            parameter[e] = offset < 0 ? -1 : offset + e - forest.firstEdge(s);
          }
        });
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
    for (int e = start; e < end; e++) {
      out[e - start] = parameter[e] < 0 ? 0 : theta[parameter[e]];
    }
  }

  @Override
  public void gradients(double[] theta, int node, double[] out) {
    int start = forest.firstEdge(node);
    int degree = forest.degree(node);
    Arrays.fill(out, 0, degree * dimension, 0.0);
    for (int k = 0; k < degree; k++) {
      if (parameter[start + k] >= 0) {
        out[k * dimension + parameter[start + k]] = 1;
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
    for (int e = start; e < end; e++) {
      if (parameter[e] >= 0) {
        out[parameter[e]] += coefficients[e - start];
      }
    }
  }

  @Override
  public void curvature(
      double[] theta, double[] coefficients, double[] direction, int from, int to, double[] out) {}
}
