package dev.ccl.core.forest;

/** Signals that a forest needs more room than its budget; the message says what to change. */
public class BudgetExceededException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BudgetExceededException(long budget) {
    super(
        "the prefix forest has more than "
            + budget
            + " edges, which is the budget: raise it, or let the trees grow where they are walked"
            + " (LearningProblem.growing, Dataset.growing), on which learners that take rollouts"
            + " run; the learner \"practical-by-rollouts\" does");
  }

  /**
   * Makes the exception of another kind of forest.
   *
   * @param message what is full, and what to change
   */
  protected BudgetExceededException(String message) {
    super(message);
  }
}
