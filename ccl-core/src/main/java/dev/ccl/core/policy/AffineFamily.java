package dev.ccl.core.policy;

import dev.ccl.core.mdp.State;

/**
 * A family whose logits are affine in the parameter, f<sub>θ</sub>(s,a) = g(s,a) + θᵀφ(s,a), so
 * that their gradients do not depend on it and their Hessians vanish. In such a class the loss of a
 * label is convex in the parameter, and what the paper proves of the calibration holds with the
 * offset g in the bounds.
 */
public interface AffineFamily extends PolicyFamily {
  @Override
  default void curvature(
      double[] theta, State state, double[] coefficients, double[] direction, double[] out) {}
}
