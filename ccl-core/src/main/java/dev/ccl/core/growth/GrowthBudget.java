package dev.ccl.core.growth;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * How much of a growing forest is kept, and what happens where that is not enough. No result
 * depends on it.
 *
 * @param edges the most legal tokens of all known states together
 * @param bytes the most memory of the known states
 * @param whenFull what happens at the limit
 */
public record GrowthBudget(long edges, long bytes, WhenFull whenFull) {
  /** What happens where a batch needs more room. */
  public enum WhenFull {
    /** The states that have not been visited for the longest time are forgotten. */
    FORGET,
    /** The run ends with a {@link GrowthStoppedException}. */
    STOP
  }

  /**
   * Checks the limits.
   *
   * @param edges the most legal tokens of all known states together, positive
   * @param bytes the most memory of the known states, positive
   * @param whenFull what happens at the limit
   */
  public GrowthBudget {
    checkArgument(edges > 0, "edge budget: %s is not positive", edges);
    checkArgument(bytes > 0, "memory budget: %s is not positive", bytes);
  }

  /**
   * Returns the budget where nothing is said: half of the memory that this process may use.
   *
   * @return a budget that forgets
   */
  public static GrowthBudget standard() {
    return ofBytes(Runtime.getRuntime().maxMemory() / 2);
  }

  /**
   * Returns a budget of memory.
   *
   * @param bytes the most memory of the known states
   * @return a budget that forgets, without a limit of edges
   */
  public static GrowthBudget ofBytes(long bytes) {
    return new GrowthBudget(Long.MAX_VALUE, bytes, WhenFull.FORGET);
  }

  /**
   * Returns this budget with a limit of edges.
   *
   * @param most the most legal tokens of all known states together
   * @return a copy
   */
  public GrowthBudget withEdges(long most) {
    return new GrowthBudget(most, bytes, whenFull);
  }

  /**
   * Returns this budget, at whose limit a run stops.
   *
   * @return a copy
   */
  public GrowthBudget stopping() {
    return new GrowthBudget(edges, bytes, WhenFull.STOP);
  }
}
