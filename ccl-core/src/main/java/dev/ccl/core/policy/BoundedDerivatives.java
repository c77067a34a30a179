package dev.ccl.core.policy;

/**
 * The capability of a family to bound its logits and their derivatives on a parameter set. The
 * linear class with features in the unit ball has the bounds r, 1 and 0 on a set of radius r.
 */
public interface BoundedDerivatives {
  /**
   * Bounds |f<sub>θ</sub>(s,a)| over the set, all states and all legal tokens; a constant added to
   * all logits of a state does not count.
   *
   * @param set the parameters
   * @return an upper bound
   */
  double logitBound(ConvexSet set);

  /**
   * Bounds ‖∇f<sub>θ</sub>(s,a)‖ over the set, all states and all legal tokens.
   *
   * @param set the parameters
   * @return an upper bound
   */
  double gradientBound(ConvexSet set);

  /**
   * Bounds the operator norm of ∇²f<sub>θ</sub>(s,a) over the set, all states and all legal tokens.
   *
   * @param set the parameters
   * @return an upper bound
   */
  double hessianBound(ConvexSet set);
}
