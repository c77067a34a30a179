package dev.ccl.algorithms.plan;

import static com.google.common.base.Preconditions.checkArgument;

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
   * Returns the mean excess cost that a budget leaves.
   *
   * @param rates A and B
   * @param queries N
   * @param rollouts M
   * @return A/N + B/M
   */
  public static double expectedExcess(Rates rates, double queries, double rollouts) {
    return rates.queries() / queries + rates.rollouts() / rollouts;
  }

  /**
   * Returns K*, the rollouts per query.
   *
   * @return M/N
   */
  public double rolloutsPerQuery() {
    return rollouts / queries;
  }
}
