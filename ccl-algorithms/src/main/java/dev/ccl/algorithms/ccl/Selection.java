package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.core.math.Elementary;

/**
 * Which of two candidates costs less, by batches of rollouts (line:br-evaluation). Either one batch
 * of each, as in the paper, or a race: 32 groups of each, four times as large from stage to stage,
 * until the means of the groups tell the candidates apart; if they never do, what is left of the
 * budget decides.
 *
 * <p>A race ends in the stage whose groups differ in the mean by more than Student's quantile of
 * the level 1/(t+2)² in standard errors, so that over all rounds the chance of a wrong end is
 * summable. Where the candidates are so close that it goes on to the budget it is the paper's
 * selection. The quantile takes means of groups for normal: measured, not proven.
 */
public final class Selection {
  private static final int GROUPS = 32;
  private static final int GROWTH = 4; // of groups from stage to stage
  private static final int SMALLEST = 2; // rollouts of a group in the first stage

  private final Engine engine;
  private final boolean racing;
  private final long firstStage;
  private final double[] costs = new double[2]; // Ĉ_1, Ĉ_2
  private double largest;

  private Selection(Engine engine, boolean racing, long firstStage) {
    this.engine = engine;
    this.firstStage = firstStage;
    this.racing = racing;
  }

  /**
   * Prepares the selections of a run.
   *
   * @param engine its engine
   * @param racing whether candidates race
   * @param firstStage the rounds before the first one that distils, with which t = 0 begins
   * @return a workspace
   */
  public static Selection of(Engine engine, boolean racing, long firstStage) {
    return new Selection(engine, racing, firstStage);
  }

  /**
   * Selects a candidate.
   *
   * @param first ϑ<sub>1</sub>; read
   * @param second ϑ<sub>2</sub>; read
   * @param budget the most rollouts of each candidate, with the name of the batch; made what has
   *     been spent
   * @return 1 or 2, the least of the best
   */
  public int select(double[] first, double[] second, Rollouts budget) {
    largest = 0;
    long most = budget.number();
    if (!racing || budget.isExact() || most < 2L * GROUPS * SMALLEST) {
      compare(first, second, budget);
      return costs[1] < costs[0] ? 2 : 1;
    }
    return race(first, second, budget, most);
  }

  private int race(double[] first, double[] second, Rollouts budget, long most) {
    long round = budget.round();
    long name = (budget.update() + 1) << 20; // apart from the names of whole batches
    double quantile = quantile(round - firstStage);
    long spent = 0;
    double sum = 0; // of all rollouts so far
    for (long size = SMALLEST; spent + 2 * GROUPS * size <= most; size *= GROWTH) {
      double mean = 0;
      double squares = 0;
      for (int i = 1; i <= GROUPS; i++) {
        budget.set(size);
        compare(first, second, budget.at(round, name++));
        double gap = costs[0] - costs[1];
        double before = gap - mean;
        mean += before / i;
        squares += before * (gap - mean);
      }
      spent += GROUPS * size;
      sum += GROUPS * size * mean;
      if (mean * mean > quantile * quantile * squares / (GROUPS * (GROUPS - 1.0))) {
        budget.set(spent);
        return mean <= 0 ? 1 : 2;
      }
    }
    budget.set(most - spent);
    compare(first, second, budget.at(round, name));
    sum += (most - spent) * (costs[0] - costs[1]);
    budget.set(most);
    return sum > 0 ? 2 : 1;
  }

  /** A bound of Student's quantile: P(T > x) falls faster than (1 + x²/ν)^(−ν/2). */
  private static double quantile(long round) {
    double freedom = GROUPS - 1;
    double level = 2 * Elementary.log(round + 2.0);
    return Math.sqrt(freedom * (Elementary.exp(2 * level / freedom) - 1));
  }

  private void compare(double[] first, double[] second, Rollouts batch) {
    engine.batches().costs(first, second, batch, costs);
    largest = Math.max(largest, engine.batches().largestCount());
  }

  /**
   * {@return the largest number of rollouts through one edge in the batches of the last selection}
   */
  public double largestCount() {
    return largest;
  }
}
