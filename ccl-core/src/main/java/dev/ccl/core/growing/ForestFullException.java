package dev.ccl.core.growing;

import dev.ccl.core.forest.BudgetExceededException;

/** Signals that the known states have reached their budget; the message says what to change. */
public final class ForestFullException extends BudgetExceededException {
  private static final long serialVersionUID = 1L;

  ForestFullException(String message) {
    super(message);
  }

  /**
   * Returns this exception with the round in which a run has stopped.
   *
   * @param t the round, which has not been done
   * @return the exception with the round in its message
   */
  public ForestFullException inRound(long t) {
    ForestFullException named =
        new ForestFullException("stopped in round " + t + ": " + getMessage());
    named.initCause(this);
    return named;
  }
}
