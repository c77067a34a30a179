package dev.ccl.policies;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.policy.EdgeModel;

/** Fixed logits, read once, plus the kernels of the correction. */
final class ResidualModel implements EdgeModel {
  private final double[] fixed; // one logit per edge
  private final EdgeModel correction;

  ResidualModel(ResidualSoftmax.BaseLogits base, EdgeModel correction) {
    Forest forest = correction.forest();
    this.correction = correction;
    this.fixed = new double[forest.edges()];
    double[] local = new double[forest.mdp().vocabulary().size()];
    forest.forEachNode(
        (s, state) -> {
          base.logits(state, local);
          System.arraycopy(local, 0, fixed, forest.firstEdge(s), forest.degree(s));
        });
  }

  @Override
  public Forest forest() {
    return correction.forest();
  }

  @Override
  public int dimension() {
    return correction.dimension();
  }

  @Override
  public void logits(double[] theta, int from, int to, double[] out) {
    int start = forest().firstEdge(from);
    int length = forest().firstEdge(to) - start;
    correction.logits(theta, from, to, out);
    for (int j = 0; j < length; j++) {
      out[j] += fixed[start + j];
    }
  }

  @Override
  public void gradients(double[] theta, int node, double[] out) {
    correction.gradients(theta, node, out);
  }

  @Override
  public void pushforward(double[] theta, double[] direction, int from, int to, double[] out) {
    correction.pushforward(theta, direction, from, to, out);
  }

  @Override
  public void pullback(double[] theta, double[] coefficients, int from, int to, double[] out) {
    correction.pullback(theta, coefficients, from, to, out);
  }

  @Override
  public void curvature(
      double[] theta, double[] coefficients, double[] direction, int from, int to, double[] out) {}
}
