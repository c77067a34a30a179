package dev.ccl.experiments.recording;

import com.google.common.primitives.ImmutableDoubleArray;

/**
 * The mean over seeds of a quantity at each recorded round, with its 95 % bootstrap interval.
 *
 * @param rounds the rounds
 * @param mean the means
 * @param low the lower ends of the intervals; the means themselves where there is one seed
 * @param high the upper ends of the intervals
 */
public record Curve(
    ImmutableDoubleArray rounds,
    ImmutableDoubleArray mean,
    ImmutableDoubleArray low,
    ImmutableDoubleArray high) {

  /** {@return the mean at the last round} */
  public double last() {
    return mean.get(mean.length() - 1);
  }

  /**
   * Returns the index of the first round from which on the mean stays below a level.
   *
   * @param level the level
   * @return the index, or −1 if the last mean is not below the level
   */
  public int fallsBelow(double level) {
    int index = mean.length();
    while (index > 0 && mean.get(index - 1) < level) {
      index--;
    }
    return index == mean.length() ? -1 : index;
  }

  /**
   * Returns the index of the last round up to a given one.
   *
   * @param round a round, not before the first recorded one
   * @return the index
   */
  public int indexUpTo(double round) {
    int index = rounds.length() - 1;
    while (index > 0 && rounds.get(index) > round) {
      index--;
    }
    return index;
  }
}
