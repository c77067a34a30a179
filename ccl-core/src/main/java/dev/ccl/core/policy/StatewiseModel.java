package dev.ccl.core.policy;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.State;
import java.util.Arrays;

/** Binds a family that has only per-state code to a forest, which may still grow. */
final class StatewiseModel extends NodewiseModel {
  private final PolicyFamily family;
  private State[] states;

  StatewiseModel(PolicyFamily family, Forest forest) {
    super(forest, family.dimension());
    this.family = family;
    this.states = new State[forest.nodes()];
    if (forest.isComplete()) {
      forest.forEachNode((s, state) -> states[s] = state);
    }
  }

  private State state(int node) {
    if (node >= states.length) {
      states = Arrays.copyOf(states, Math.max(node + 1, 2 * states.length));
    }
    if (states[node] == null) {
      states[node] = forest().state(node);
    }
    return states[node];
  }

  @Override
  void logitsAt(double[] theta, int node, double[] out) {
    family.logits(theta, state(node), out);
  }

  @Override
  public void gradients(double[] theta, int node, double[] out) {
    family.gradients(theta, state(node), out);
  }

  @Override
  void curvatureAt(
      double[] theta, int node, double[] coefficients, double[] direction, double[] out) {
    family.curvature(theta, state(node), coefficients, direction, out);
  }
}
