package dev.ccl.core.math;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Errors against 60-digit references, agreement with StrictMath, and the ends of the range. */
class ElementaryTest {

  private final SplittableRandom random = new SplittableRandom(20240601);

  private static double worst(
      int count,
      DoubleSupplier arguments,
      DoubleUnaryOperator function,
      UnaryOperator<BigDecimal> exact) {
    double worst = 0;
    for (int i = 0; i < count; i++) {
      double x = arguments.getAsDouble();
      double error = HighPrecision.ulps(function.applyAsDouble(x), exact.apply(new BigDecimal(x)));
      worst = Math.max(worst, error);
    }
    return worst;
  }

  private static void assertAtMost(double bound, double actual, String what) {
    assertTrue(actual <= bound, () -> what + ": error " + actual + " ulp exceeds " + bound);
  }

  private double between(double low, double high) {
    return low + (high - low) * random.nextDouble();
  }

  /** Any positive double, uniform in its bits, subnormal numbers included. */
  private double anyPositive() {
    return Double.longBitsToDouble(random.nextLong(1, 0x7ff0_0000_0000_0000L));
  }

  /** A number whose reduced argument is within a few ulp of the boundary of a cell. */
  private double cellBoundary() {
    double x = (random.nextInt(-90000, 90000) + 0.5) * (0.6931471805599453 / 128);
    return x + Math.ulp(x) * random.nextInt(-3, 4);
  }

  @Test
  void expErrsByLittleMoreThanHalfAnUlp() {
    UnaryOperator<BigDecimal> exact = HighPrecision::exp;
    assertAtMost(0.52, worst(2000, () -> between(-707, 707), Elementary::exp, exact), "wide");
    assertAtMost(0.52, worst(2000, () -> between(-2, 2), Elementary::exp, exact), "central");
    assertAtMost(0.52, worst(2000, this::cellBoundary, Elementary::exp, exact), "boundary");
    assertAtMost(0.52, worst(1000, () -> between(-1, 1) * 1e-9, Elementary::exp, exact), "small");
    assertAtMost(0.52, worst(1000, () -> between(707, 709.78), Elementary::exp, exact), "large");
    assertAtMost(0.52, worst(1000, () -> between(-708.3, -707), Elementary::exp, exact), "low");
    assertAtMost(0.78, worst(2000, () -> between(-745, -708), Elementary::exp, exact), "subnormal");
  }

  @Test
  void logErrsByLittleMoreThanHalfAnUlp() {
    UnaryOperator<BigDecimal> exact = HighPrecision::log;
    assertAtMost(0.53, worst(600, this::anyPositive, Elementary::log, exact), "all");
    assertAtMost(0.53, worst(1000, () -> between(0.6, 1.6), Elementary::log, exact), "central");
    assertAtMost(
        0.53, worst(600, () -> 1 + between(-1e-3, 1e-3), Elementary::log, exact), "near 1");
    assertAtMost(
        0.53,
        worst(
            600,
            () -> {
              double edge = random.nextInt(176, 368) / 256.0;
              return edge + Math.ulp(edge) * random.nextInt(-2, 3);
            },
            x -> x == 1 ? 0 : Elementary.log(x),
            x -> x.compareTo(BigDecimal.ONE) == 0 ? BigDecimal.ZERO : exact.apply(x)),
        "cell edges");
  }

  @Test
  void log1pErrsByLittleMoreThanHalfAnUlp() {
    UnaryOperator<BigDecimal> exact = x -> HighPrecision.log(x.add(BigDecimal.ONE));
    assertAtMost(0.53, worst(1000, () -> between(-0.02, 0.02), Elementary::log1p, exact), "near 0");
    assertAtMost(0.53, worst(800, () -> between(-0.999, 3), Elementary::log1p, exact), "wide");
    assertAtMost(0.53, worst(500, () -> between(-1, 1) * 1e-12, Elementary::log1p, exact), "small");
    assertAtMost(0.53, worst(500, () -> between(1, 1e18), Elementary::log1p, exact), "large");
  }

  @Test
  void logisticFunctionsKeepTheirBounds() {
    UnaryOperator<BigDecimal> sigmoid =
        x -> {
          BigDecimal e = HighPrecision.exp(x.negate());
          return BigDecimal.ONE.divide(e.add(BigDecimal.ONE), HighPrecision.DIGITS);
        };
    UnaryOperator<BigDecimal> density =
        x -> sigmoid.apply(x).multiply(sigmoid.apply(x.negate()), HighPrecision.DIGITS);
    UnaryOperator<BigDecimal> logSigmoid =
        x -> HighPrecision.log(HighPrecision.exp(x.negate()).add(BigDecimal.ONE)).negate();
    for (double scale : new double[] {1, 40, 700}) {
      DoubleSupplier x = () -> between(-scale, scale);
      assertAtMost(2.5, worst(400, x, Elementary::sigmoid, sigmoid), "sigmoid");
      assertAtMost(4, worst(400, x, Elementary::logisticDensity, density), "density");
    }
    for (double scale : new double[] {1, 40}) {
      DoubleSupplier x = () -> between(-scale, scale);
      assertAtMost(2, worst(200, x, Elementary::logSigmoid, logSigmoid), "log sigmoid");
    }
  }

  @Test
  void agreesWithStrictMathToAnUlpOnMillionsOfArguments() {
    for (int i = 0; i < 400_000; i++) {
      double x = (i & 1) == 0 ? between(-746, 710) : between(-4, 4);
      double e = StrictMath.exp(x);
      // Both are within an ulp of the exact value, so they are at most one number apart.
      assertTrue(Math.abs(Elementary.exp(x) - e) <= Math.ulp(e) || Elementary.exp(x) == e);
      double y = anyPositive();
      double l = StrictMath.log(y);
      assertTrue(Math.abs(Elementary.log(y) - l) <= Math.ulp(l));
    }
  }

  @Test
  void endsOfTheRange() {
    double inf = Double.POSITIVE_INFINITY;
    assertEquals(1.0, Elementary.exp(0.0));
    assertEquals(1.0, Elementary.exp(-0.0));
    assertEquals(1.0, Elementary.exp(Double.MIN_VALUE));
    assertEquals(inf, Elementary.exp(inf));
    assertEquals(0.0, Elementary.exp(-inf));
    assertEquals(inf, Elementary.exp(Math.nextUp(709.782712893384)));
    assertEquals(StrictMath.exp(709.782712893384), Elementary.exp(709.782712893384), 2e292);
    assertEquals(Double.MIN_VALUE, Elementary.exp(-745.1332191019411));
    assertEquals(0.0, Elementary.exp(-745.1332191019412));
    assertEquals(inf, Elementary.exp(Double.MAX_VALUE));
    assertEquals(0.0, Elementary.exp(-Double.MAX_VALUE));
    assertTrue(Double.isNaN(Elementary.exp(Double.NaN)));
    assertEquals(0.0, Elementary.log(1.0));
    assertEquals(-inf, Elementary.log(0.0));
    assertEquals(-inf, Elementary.log(-0.0));
    assertEquals(inf, Elementary.log(inf));
    assertTrue(Double.isNaN(Elementary.log(-1)));
    assertTrue(Double.isNaN(Elementary.log(-inf)));
    assertTrue(Double.isNaN(Elementary.log(Double.NaN)));
    assertEquals(StrictMath.log(Double.MIN_VALUE), Elementary.log(Double.MIN_VALUE));
    assertEquals(StrictMath.log(Double.MAX_VALUE), Elementary.log(Double.MAX_VALUE));
    assertEquals(-inf, Elementary.log1p(-1));
    assertEquals(inf, Elementary.log1p(inf));
    assertTrue(Double.isNaN(Elementary.log1p(-1.5)));
    assertTrue(Double.isNaN(Elementary.log1p(Double.NaN)));
    assertEquals(Double.MIN_VALUE, Elementary.log1p(Double.MIN_VALUE));
    assertEquals(0.5, Elementary.sigmoid(0));
    assertEquals(1.0, Elementary.sigmoid(inf));
    assertEquals(0.0, Elementary.sigmoid(-inf));
    assertTrue(Double.isNaN(Elementary.sigmoid(Double.NaN)));
    assertEquals(0.25, Elementary.logisticDensity(0));
    assertTrue(Elementary.logisticDensity(700) > 0);
    assertEquals(-800.0, Elementary.logSigmoid(-800));
    assertTrue(Elementary.logSigmoid(700) < 0);
  }

  @Test
  void boundedExpKeepsItsBoundAndDoesNotDependOnTheRange() {
    int length = 100_000;
    double[] x = new double[length];
    double[] out = new double[length];
    double[] alone = new double[1];
    for (double bound = 1; bound <= 2 * Elementary.MAX_BOUND; bound *= 2) {
      for (int i = 0; i < length; i++) {
        x[i] = between(-bound, bound);
      }
      x[0] = bound;
      x[1] = -bound;
      x[2] = 0;
      Elementary.expBounded(x, 0, length, bound, out);
      for (int i = 0; i < length; i++) {
        double exact = Elementary.exp(x[i]);
        assertEquals(exact, out[i], bound > Elementary.MAX_BOUND ? 0 : 8e-16 * bound * exact);
      }
      for (int i = 0; i < 1000; i++) {
        alone[0] = x[i];
        Elementary.expBounded(alone, 0, 1, bound * 0.75, alone);
        assertEquals(out[i], alone[0]);
      }
    }
  }

  @Test
  void rangesAreRespected() {
    double[] x = {1, 2, 3, 4};
    double[] out = {-1, -1, -1, -1};
    Elementary.expBounded(x, 1, 3, 4, out);
    assertEquals(-1, out[0]);
    assertEquals(-1, out[3]);
    Elementary.exp(x, 1, 3, x);
    assertEquals(1, x[0]);
    assertEquals(Elementary.exp(3), x[2]);
    assertEquals(4, x[3]);
  }

  @Test
  void logSumExpShiftsByTheLargest() {
    double[] a = {9, 1000, 1000, 9};
    assertEquals(1000 + StrictMath.log(2), Elementary.logSumExp(a, 1, 3), 2e-13);
    assertEquals(Double.NEGATIVE_INFINITY, Elementary.logSumExp(a, 2, 2));
    double none = Double.NEGATIVE_INFINITY;
    assertEquals(none, Elementary.logSumExp(new double[] {none, none}, 0, 2));
    assertEquals(3.0, Elementary.logSumExp(new double[] {none, 3}, 0, 2));
    assertTrue(Double.isNaN(Elementary.logSumExp(new double[] {1, Double.NaN}, 0, 2)));
  }

  /** Whatever the number of squarings, nothing beside the range is touched. */
  @Test
  void boundedExpLeavesOtherPlacesAlone() {
    for (double bound = 0.5; bound <= 2 * Elementary.MAX_BOUND; bound *= 2) {
      double[] x = {3, -0.25, 0.5, 3, 3};
      double[] out = {-7, -7, -7, -7, -7};
      Elementary.expBounded(x, 1, 3, bound, out);
      assertEquals(StrictMath.exp(-0.25), out[1], 1e-15 * Math.max(1, bound));
      assertEquals(StrictMath.exp(0.5), out[2], 2e-15 * Math.max(1, bound));
      assertArrayEquals(new double[] {-7, out[1], out[2], -7, -7}, out, "bound " + bound);
    }
  }
}
