package dev.ccl.docs.cycle.left;

import dev.ccl.docs.cycle.right.Right;

/** Knows who knows it: the cycle that the rule has to see. */
public final class Left {
  /** The other one. */
  public final Right right;

  /**
   * Makes one side.
   *
   * @param right the other
   */
  public Left(Right right) {
    this.right = right;
  }
}
