package dev.ccl.certificates.plan;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.algorithms.ccl.Ccl;

/**
 * The cheapest budget for an accuracy (claim E13): with E Δ ≈ A/N + B/M for N queries and M
 * rollouts, the least of c₁N + c₂M subject to E Δ = ε is at N = (A + √(ABc₂/c₁))/ε and M = (B +
 * √(ABc₁/c₂))/ε.
 *
 * @param queries N
 * @param rollouts M
 * @param cost c₁N + c₂M
 */
public record Plan(double queries, double rollouts, double cost) {
  /**
   * Returns the learner whose queries are planned: the preset {@code practical} as labels alone
   * teach it, with one control for all of them. Values as controls and proven solutions, which the
   * preset has beside them, need fewer queries, by a factor that no formula here knows.
   *
   * @return the learner
   */
  public static Ccl byLabels() {
    return Ccl.practical().with("acceptance", "controlled").with("teaching", "last");
  }

  /**
   * Finds the cheapest budget.
   *
   * @param rates A and B
   * @param epsilon ε, the mean excess cost wanted; positive
   * @param queryCost c₁, positive
   * @param rolloutCost c₂, not negative; rollouts that cost nothing are unlimited
   * @return the plan
   */
  public static Plan of(Rates rates, double epsilon, double queryCost, double rolloutCost) {
    checkArgument(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY, "epsilon: %s", epsilon);
    checkArgument(queryCost > 0 && queryCost < Double.POSITIVE_INFINITY, "c1: %s", queryCost);
    checkArgument(
        rolloutCost >= 0 && rolloutCost < Double.POSITIVE_INFINITY, "c2: %s", rolloutCost);
    double mixed = Math.sqrt(rates.queries() * rates.rollouts());
    double n = (rates.queries() + mixed * Math.sqrt(rolloutCost / queryCost)) / epsilon;
    double m = (rates.rollouts() + mixed * Math.sqrt(queryCost / rolloutCost)) / epsilon;
    return new Plan(n, m, queryCost * n + (rolloutCost > 0 ? rolloutCost * m : 0));
  }

  /**
   * Says how well a plan is known whose rates are estimates.
   *
   * @param rates A and B
   * @param errors their standard errors, which are independent
   * @param epsilon ε, positive
   * @param queryCost c₁, positive
   * @param rolloutCost c₂, positive
   * @return the standard errors of N, M and the cost, to first order
   */
  public static Plan errors(
      Rates rates, Rates errors, double epsilon, double queryCost, double rolloutCost) {
    double[] squares = new double[3];
    for (int i = 0; i < 2; i++) {
      double step = 1e-4 * (i == 0 ? rates.queries() : rates.rollouts());
      double error = i == 0 ? errors.queries() : errors.rollouts();
      double[] up = of(shifted(rates, i, step), epsilon, queryCost, rolloutCost).numbers();
      double[] down = of(shifted(rates, i, -step), epsilon, queryCost, rolloutCost).numbers();
      for (int k = 0; k < 3; k++) {
        double slope = (up[k] - down[k]) / (2 * step);
        squares[k] += slope * slope * error * error;
      }
    }
    return new Plan(Math.sqrt(squares[0]), Math.sqrt(squares[1]), Math.sqrt(squares[2]));
  }

  private static Rates shifted(Rates rates, int which, double by) {
    return new Rates(
        rates.queries() + (which == 0 ? by : 0), rates.rollouts() + (which == 1 ? by : 0));
  }

  private double[] numbers() {
    return new double[] {queries, rollouts, cost};
  }

  /**
   * Finds the budget of an accuracy with a given number of rollouts per query.
   *
   * @param rates A and B
   * @param epsilon ε, positive
   * @param perQuery K = M/N, positive
   * @param queryCost c₁
   * @param rolloutCost c₂
   * @return N = (A + B/K)/ε and M = KN
   */
  public static Plan withRollouts(
      Rates rates, double epsilon, double perQuery, double queryCost, double rolloutCost) {
    checkArgument(perQuery > 0 && epsilon > 0, "K = %s, epsilon = %s", perQuery, epsilon);
    double n = (rates.queries() + rates.rollouts() / perQuery) / epsilon;
    return new Plan(n, perQuery * n, (queryCost + rolloutCost * perQuery) * n);
  }

  /** {@return K*, the rollouts per query, M/N} */
  public double rolloutsPerQuery() {
    return rollouts / queries;
  }
}
