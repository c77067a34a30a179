package dev.ccl.core.growth;

import dev.ccl.core.forest.BudgetExceededException;

/** Says that the known states have reached the limit of their budget, and what to change. */
public final class GrowthStoppedException extends BudgetExceededException {
  private static final long serialVersionUID = 1L;

  GrowthStoppedException(String message) {
    super(message);
  }

  /**
   * Says in which round a run has stopped.
   *
   * @param t the round, which has not been done
   * @return the exception with the round in its message
   */
  public GrowthStoppedException inRound(long t) {
    GrowthStoppedException named =
        new GrowthStoppedException("stopped in round " + t + ": " + getMessage());
    named.initCause(this);
    return named;
  }
}
