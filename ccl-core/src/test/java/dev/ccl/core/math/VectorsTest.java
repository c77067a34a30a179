package dev.ccl.core.math;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class VectorsTest {

  @Test
  void innerProducts() {
    double[] a = {1, 2, 3};
    double[] b = {4, -5, 6, 100};
    assertEquals(12, Vectors.dot(a, b));
    assertEquals(2 * 6 + 3 * 100, Vectors.dot(a, 1, b, 2, 2));
  }

  @Test
  void normNeitherOverflowsNorUnderflows() {
    for (double scale : new double[] {1, 0x1p-1070, 0x1p-600, 0x1p-480, 0x1p511, 0x1p1020}) {
      assertEquals(5 * scale, Vectors.norm(new double[] {3 * scale, 0, -4 * scale}));
    }
    assertEquals(0, Vectors.norm(new double[2]));
    assertEquals(0, Vectors.norm(new double[0]));
    double inf = Double.POSITIVE_INFINITY;
    assertEquals(inf, Vectors.norm(new double[] {1, -inf}));
    assertTrue(Double.isNaN(Vectors.norm(new double[] {1, Double.NaN})));
    assertTrue(Double.isNaN(Vectors.norm(new double[] {Double.NaN, 1e200})));
    assertEquals(inf, Vectors.norm(new double[] {Double.NaN, inf}));
    assertEquals(inf, Vectors.norm(new double[] {Double.MAX_VALUE, Double.MAX_VALUE}));
  }

  @Test
  void updatesInPlace() {
    double[] y = {1, 1, 7};
    Vectors.addScaled(2, new double[] {3, 4}, y);
    assertArrayEquals(new double[] {7, 9, 7}, y);
    Vectors.scale(-2, y);
    assertArrayEquals(new double[] {-14, -18, -14}, y);
    double[] z = new double[4];
    Vectors.copy(y, z);
    assertArrayEquals(new double[] {-14, -18, -14, 0}, z);
  }

  /** By the bits: single precision keeps 23 bits behind the first, the others are cut off. */
  @Test
  void singlePrecisionCutsOff() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 1000; i++) {
      double x = random.nextDouble(-1, 1);
      long bits = Double.doubleToRawLongBits(x) & -(1L << 29);
      assertEquals(Double.longBitsToDouble(bits), Vectors.single(x));
    }
    for (double x : new double[] {0.0, -0.0, 1, -0.5, Float.MIN_VALUE}) {
      assertEquals(x, Vectors.single(x));
    }
    assertEquals(0.0, Vectors.single(Double.MIN_VALUE));
    assertEquals(-0.0, Vectors.single(-1e-46));
  }
}
