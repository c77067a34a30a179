package dev.ccl.core.policy;

import dev.ccl.core.mdp.State;

/**
 * A fixed feature map φ: (s,a) ↦ ℝ<sup>d</sup>. It may depend on the entire prefix; it is
 * deterministic and may be shared between threads.
 */
public interface FeatureMap {
  /**
   * Returns the number of features.
   *
   * @return d
   */
  int dimension();

  /**
   * Computes the features of the legal tokens of a state.
   *
   * @param state the state
   * @param out overwritten: entries k·d … k·d + d − 1 are φ(s, a<sub>k</sub>)
   */
  void features(State state, double[] out);
}
