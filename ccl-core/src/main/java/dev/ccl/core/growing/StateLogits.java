package dev.ccl.core.growing;

/** A policy by its logits at known states; a constant added to all logits of a state is free. */
@FunctionalInterface
public interface StateLogits {
  /**
   * Computes the logits of a state.
   *
   * @param state the state
   * @param out the first entries are overwritten, one logit per legal token
   */
  void at(KnownState state, double[] out);
}
