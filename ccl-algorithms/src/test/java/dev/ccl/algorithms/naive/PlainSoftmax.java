package dev.ccl.algorithms.naive;

import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.PolicyFamily;

/** The token law of a family by its per-state code; shares no kernel with the forest. */
public final class PlainSoftmax {
  private PlainSoftmax() {}

  /** Returns the probabilities of the legal tokens of a state. */
  public static double[] of(PolicyFamily family, double[] parameter, State state) {
    double[] p = new double[state.legal().length()];
    family.logits(parameter, state, p);
    double sum = 0;
    for (int k = 0; k < p.length; k++) {
      p[k] = Math.exp(p[k]);
      sum += p[k];
    }
    for (int k = 0; k < p.length; k++) {
      p[k] /= sum;
    }
    return p;
  }
}
