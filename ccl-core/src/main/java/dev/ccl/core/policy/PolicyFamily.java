package dev.ccl.core.policy;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.State;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A class of softmax policies π<sub>θ</sub>(a|s) ∝ exp f<sub>θ</sub>(s,a) with a twice
 * differentiable logit. A family is stateless and may be shared between threads.
 *
 * <p>This per-state code is all that a new family needs. {@link #on} binds it to a forest; a family
 * that has faster kernels on flat arrays overrides that method. Everything else (probabilities,
 * scores, costs, gradients, Hessians, sampling) is derived from the four methods. Capabilities are
 * interfaces beside this one: {@link BoundedDerivatives}, {@link AffineFamily}, {@link
 * LinearFamily}.
 */
public interface PolicyFamily {
  /** {@return the number of parameters, d} */
  int dimension();

  /**
   * Computes the logits of the legal tokens of a state.
   *
   * @param theta the parameter; read
   * @param state the state; {@code state.legal()} gives the tokens in order
   * @param out overwritten: {@code out[k]} is f<sub>θ</sub>(s, a<sub>k</sub>)
   */
  void logits(double[] theta, State state, double[] out);

  /**
   * Computes the derivatives of the logits.
   *
   * @param theta the parameter; read
   * @param state the state
   * @param out overwritten: entries k·d … k·d + d − 1 are ∇<sub>θ</sub> f<sub>θ</sub>(s,
   *     a<sub>k</sub>)
   */
  void gradients(double[] theta, State state, double[] out);

  /**
   * Adds a weighted sum of Hessians of the logits, applied to a direction.
   *
   * @param theta the parameter; read
   * @param state the state
   * @param coefficients one weight c<sub>k</sub> a legal token; read
   * @param direction v, one entry per parameter; read
   * @param out increased by Σ<sub>k</sub> c<sub>k</sub> ∇²f<sub>θ</sub>(s, a<sub>k</sub>) v
   */
  void curvature(
      double[] theta, State state, double[] coefficients, double[] direction, double[] out);

  /**
   * Binds the family to a forest.
   *
   * @param forest the forest
   * @return the family's kernels there
   */
  default EdgeModel on(Forest forest) {
    return statewise(forest);
  }

  /**
   * Binds the family to states that have just been met. A family with something frozen behind it
   * (features, base logits) asks for it here, once for all of the states, and keeps the answers in
   * the kernels; the default keeps nothing and asks the per-state code at every visit.
   *
   * @param frontier the states
   * @return one kernel per state, in their order
   */
  default List<StateKernel> at(StateBatch frontier) {
    return frontier.states().stream()
        .map(state -> new StatewiseKernel(this, state))
        .collect(Collectors.toList());
  }

  /**
   * Binds the per-state code to a forest: the slow path, to which faster kernels are held.
   *
   * @param forest the forest
   * @return kernels made of the methods above alone
   */
  default EdgeModel statewise(Forest forest) {
    return new StatewiseModel(this, forest);
  }
}
