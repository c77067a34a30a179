package dev.ccl.core.forest;

/** Says that a forest would need more room than its budget allows, and what to change. */
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
   * Says it of another kind of forest.
   *
   * @param message what is full, and what to change
   */
  protected BudgetExceededException(String message) {
    super(message);
  }
}
