package dev.ccl.core.math;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Places and the segments that hold them. */
class SegmentsTest {
  @Test
  void everyPlaceIsInOneSegment() {
    Segments segments = Segments.of(0, 3, 4, 9);
    int[] holder = {0, 0, 0, 1, 2, 2, 2, 2, 2};
    for (int place = 0; place < holder.length; place++) {
      assertEquals(holder[place], segments.segmentOf(place), "place " + place);
    }
  }

  @Test
  void segmentsMayBeEmptyButNotEndBeforeTheyBegin() {
    assertEquals(0, Segments.of(0, 2, 2).length(1));
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> Segments.of(0, 2, 5, 4));
    assertTrue(refusal.getMessage().contains("segment 2 "), refusal.getMessage());
  }
}
