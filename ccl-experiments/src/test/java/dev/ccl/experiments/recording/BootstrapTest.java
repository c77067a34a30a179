package dev.ccl.experiments.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.testkit.FalseAlarms;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BootstrapTest {
  private static final double[] ROUNDS = {0, 1, 10, 100, 1000};

  @Test
  void oneSeedHasNoSpread() {
    Curve curve = Bootstrap.of(ROUNDS, new double[][] {{5, 4, 3, 2, 1}}).curve();
    assertEquals(curve.mean(), curve.low());
    assertEquals(curve.mean(), curve.high());
    assertEquals(1, curve.last());
  }

  @Test
  void aPowerLawHasItsExponent() {
    double[][] values = new double[4][ROUNDS.length];
    for (int s = 0; s < 4; s++) {
      for (int i = 0; i < ROUNDS.length; i++) {
        values[s][i] = (s + 1) / Math.sqrt(ROUNDS[i]);
      }
    }
    Slope slope = Bootstrap.of(ROUNDS, values).slope(1);
    assertEquals(-0.5, slope.value(), 1e-12);
    assertEquals(-0.5, slope.low(), 1e-12);
    assertEquals(-0.5, slope.high(), 1e-12);
    assertEquals(1, slope.from());
    assertEquals("−0.5 [−0.5, −0.5]", slope.text());
  }

  /**
   * Of two seeds a resample is either one alone or both: the ends of the interval are the seeds'
   * own slopes. What was before the first round of the fit has no say in any of them.
   */
  @Test
  void aSlopeAndItsIntervalAreOfTheSameRounds() {
    double[][] values = {new double[ROUNDS.length], new double[ROUNDS.length]};
    for (int i = 0; i < ROUNDS.length; i++) {
      values[0][i] = ROUNDS[i] < 10 ? 1e6 : Math.sqrt(10 / ROUNDS[i]);
      values[1][i] = ROUNDS[i] < 10 ? 1e-6 : 10 / ROUNDS[i];
    }
    Slope slope = Bootstrap.of(ROUNDS, values).slope(10);
    assertEquals(-1, slope.low(), 1e-12);
    assertEquals(-0.5, slope.high(), 1e-12);
    // Of three points in equal steps the line has the slope between the first and the last.
    assertEquals(Math.log10((0.1 + 0.01) / 2) / 2, slope.value(), 1e-12);
    assertEquals(10, slope.from());
    assertEquals(1000, slope.to());
  }

  @Test
  void slopesOfTooLittleAreAbsent() {
    Bootstrap zeros = Bootstrap.of(ROUNDS, new double[][] {{0, 0, 0, 0, 0}});
    assertTrue(Double.isNaN(zeros.slope(1).value()));
    Bootstrap ones = Bootstrap.of(ROUNDS, new double[][] {{1, 1, 1, 1, 1}});
    assertTrue(Double.isNaN(ones.slope(1000).value()));
    Slope beyond = ones.slope(1e9);
    assertTrue(Double.isNaN(beyond.value()));
    assertTrue(Double.isNaN(beyond.low()) && Double.isNaN(beyond.high()));
    assertTrue(Double.isNaN(beyond.from()), "it begins nowhere");
    assertEquals(1000, beyond.to());
    assertEquals(0, ones.slope(1).value());
  }

  /**
   * The interval should contain the true mean in about 95 % of experiments. Of 800 experiments with
   * 40 seeds the number of misses is binomial, with a probability between 0.04 and 0.08 (the
   * percentile interval is a little short at 40): more than 121 with probability below 8e-12, fewer
   * than 3 with probability below 4e-12.
   */
  @Test
  void intervalsCoverTheMean() {
    int misses = 0;
    for (int experiment = 0; experiment < 800; experiment++) {
      RandomStream stream = RandomStreams.of(1).open(Purpose.TRIAL, experiment);
      double[][] values = new double[40][1];
      for (double[] row : values) {
        row[0] = stream.nextDouble();
      }
      Curve curve = Bootstrap.of(new double[] {1}, values).curve();
      misses += curve.low().get(0) <= 0.5 && curve.high().get(0) >= 0.5 ? 0 : 1;
    }
    FalseAlarms.declare(1.2e-11);
    assertTrue(misses >= 3 && misses <= 121, misses + " misses");
  }

  /** Of the thousand means 25 are below the interval and 25 above it, of slopes as well. */
  @Test
  void intervalsLeaveTheSameNumberOutOnBothSides() {
    int seeds = 30;
    double[] rounds = {1, 100};
    double[][] values = new double[seeds][2];
    for (int s = 0; s < seeds; s++) {
      values[s][0] = 3 + Math.sin(s);
      values[s][1] = 1.5 + Math.cos(5.0 * s);
    }
    RandomStream stream = RandomStreams.of(0).open(Purpose.EVALUATION, 0);
    double[][] means = new double[2][1000];
    double[] slopes = new double[1000];
    for (int r = 0; r < 1000; r++) {
      for (int k = 0; k < seeds; k++) {
        double[] drawn = values[stream.nextInt(seeds)];
        means[0][r] += drawn[0] / seeds;
        means[1][r] += drawn[1] / seeds;
      }
      slopes[r] = Math.log10(means[1][r] / means[0][r]) / 2;
    }
    Bootstrap bootstrap = Bootstrap.of(rounds, values);
    Curve curve = bootstrap.curve();
    for (int i = 0; i < 2; i++) {
      assertBetween(means[i], curve.low().get(i), curve.high().get(i));
    }
    Slope slope = bootstrap.slope(1);
    assertBetween(slopes, slope.low(), slope.high());
  }

  private static void assertBetween(double[] numbers, double low, double high) {
    Arrays.sort(numbers);
    assertTrue(numbers[25] - numbers[24] > 1e-9 && numbers[26] - numbers[25] > 1e-9, "no ties");
    assertTrue(numbers[975] - numbers[974] > 1e-9 && numbers[974] - numbers[973] > 1e-9);
    assertEquals(numbers[25], low, 1e-12, "25 are below");
    assertEquals(numbers[974], high, 1e-12, "25 are above");
  }

  @Test
  void theCrossingIsWhereTheCurveStaysBelow() {
    Curve curve = Bootstrap.of(ROUNDS, new double[][] {{3, 0.5, 2, 0.8, 0.7}}).curve();
    assertEquals(3, curve.fallsBelow(1));
    assertEquals(4, curve.fallsBelow(0.8), "0.8 is not below 0.8");
    assertEquals(-1, curve.fallsBelow(0.7));
    assertEquals(1, curve.fallsBelow(3), "and 3 not below 3");
    assertEquals(-1, curve.fallsBelow(0.1));
    assertEquals(0, curve.fallsBelow(10));
  }

  @Test
  void raggedRowsAreRefused() {
    double[] good = {1, 2, 3, 4, 5};
    for (double[] bad : new double[][] {{1, 2}, {1, 2, 3, 4}, {1, 2, 3, 4, 5, 6}, {}}) {
      for (double[][] values : new double[][][] {{bad, good}, {good, good, bad}}) {
        IllegalArgumentException e =
            assertThrows(IllegalArgumentException.class, () -> Bootstrap.of(ROUNDS, values));
        assertEquals(bad.length + " numbers of 5", e.getMessage());
      }
    }
    assertEquals(
        "no seeds",
        assertThrows(IllegalArgumentException.class, () -> Bootstrap.of(ROUNDS, new double[][] {}))
            .getMessage());
  }

  /** Rounds are read once, and asking for one thing does not change the answer to another. */
  @Test
  void neitherItsCallersNorItsAnswersChangeIt() {
    double[] rounds = {1, 10, 100};
    double[][] values = {{3, 1, 0.5}, {1, 2, 0.1}, {2, 0.4, 0.7}};
    Bootstrap bootstrap = Bootstrap.of(rounds, values);
    Slope slope = bootstrap.slope(1);
    Curve curve = bootstrap.curve();
    Arrays.fill(rounds, 7);
    assertEquals(curve, bootstrap.curve());
    assertEquals(slope, bootstrap.slope(1));
    assertEquals(100, bootstrap.slope(2).to());
    assertEquals(10, bootstrap.slope(2).from());
  }
}
