package dev.ccl.core.policy;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import java.util.Arrays;
import java.util.List;

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
   * Computes the probabilities of many states. A policy with a model behind it answers all of them
   * in one go; the default takes one after the other. Both must give the same bits.
   *
   * @param states the states
   * @param out one array per state; each is overwritten
   */
  default void probabilities(List<State> states, double[][] out) {
    for (int i = 0; i < out.length; i++) {
      probabilities(states.get(i), out[i]);
    }
  }

  /**
   * Returns the policy as a law on a forest.
   *
   * @param forest the forest
   * @return the law, with the probabilities used as given
   */
  default EdgeLaw on(Forest forest) {
    TokenMdp mdp = forest.mdp();
    double[] all = new double[forest.edges()];
    double[] rests = new double[forest.edges()];
    Arrays.fill(rests, 1.0);
    double[] local = new double[mdp.vocabulary().size()];
    forest.forEachNode(
        (s, state) -> {
          probabilities(state, local);
          StateBatch.checkLaw(this, state, local);
          int from = forest.firstEdge(s);
          System.arraycopy(local, 0, all, from, forest.degree(s));
          if (state.step() < mdp.horizon()) {
            for (int e = from; e < forest.firstEdge(s + 1); e++) {
              if (forest.child(e) == Forest.LEAF) {
                rests[e] = forcedRest(mdp, mdp.append(state, forest.token(e)), local);
              }
            }
          }
        });
    return EdgeLaw.ofProbabilities(forest, all, rests);
  }

  private double forcedRest(TokenMdp mdp, State forced, double[] local) {
    double product = 1;
    for (State at = forced; !mdp.isTerminal(at); at = mdp.append(at, at.legal().get(0))) {
      probabilities(at, local);
      StateBatch.checkLaw(this, at, local);
      product *= local[0];
    }
    return product;
  }
}
