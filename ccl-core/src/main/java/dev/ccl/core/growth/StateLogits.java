package dev.ccl.core.growth;

/** A policy by its logits at known states; a constant added to all logits of a state is free. */
@FunctionalInterface
public interface StateLogits {
  /**
   * Computes the logits of a state.
   *
   * @param state the state
   * @param out the first entries are overwritten, one logit a legal token
   */
  void at(GrownState state, double[] out);
}
