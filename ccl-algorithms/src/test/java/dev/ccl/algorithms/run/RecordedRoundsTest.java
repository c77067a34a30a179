package dev.ccl.algorithms.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
  }

  @Test
  void roundsOutsideTheRunAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> RecordedRounds.of(new long[] {11}, 10));
    assertThrows(IllegalArgumentException.class, () -> RecordedRounds.of(new long[] {-1}, 10));
    assertThrows(IllegalArgumentException.class, () -> RecordedRounds.logarithmic(0));
  }
}
