package dev.ccl.algorithms.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableLongArray;
import org.junit.jupiter.api.Test;

class RecordedRoundsTest {

  @Test
  void logarithmicRoundsGoFromZeroToTheLast() {
    assertEquals("0,1", RecordedRounds.logarithmic(1).toString());
    assertEquals("0,1,2,3,4,5,6,7,8,9,10,11", RecordedRounds.logarithmic(11).toString());
    assertEquals(
        "0,1,2,3,4,5,6,7,8,9,10,12,15,20,25,30,40,50,60,80,100,120,123",
        RecordedRounds.logarithmic(123).toString());
  }

  @Test
  void everyLastRoundHasItsPowersOfTenAndEvenSteps() {
    for (long last : new long[] {9, 10, 1000, 9_999_999, 10_000_000, Long.MAX_VALUE}) {
      ImmutableLongArray rounds = RecordedRounds.logarithmic(last).all();
      assertEquals(0, rounds.get(0));
      assertEquals(last, rounds.get(rounds.length() - 1));
      for (int i = 1; i + 2 < rounds.length(); i++) {
        double ratio = rounds.get(i + 1) / (double) rounds.get(i);
        assertTrue(ratio > 1 && ratio <= 2, rounds.get(i) + " is followed by " + ratio);
        assertTrue(rounds.get(i) < 10 || (ratio >= 1.19 && ratio <= 1.34), "at " + rounds.get(i));
      }
      for (long power = 1; power <= last; power = power > last / 10 ? last + 1 : power * 10) {
        assertTrue(rounds.contains(power), power + " of " + last);
        if (last == Long.MAX_VALUE && power > last / 10) {
          break;
        }
      }
    }
  }

  @Test
  void chosenRoundsAreSortedAndCompleted() {
    assertEquals("0,3,7,10", RecordedRounds.of(new long[] {7, 3, 7}, 10).toString());
    assertEquals("0,10", RecordedRounds.of(new long[] {}, 10).toString());
    long[] own = {7, 3, 7};
    RecordedRounds rounds = RecordedRounds.of(own, 10);
    assertArrayEquals(new long[] {7, 3, 7}, own, "they are only read");
    own[0] = 8;
    assertEquals("0,3,7,10", rounds.toString());
  }

  private static String refusal(long last, long... chosen) {
    return assertThrows(
            IllegalArgumentException.class, () -> RecordedRounds.of(chosen, last), "" + last)
        .getMessage();
  }

  @Test
  void roundsOutsideTheRunAreRefused() {
    assertEquals("0,10", RecordedRounds.of(new long[] {0, 10}, 10).toString());
    assertEquals("recorded round 11 is not between 0 and 10", refusal(10, 3, 11));
    assertEquals("recorded round -1 is not between 0 and 10", refusal(10, 3, -1));
    assertEquals("the last round is 0, not at least 1", refusal(0));
    assertEquals("the last round is -4, not at least 1", refusal(-4, -4));
    assertThrows(IllegalArgumentException.class, () -> RecordedRounds.logarithmic(0));
  }

  @Test
  void theSameRoundsAreEqual() {
    RecordedRounds some = RecordedRounds.of(new long[] {3}, 7);
    assertEquals(some, RecordedRounds.of(new long[] {7, 0, 3}, 7));
    assertEquals(some.hashCode(), RecordedRounds.of(new long[] {7, 0, 3}, 7).hashCode());
    assertNotEquals(some, RecordedRounds.of(new long[] {3}, 8));
    assertNotEquals(some, RecordedRounds.of(new long[] {4}, 7));
    assertNotEquals(some, some.toString());
  }
}
