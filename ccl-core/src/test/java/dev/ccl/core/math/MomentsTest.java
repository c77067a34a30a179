package dev.ccl.core.math;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Moments of numbers by hand. */
class MomentsTest {
  private static double[] of(Moments moments) {
    return new double[] {
      moments.count(), moments.mean(), moments.variance(), moments.standardError()
    };
  }

  @Test
  void threeNumbersHaveTheirMoments() {
    double[] expected = {3, 3, 7, Math.sqrt(7.0 / 3)};
    assertArrayEquals(expected, of(Moments.of(1, 2, 6)), 1e-15);
  }

  @Test
  void aNumberSeenSeveralTimesCountsAsOften() {
    Moments together = Moments.of(5);
    together.add(1, 3);
    together.add(2, 2);
    assertArrayEquals(of(Moments.of(5, 1, 1, 2, 1, 2)), of(together), 1e-15);
  }

  /** A sum of squares less the square of the sum would have lost all digits. */
  @Test
  void aLargeMeanDoesNotBlurTheVariance() {
    assertEquals(7, Moments.of(1e9 + 1, 1e9 + 2, 1e9 + 6).variance(), 1e-6);
  }

  @Test
  void fewerThanTwoNumbersHaveNoVariance() {
    assertTrue(Double.isNaN(new Moments().variance()));
    assertTrue(Double.isNaN(Moments.of(4).variance()));
    assertTrue(Double.isNaN(Moments.of(4).standardError()));
    assertEquals(0, new Moments().mean());
  }

  @Test
  void accumulatorsLieSideBySide() {
    double[] fields = new double[2 * Moments.FIELDS];
    Moments.add(fields, Moments.FIELDS, 1, 1);
    Moments.add(fields, 0, 8, 1);
    Moments.add(fields, Moments.FIELDS, 3, 1);
    assertArrayEquals(new double[] {1, 8, 0, 2, 2, 2}, fields);
  }
}
