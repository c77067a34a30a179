package dev.ccl.core.policy;

import dev.ccl.core.mdp.State;

/** A family whose logits are linear in the parameter, so that their Hessians vanish. */
public interface LinearFamily extends PolicyFamily {
  @Override
  default void curvature(
      double[] theta, State state, double[] coefficients, double[] direction, double[] out) {}
}
