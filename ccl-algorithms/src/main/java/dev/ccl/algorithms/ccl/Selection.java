package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.Rollouts;

/** Which of two candidates costs less, by a batch of rollouts of each (line:br-evaluation). */
public final class Selection {
  private final Engine engine;
  private final double[] costs = new double[2]; // Ĉ_1, Ĉ_2

  private Selection(Engine engine) {
    this.engine = engine;
  }

  /**
   * Prepares the selections of a run.
   *
   * @param engine its engine
   * @return a workspace
   */
  public static Selection of(Engine engine) {
    return new Selection(engine);
  }

  /**
   * Selects a candidate.
   *
   * @param first ϑ<sub>1</sub>; read
   * @param second ϑ<sub>2</sub>; read
   * @param batch the rollouts of each candidate
   * @return 1 or 2, the least of the best
   */
  public int select(double[] first, double[] second, Rollouts batch) {
    engine.batches().costs(first, second, batch, costs);
    return costs[1] < costs[0] ? 2 : 1;
  }

  /** {@return the largest number of rollouts through one edge in the last selection} */
  public double largestCount() {
    return engine.batches().largestCount();
  }
}
