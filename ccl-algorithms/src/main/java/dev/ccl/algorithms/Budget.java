package dev.ccl.algorithms;

import static com.google.common.base.Preconditions.checkArgument;

/** How many rollouts a batch has: as in the paper, a fixed number, or the exact expectation. */
public final class Budget {
  /** The schedule of eq:br-budgets. */
  public static final Budget PAPER = new Budget(0);

  /** No rollouts: the expectation itself, by sweeps over the whole forest. */
  public static final Budget EXACT = new Budget(-1);

  /** What may be written. */
  public static final String FORM = "paper, exact or a whole number of at least 1";

  private final long rollouts;

  private Budget(long rollouts) {
    this.rollouts = rollouts;
  }

  /**
   * Returns a budget that is the same in every round.
   *
   * @param rollouts the number of rollouts, at least 1
   * @return the budget
   */
  public static Budget of(long rollouts) {
    checkArgument(rollouts >= 1, "rollouts: %s is not at least 1", rollouts);
    return new Budget(rollouts);
  }

  /**
   * Reads a budget.
   *
   * @param text of the form {@link #FORM}
   * @return the budget
   */
  public static Budget parse(String text) {
    return text.equals("paper") ? PAPER : text.equals("exact") ? EXACT : of(Long.parseLong(text));
  }

  /**
   * Tells whether this is {@link #EXACT}.
   *
   * @return whether nothing is sampled
   */
  public boolean isExact() {
    return rollouts < 0;
  }

  /**
   * Returns the number of rollouts in a round.
   *
   * @param paper what the paper's schedule says for the round
   * @return the number of rollouts; 0 if {@link #isExact}
   */
  public long rollouts(long paper) {
    return rollouts == 0 ? paper : Math.max(rollouts, 0);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Budget && ((Budget) other).rollouts == rollouts;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(rollouts);
  }

  @Override
  public String toString() {
    return rollouts == 0 ? "paper" : isExact() ? "exact" : Long.toString(rollouts);
  }
}
