package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Which of two candidates a round takes. */
class SelectionTest {
  private static int selected(double first, double second) {
    return Round.least(new double[] {first, second});
  }

  @Test
  void theCheaperCandidateIsTakenAndOfEqualOnesTheFirst() {
    assertEquals(1, selected(1.9, 2));
    assertEquals(1, selected(2, 2));
    assertEquals(2, selected(2.1, 2));
  }

  /** A cost that is no number is no victory of the candidate that was drawn at random. */
  @Test
  void aCostThatIsNoNumberIsNoVictoryOfTheSecond() {
    assertEquals(1, selected(Double.NaN, Double.NaN));
    assertEquals(1, selected(1, Double.NaN));
    assertEquals(1, selected(Double.NaN, 1));
  }
}
