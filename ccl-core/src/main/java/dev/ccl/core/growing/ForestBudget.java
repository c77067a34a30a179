package dev.ccl.core.growing;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * How much of a growing forest is kept, and what happens where that is not enough. No result
 * depends on it.
 *
 * @param edges the most legal tokens of all known states together
 * @param bytes the most memory of the known states
 * @param whenFull what happens at the limit
 * @param shared whether the memory is that of all forests of this process with such a budget, and
 *     not of each of them
 */
public record ForestBudget(long edges, long bytes, WhenFull whenFull, boolean shared) {
  /** What happens where a batch needs more room. */
  public enum WhenFull {
    /** The states that have not been visited for the longest time are forgotten. */
    FORGET,
    /** The run ends with a {@link ForestFullException}. */
    STOP
  }

  /**
   * Checks the limits.
   *
   * @param edges the most legal tokens of all known states together, positive
   * @param bytes the most memory of the known states, positive
   * @param whenFull what happens at the limit
   * @param shared whether the memory is that of all forests with such a budget
   */
  public ForestBudget {
    checkArgument(edges > 0, "edge budget: %s is not positive", edges);
    checkArgument(bytes > 0, "memory budget: %s is not positive", bytes);
  }

  /**
   * Makes a budget of each forest.
   *
   * @param edges the most legal tokens of all known states together, positive
   * @param bytes the most memory of the known states, positive
   * @param whenFull what happens at the limit
   */
  public ForestBudget(long edges, long bytes, WhenFull whenFull) {
    this(edges, bytes, whenFull, false);
  }

  /**
   * {@return the default budget: half of the memory that this process may use, for all forests
   * together, with eviction}
   */
  public static ForestBudget standard() {
    long half = Runtime.getRuntime().maxMemory() / 2;
    return new ForestBudget(Long.MAX_VALUE, half, WhenFull.FORGET, true);
  }

  /**
   * Returns a budget of memory for each forest.
   *
   * @param bytes the most memory of the known states
   * @return a budget that forgets, without a limit of edges
   */
  public static ForestBudget ofBytes(long bytes) {
    return new ForestBudget(Long.MAX_VALUE, bytes, WhenFull.FORGET, false);
  }

  /**
   * Returns this budget with a limit of edges.
   *
   * @param most the most legal tokens of all known states together
   * @return a copy
   */
  public ForestBudget withEdges(long most) {
    return new ForestBudget(most, bytes, whenFull, shared);
  }

  /** {@return this budget, at whose limit a run stops} */
  public ForestBudget stopping() {
    return new ForestBudget(edges, bytes, WhenFull.STOP, shared);
  }
}
