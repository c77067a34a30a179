package dev.ccl.docs.cycle.right;

import dev.ccl.docs.cycle.left.Left;

/** Knows who knows it: the cycle that the rule has to see. */
public interface Right {
  /**
   * Returns the other one.
   *
   * @return one side
   */
  Left left();
}
