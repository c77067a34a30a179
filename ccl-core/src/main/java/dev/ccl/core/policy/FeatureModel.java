package dev.ccl.core.policy;

import dev.ccl.core.forest.Forest;

/** A feature family on a forest: feature rows are computed once per node. */
final class FeatureModel extends NodewiseModel {
  private final FeatureFamily family;
  private final int width;
  private final double[][] rows; // of each node

  FeatureModel(FeatureFamily family, Forest forest) {
    super(forest, family.dimension());
    this.family = family;
    this.width = family.features().dimension();
    this.rows = new double[forest.nodes()][];
    forest.forEachNode((s, state) -> rows[s] = family.rows(state));
  }

  @Override
  void logitsAt(double[] theta, int node, double[] out) {
    double[] x = rows[node];
    for (int k = 0; k < forest().degree(node); k++) {
      out[k] = family.logit(theta, x, k * width);
    }
  }

  @Override
  public void gradients(double[] theta, int node, double[] out) {
    double[] x = rows[node];
    int d = dimension();
    for (int k = 0; k < forest().degree(node); k++) {
      family.gradient(theta, x, k * width, out, k * d);
    }
  }

  @Override
  void curvatureAt(
      double[] theta, int node, double[] coefficients, double[] direction, double[] out) {
    double[] x = rows[node];
    for (int k = 0; k < forest().degree(node); k++) {
      family.curvature(theta, x, k * width, coefficients[k], direction, out);
    }
  }
}
