package dev.ccl.certificates;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Memory;
import org.junit.jupiter.api.Test;

/** Cuts of ellipsoids against closed forms and against a search over the family of ellipsoids. */
class EllipsoidTest {
  private static Ellipsoid tilted() {
    Ellipsoid set = Ellipsoid.ball(2, 1);
    set.set(new double[] {0.5, -1}, new double[] {2, 0.6, 0.6, 0.5});
    return set;
  }

  private static double determinant(Ellipsoid set) {
    double[] c = set.shape();
    return c[0] * c[3] - c[1] * c[2];
  }

  @Test
  void widthsAreThoseOfTheShape() {
    assertEquals(3, Ellipsoid.ball(3, 3).halfWidth(new double[] {0, 0.6, 0.8}), 1e-15);
    // (1, −2) C (1, −2)ᵀ = 2 − 2·2·0.6 + 4·0.5
    assertEquals(Math.sqrt(1.6), tilted().halfWidth(new double[] {1, -2}), 1e-15);
  }

  @Test
  void anIntervalIsCutToWhatBothLeave() {
    Ellipsoid set = Ellipsoid.ball(1, 4); // [−4, 4]
    assertEquals(Math.log(2), set.cut(new double[] {2}, 0, 10), 1e-15); // [0, 4]
    assertEquals(2, set.centre()[0], 1e-15);
    assertEquals(4, set.shape()[0], 1e-15);
    assertEquals(0, set.cut(new double[] {2}, -3, 11), "nothing new");
    assertEquals(Math.log(8), set.cut(new double[] {-1}, -1.75, -1.25), 1e-14);
    assertEquals(1.5, set.centre()[0], 1e-15);
    assertEquals(0.0625, set.shape()[0], 1e-15);
    set.cut(new double[] {1}, -5, 1.2);
    assertTrue(set.isEmpty());
  }

  /**
   * Among the sets (w−m)ᵀC⁻¹(w−m) + q((zᵀw − y)² − γ²) ≤ 1 + … of all q ≥ 0, found by a fine search
   * with 2×2 formulas.
   */
  @Test
  void aCutIsTheSmallestOfItsFamily() {
    double[] z = {0.8, -0.5};
    double mid = 0.8 * 0.5 + 0.5;
    double width = tilted().halfWidth(z);
    double[][] strips = {{-0.5, 0.4}, {-0.2, 0.2}, {0.3, 9}, {-9, -0.6}, {0.9, 1}, {-0.05, 0.9}};
    for (double[] strip : strips) { // in units of the half width
      double lo = mid + strip[0] * width;
      double hi = mid + strip[1] * width;
      double from = Math.max(lo, mid - width); // what sticks out is left off
      double to = Math.min(hi, mid + width);
      double y = (from + to) / 2;
      double gamma = (to - from) / 2;
      double[] best = {Double.POSITIVE_INFINITY, 0, 0, 0, 0, 0};
      for (double logQ = -12; logQ < 12; logQ += 1e-3) {
        double[] e = member(tilted(), z, y, gamma, Math.exp(logQ));
        best = e[0] < best[0] ? e : best;
      }
      Ellipsoid set = tilted();
      double before = determinant(set);
      double shrink = set.cut(z, lo, hi);
      assertEquals(Math.log(before / determinant(set)) / 2, shrink, 1e-9, "what it says");
      assertEquals(best[0], determinant(set), 1e-5 * before, "the volume");
      assertArrayEquals(new double[] {best[1], best[2]}, set.centre(), 2e-3);
      assertArrayEquals(new double[] {best[3], best[4], best[4], best[5]}, set.shape(), 2e-3);
      assertTrue(shrink > 0 && !set.isEmpty());
    }
  }

  /** Determinant, centre and shape of a member of the family. */
  private static double[] member(Ellipsoid set, double[] z, double y, double gamma, double q) {
    double[] c = set.shape();
    double det = determinant(set);
    double a = c[3] / det + q * z[0] * z[0]; // C⁻¹ + q zzᵀ
    double b = -c[1] / det + q * z[0] * z[1];
    double d = c[0] / det + q * z[1] * z[1];
    double sum = a * d - b * b;
    double[] m = set.centre();
    double rest = y - z[0] * m[0] - z[1] * m[1];
    double dx = q * rest * (d * z[0] - b * z[1]) / sum; // from m to the new centre
    double dy = q * rest * (a * z[1] - b * z[0]) / sum;
    double level =
        1 + q * gamma * gamma - q * rest * rest + (a * dx * dx + 2 * b * dx * dy + d * dy * dy);
    return new double[] {
      level > 0 ? level * level / sum : Double.POSITIVE_INFINITY,
      m[0] + dx,
      m[1] + dy,
      level * d / sum,
      -level * b / sum,
      level * a / sum
    };
  }

  /** A strip without width is given as much as the shape can hold. */
  @Test
  void thinStripsAreWidened() {
    Ellipsoid interval = Ellipsoid.ball(1, 4);
    interval.cut(new double[] {2}, 1, 1);
    assertEquals(0.5, interval.centre()[0], 1e-15);
    assertEquals(1e-5 * 8 / 2, Math.sqrt(interval.shape()[0]), 1e-15, "1e-5 of the width before");
    Ellipsoid far = Ellipsoid.ball(1, 1);
    far.set(new double[] {-1000}, new double[] {1e-16}); // doubles there are 1e-13 apart
    far.cut(new double[] {1}, -1000, -1000);
    assertEquals(1e-13 * 1001, Math.sqrt(far.shape()[0]), 1e-15);
    Ellipsoid needle = Ellipsoid.ball(2, 1);
    needle.set(new double[2], new double[] {1e-2, 0, 0, 1e8});
    double[] z = {3, 0}; // half width 0.3, and 1e-6 of the largest is 0.01·3
    double shrink = needle.cut(z, 0, 0);
    double gamma = 0.03;
    double p = (0.09 - gamma * gamma) / (gamma * gamma); // the least volume for ν = 0 in a plane
    double level = 1 + (p - 1) / 0.09 * gamma * gamma;
    assertEquals(Math.sqrt(level * 0.09 / p), needle.halfWidth(z), 1e-9);
    assertEquals(Math.log(p) / 2 - Math.log(level), shrink, 1e-9);
  }

  @Test
  void stripsThatTellNothingChangeNothing() {
    for (double[] strip : new double[][] {{-9, 9}, {-1.0001, 1.0001}}) {
      Ellipsoid set = tilted();
      double[] z = {1, 0};
      double width = set.halfWidth(z);
      assertEquals(0, set.cut(z, 0.5 + strip[0] * width, 0.5 + strip[1] * width));
      assertArrayEquals(tilted().centre(), set.centre());
      assertArrayEquals(tilted().shape(), set.shape());
      assertFalse(set.isEmpty());
    }
  }

  @Test
  void stripsOutsideLeaveNothing() {
    for (int side = -1; side <= 1; side += 2) {
      for (double at : new double[] {0.999, 1.001}) {
        Ellipsoid set = Ellipsoid.ball(3, 2);
        double a = side * at * 2;
        set.cut(new double[] {0, 0, 1}, Math.min(a, 9 * a), Math.max(a, 9 * a));
        assertEquals(at > 1, set.isEmpty());
      }
    }
  }

  /** What rounding may have cut off before is no contradiction: 1e-9 of the width, 1e-12 of zᵀm. */
  @Test
  void stripsOutsideByRoundingLeaveAPoint() {
    for (int side = -1; side <= 1; side += 2) {
      Ellipsoid wide = Ellipsoid.ball(2, 100);
      double near = side * (100 + 5e-8);
      wide.cut(new double[] {1, 0}, Math.min(near, 9 * near), Math.max(near, 9 * near));
      assertFalse(wide.isEmpty());
      double off = side * (100 + 3e-7);
      wide.cut(new double[] {0, 1}, Math.min(off, 9 * off), Math.max(off, 9 * off));
      assertTrue(wide.isEmpty());
      Ellipsoid far = Ellipsoid.ball(2, 1);
      far.set(new double[] {1000, 0}, new double[] {1e-6, 0, 0, 1e-6});
      double edge = 1000 + side * (1e-3 + 5e-10);
      far.cut(new double[] {1, 0}, Math.min(edge, edge + side), Math.max(edge, edge + side));
      assertFalse(far.isEmpty());
      Ellipsoid interval = Ellipsoid.ball(1, 100);
      interval.cut(new double[] {2}, Math.min(2 * near, 9 * near), Math.max(2 * near, 9 * near));
      assertEquals(side * 100, interval.centre()[0], 1e-10, "the end of what was there");
      assertEquals(1e-3, Math.sqrt(interval.shape()[0]), 1e-12);
    }
  }

  @Test
  void aFactorGivesTheShapeBack() {
    double[] l = tilted().factor();
    assertEquals(0, l[1]);
    assertEquals(2, l[0] * l[0], 1e-15);
    assertEquals(0.6, l[0] * l[2], 1e-15);
    assertEquals(0.5, l[2] * l[2] + l[3] * l[3], 1e-15);
    double[] lower = {2, 0, 0, 0, 1, 3, 0, 0, -1, 2, 1, 0, 0.5, -2, 3, 4};
    double[] product = new double[16];
    for (int i = 0; i < 64; i++) {
      product[i / 4] += lower[i / 16 * 4 + i % 4] * lower[i / 4 % 4 * 4 + i % 4];
    }
    Ellipsoid four = Ellipsoid.ball(4, 1);
    four.set(new double[4], product);
    assertArrayEquals(lower, four.factor(), 1e-14);
  }

  @Test
  void flatDirectionsHaveColumnsOfRounding() {
    Ellipsoid flat = Ellipsoid.ball(3, 1);
    flat.set(new double[3], new double[] {1, 2, 0, 2, 4, 0, 0, 0, 0});
    assertArrayEquals(new double[] {1, 0, 0, 2, 2e-7, 0, 0, 0, 0}, flat.factor(), 1e-15);
    flat.set(new double[3], new double[] {0, 0, 0, 0, 9, 3, 0, 3, 5});
    assertArrayEquals(new double[] {0, 0, 0, 0, 3, 0, 0, 1, 2}, flat.factor(), 1e-15);
  }

  /** Thin is not flat: a direction is compared with itself alone. */
  @Test
  void thinDirectionsAreKept() {
    Ellipsoid thin = Ellipsoid.ball(3, 1);
    thin.set(new double[3], new double[] {1, 5e-16, 0.5, 5e-16, 1e-30, 0, 0.5, 0, 1});
    double[] l = thin.factor();
    double root = Math.sqrt(0.75) * 1e-15; // of 1e-30 − (5e-16)²
    assertEquals(root, l[4], 1e-9 * root);
    double slope = -0.5 * 5e-16 / root;
    assertEquals(slope, l[7], 1e-9);
    assertEquals(Math.sqrt(0.75 - slope * slope), l[8], 1e-9);
  }

  @Test
  void aKeptSetIsFoundInItsMemory() {
    Memory memory = Memory.of(ImmutableMap.of());
    Ellipsoid set = Ellipsoid.kept(2, 7, memory, "set");
    set.cut(new double[] {1, 0.5}, -1, 2);
    Ellipsoid again = Ellipsoid.kept(2, 3, Memory.of(memory.snapshot()), "set");
    assertArrayEquals(set.centre(), again.centre());
    assertArrayEquals(set.shape(), again.shape());
  }
}
