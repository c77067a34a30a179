package dev.ccl.core;

import static dev.ccl.core.brute.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.exact.SymmetricEigen;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.growing.StateCounts;
import dev.ccl.core.math.Segments;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.random.BallSampler;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.truth.Estimate;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Numbers outside of their range are refused with their name and value; those at its ends pass. */
class NumberLimitsTest {
  private static final double NAN = Double.NaN;
  private static final double INFINITY = Double.POSITIVE_INFINITY;

  @Test
  void setsHaveADimensionAndFiniteEnds() {
    refused("dimension", 0, () -> Ball.of(0, 1));
    for (double radius : new double[] {-0.5, -Double.MIN_VALUE, NAN, INFINITY}) {
      refused("radius", radius, () -> Ball.of(2, radius));
    }
    RandomStream random = RandomStreams.of(1).open(Purpose.TRIAL, 0);
    for (double radius : new double[] {-Double.MIN_VALUE, NAN, INFINITY}) {
      refused("radius", radius, () -> BallSampler.sample(random, radius, new double[2]));
    }
    assertDoesNotThrow(() -> BallSampler.sample(random, 0, new double[2]));
    assertDoesNotThrow(() -> Ball.of(1, 0));
    assertDoesNotThrow(() -> Ball.of(1, Double.MAX_VALUE));
    refused("box", "dimensions differ", () -> Box.of(new double[2], new double[1]));
    refused("box", "dimension", () -> Box.of(new double[0], new double[0]));
    for (double end : new double[] {0.5, NAN, INFINITY}) {
      refused("box", end, () -> Box.of(new double[] {0, 1}, new double[] {1, end}));
      refused("box", -end, () -> Box.of(new double[] {0, -end}, new double[] {1, -1}));
    }
    assertDoesNotThrow(() -> Box.of(new double[] {1}, new double[] {1}));
  }

  @Test
  void matricesAreSquare() {
    for (int n = 0; n <= 9; n++) {
      double[] matrix = new double[n];
      if (n == 1 || n == 4 || n == 9) {
        assertDoesNotThrow(() -> SymmetricEigen.of(matrix));
      } else {
        refused("matrix", n, () -> SymmetricEigen.of(matrix));
      }
    }
  }

  @Test
  void segmentsBeginAtZeroAndDoNotGoBack() {
    refused("begins at 0", "first segment", Segments::of);
    refused("begins at 0", "first segment", () -> Segments.of(1, 2));
    refused("segment", 1, () -> Segments.of(0, 2, 1, 3));
    assertDoesNotThrow(() -> Segments.of(0));
  }

  @Test
  void budgetsAndCountsOfGrowingForests() {
    for (long number : new long[] {-1, 0}) {
      refused("edge budget", number, () -> ForestBudget.ofBytes(1).withEdges(number));
      refused("memory budget", number, () -> ForestBudget.ofBytes(number));
    }
    assertDoesNotThrow(() -> ForestBudget.ofBytes(1).withEdges(1));
    for (String name : StateCounts.NONE.entries().keySet()) {
      Map<String, Long> entries = new HashMap<>(StateCounts.NONE.entries());
      entries.put(name, -1L);
      refused(name, -1, () -> StateCounts.of(entries));
      entries.remove(name);
      refused(name, "null", () -> StateCounts.of(entries));
    }
    assertDoesNotThrow(() -> StateCounts.of(StateCounts.NONE.entries()));
  }

  @Test
  void estimatesHaveAnIntervalALevelAndRollouts() {
    for (double lower : new double[] {1 + 1e-15, NAN}) {
      refused("interval", lower, () -> new Estimate(1, lower, 1, 0.5, 2));
    }
    for (double level : new double[] {0, 1, NAN}) {
      refused("level", level, () -> new Estimate(1, 0, 2, level, 2));
    }
    refused("rollouts", 1, () -> new Estimate(1, 0, 2, 0.5, 1));
    assertDoesNotThrow(() -> new Estimate(1, 1, 1, Double.MIN_VALUE, 2));
    String text = new Estimate(-1.25, -2.5, 1e-9, 0.999, 12_345).toString();
    assertTrue(text.startsWith("-1.25000 in [-2.50000, 1.00000e-09] (99.9% "), text);
  }
}
