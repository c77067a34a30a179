package dev.ccl.core.policy;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.State;

/** Binds a family that has only per-state code to a forest. */
final class StatewiseModel extends NodewiseModel {
  private final PolicyFamily family;
  private final State[] states; // of each node

  StatewiseModel(PolicyFamily family, Forest forest) {
    super(forest, family.dimension());
    this.family = family;
    this.states = new State[forest.nodes()];
    forest.forEachNode((s, state) -> states[s] = state);
  }

  @Override
  void logitsAt(double[] theta, int node, double[] out) {
    family.logits(theta, states[node], out);
  }

  @Override
  public void gradients(double[] theta, int node, double[] out) {
    family.gradients(theta, states[node], out);
  }

  @Override
  void curvatureAt(
      double[] theta, int node, double[] coefficients, double[] direction, double[] out) {
    family.curvature(theta, states[node], coefficients, direction, out);
  }
}
