package dev.ccl.core.policy;

import dev.ccl.core.mdp.State;

/** A family of which only the per-state code is known: it is asked at every visit. */
record StatewiseKernel(PolicyFamily family, State state) implements StateKernel {
  @Override
  public void logits(double[] theta, double[] out) {
    family.logits(theta, state, out);
  }

  @Override
  public void gradients(double[] theta, double[] out) {
    family.gradients(theta, state, out);
  }
}
