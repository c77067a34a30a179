package dev.ccl.core.policy;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.State;

/** A fixed policy without parameters, such as the pretrained reference π<sub>pre</sub>. */
@FunctionalInterface
public interface FrozenPolicy {
  /**
   * Computes the probabilities of the legal tokens of a state.
   *
   * @param state the state
   * @param out overwritten: {@code out[k]} is π(a<sub>k</sub>|s), positive, with sum 1
   */
  void probabilities(State state, double[] out);

  /**
   * Returns the policy as a law on a complete forest.
   *
   * @param forest the forest
   * @return the law, with the probabilities used as given
   */
  default EdgeLaw on(Forest forest) {
    forest.requireComplete();
    double[] all = new double[forest.edges()];
    double[] local = new double[forest.mdp().vocabulary().size()];
    for (int s = 0; s < forest.nodes(); s++) {
      probabilities(forest.state(s), local);
      System.arraycopy(local, 0, all, forest.firstEdge(s), forest.degree(s));
    }
    return EdgeLaw.ofProbabilities(forest, all);
  }
}
