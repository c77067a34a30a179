package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.Part;
import dev.ccl.algorithms.engine.Rollouts;

/** How many rollouts a batch has (eq:br-budgets). It remembers nothing. */
public interface Budget extends Part {
  /**
   * Says how large the batch of a round is.
   *
   * @param t the round, counted from the first one that distils
   * @param out made a number of rollouts, or exact
   */
  void at(long t, Rollouts out);

  /**
   * Tells whether some batch is exact, so that whole forests are needed.
   *
   * @return whether {@link #at} may make a batch exact
   */
  default boolean isExact() {
    return false;
  }
}
