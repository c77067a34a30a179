package dev.ccl.core.math;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Values that functions have where their formula gives none, and depths beyond the fast range. */
class SpecialValuesTest {
  private static final double INF = Double.POSITIVE_INFINITY;

  @Test
  void anInfiniteTermMakesTheSumInfinite() {
    assertEquals(INF, Elementary.logSumExp(new double[] {1, INF, 2}, 0, 3));
  }

  @Test
  void aVectorOfNansHasNoNorm() {
    assertTrue(Double.isNaN(Vectors.norm(new double[] {Double.NaN})));
    assertTrue(Double.isNaN(Vectors.norm(new double[] {0, Double.NaN})));
  }

  @Test
  void theExponentialIsRoundedBeyondItsRangeToo() {
    assertEquals(INF, Elementary.exp(709.8));
    assertEquals(INF, Elementary.exp(711));
    assertEquals(0.0, Elementary.exp(-745.2));
    assertEquals(0.0, Elementary.exp(-747));
  }

  @Test
  void theLogarithmIsDefinedForPositiveSumsOnly() {
    assertTrue(Double.isNaN(Elementary.log1p(Math.nextDown(-1))));
    assertTrue(Double.isNaN(Elementary.log1p(-INF)));
    assertEquals(StrictMath.log(0x1p60), Elementary.log1p(0x1p60));
  }

  @Test
  void theNormalizerIsReturned() {
    double[] x = {1, 2, 3};
    double expected = StrictMath.log(StrictMath.exp(2) + StrictMath.exp(3));
    assertEquals(expected, Softmax.normalize(x, 1, 3), 1e-15 * expected);
    assertEquals(2 - expected, x[1], 1e-14);
    assertEquals(1, x[0]);
  }

  /** A node whose logits are ±30 is deep, though its highest and lowest logit cancel. */
  @Test
  void depthIsADistance() {
    double[] x = {-30, 30};
    double[] law = new double[2];
    Softmax.lawsByWeights(Segments.of(0, 2), x, law);
    assertEquals(StrictMath.exp(-60), law[0], 1e-14 * StrictMath.exp(-60));
    assertEquals(-60, x[0], 1e-13);
  }
}
