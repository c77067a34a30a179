package dev.ccl.core.truth;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.generator.DemoInstance;
import dev.ccl.core.math.Moments;
import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

/** Intervals: what is one, what it holds, and how wide that of a mean is. */
class EstimateTest {
  private static final Class<IllegalArgumentException> REFUSED = IllegalArgumentException.class;

  @Test
  void intervalsHaveTwoEndsALevelAndRollouts() {
    assertThrows(REFUSED, () -> new Estimate(0, 1, 0.5, 0.9, 10));
    assertEquals(1, new Estimate(1, 1, 1, 0.9, 2).upper(), "a single point");
    for (double level : new double[] {0, 1, -0.1, 1.1, Double.NaN}) {
      assertThrows(REFUSED, () -> new Estimate(0, 0, 1, level, 10));
      assertThrows(REFUSED, () -> evaluation(10, level));
    }
    assertThrows(REFUSED, () -> new Estimate(0, 0, 1, 0.9, 1));
    assertThrows(REFUSED, () -> evaluation(1, 0.9));
    assertEquals(2, evaluation(2, 0.9).reward(new double[2]).rollouts());
  }

  private static RolloutEvaluation evaluation(long rollouts, double level) {
    return RolloutEvaluation.of(
        DemoInstance.of().problem(), (prompt, answer) -> 0.5, 1, rollouts, level);
  }

  @Test
  void endsBelongToTheInterval() {
    Estimate estimate = new Estimate(2, 1, 4, 0.9, 10);
    assertTrue(estimate.contains(1) && estimate.contains(3) && estimate.contains(4));
    assertFalse(estimate.contains(0.999) || estimate.contains(4.001));
  }

  /** The numbers 1, 2, 6: mean 3, variance of the mean (4 + 1 + 9)/(3 · 2). */
  @Test
  void theIntervalOfAMeanHasItsStandardErrorTimesTheQuantile() {
    for (double level : new double[] {0.5, 0.95, 0.999}) {
      Estimate estimate = Estimate.ofMean(Moments.of(1, 2, 6), level);
      double margin =
          NormalDistribution.of(0, 1).inverseCumulativeProbability((1 + level) / 2)
              * Math.sqrt(14.0 / 6);
      assertArrayEquals(
          new double[] {3, 3 - margin, 3 + margin},
          new double[] {estimate.value(), estimate.lower(), estimate.upper()},
          1e-12);
    }
  }

  /** Near 1 a probability is known to 2e-16, so a quantile to that over the density there. */
  @Test
  void levelsNextToOneHaveTheirQuantiles() {
    NormalDistribution normal = NormalDistribution.of(0, 1);
    for (double beyond : new double[] {1e-4, 1e-6, 2e-9}) {
      double quantile = normal.inverseSurvivalProbability(beyond / 2);
      double margin = quantile * Math.sqrt(14.0 / 6);
      Estimate estimate = Estimate.ofMean(Moments.of(1, 2, 6), 1 - beyond);
      assertEquals(margin, estimate.upper() - 3, 2e-15 / normal.density(quantile));
      assertEquals(margin, 3 - estimate.lower(), 2e-15 / normal.density(quantile));
    }
  }

  /** The second of two equations is below the rounding of the first. */
  @Test
  void whatIsBelowTheRoundingOfTheRestHasNoRank() {
    LeastSquares equations = LeastSquares.of(2);
    equations.add(new double[] {1000, 0, 0, 1e-11}, new double[] {2000, 5}, 2, 1);
    LeastSquares.Solution solution = equations.solve();
    assertEquals(1, solution.rank());
    assertArrayEquals(new double[] {2, 0}, solution.point().toArray(), 1e-12);
  }

  /** Where the difference of two sums of squares would be rounding, often below 0. */
  @Test
  void whatDoesNotVaryHasNoMargin() {
    for (int n = 2; n < 200; n++) {
      double value = 0.1 * n + 1.0 / 3;
      double[] values = new double[n];
      Arrays.fill(values, value);
      assertEquals(
          new Estimate(value, value, value, 0.9, n), Estimate.ofMean(Moments.of(values), 0.9));
    }
  }

  @Test
  void endsThatAreNoNumbersAreRefused() {
    double nan = Double.NaN;
    Class<IllegalArgumentException> error = IllegalArgumentException.class;
    assertThrows(error, () -> new Estimate(1, nan, 2, 0.9, 5));
    assertThrows(error, () -> new Estimate(1, 0, nan, 0.9, 5));
    assertThrows(error, () -> new Estimate(1, 0, 2, nan, 5));
  }
}
