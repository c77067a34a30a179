package dev.ccl.core.policy;

import dev.ccl.core.mdp.State;
import java.util.List;

/**
 * A fixed feature map φ: (s,a) ↦ ℝ<sup>d</sup>. It may depend on the entire prefix; it is
 * deterministic and may be shared between threads.
 */
public interface FeatureMap {
  /** {@return the number of features, d} */
  int dimension();

  /**
   * Computes the features of the legal tokens of a state.
   *
   * @param state the state
   * @param out overwritten: entries k·d … k·d + d − 1 are φ(s, a<sub>k</sub>)
   */
  void features(State state, double[] out);

  /**
   * Computes the features of many states. A map with a frozen model behind it answers all of them
   * in one go; the default takes one after the other. Both must give the same bits.
   *
   * @param states the states
   * @param out one array per state; each is overwritten
   */
  default void features(List<State> states, double[][] out) {
    for (int i = 0; i < out.length; i++) {
      features(states.get(i), out[i]);
    }
  }

  /**
   * Returns the features of many states in fresh arrays.
   *
   * @param states the states
   * @return one array per state
   */
  default double[][] rows(List<State> states) {
    double[][] rows = new double[states.size()][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new double[states.get(i).legal().length() * dimension()];
    }
    features(states, rows);
    return rows;
  }
}
