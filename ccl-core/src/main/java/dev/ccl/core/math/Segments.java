package dev.ccl.core.math;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.Arrays;

/**
 * Consecutive segments of an index range: the edges of each node of a forest, the nodes of each
 * block, the blocks of each level. Immutable, so that kernels share one object.
 */
public final class Segments {
  private final int[] first; // of each segment, and the number of places

  private Segments(int[] first) {
    this.first = first;
  }

  /**
   * Returns the segments with given beginnings.
   *
   * @param first the first place of each segment, not decreasing from 0 on, and at the end the
   *     number of places; read
   * @return the segments
   */
  public static Segments of(int... first) {
    checkArgument(first.length > 0 && first[0] == 0, "the first segment begins at 0");
    for (int i = 1; i < first.length; i++) {
      checkArgument(first[i] >= first[i - 1], "segment %s ends before it begins", i - 1);
    }
    return new Segments(first.clone());
  }

  /** {@return the number of segments} */
  public int count() {
    return first.length - 1;
  }

  /**
   * Returns the first place of a segment, at which the one before it ends.
   *
   * @param i a segment, or {@link #count} for the number of places
   * @return a place
   */
  public int first(int i) {
    return first[i];
  }

  /**
   * {@return the number of places of a segment}
   *
   * @param i a segment
   */
  public int length(int i) {
    return first[i + 1] - first[i];
  }

  /**
   * Finds the segment of a place.
   *
   * @param place a place; no segment before its own may be empty
   * @return the segment that holds it
   */
  public int segmentOf(int place) {
    int at = Arrays.binarySearch(first, place);
    return at >= 0 ? at : -at - 2;
  }

  /** {@return the length of the longest segment, 0 if there is none} */
  public int longest() {
    int longest = 0;
    for (int i = 0; i < count(); i++) {
      longest = Math.max(longest, length(i));
    }
    return longest;
  }
}
