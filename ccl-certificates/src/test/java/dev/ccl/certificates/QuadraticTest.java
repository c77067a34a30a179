package dev.ccl.certificates;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Memory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sums of bets and the sets they leave, against 2×2 formulas written out. */
class QuadraticTest {
  /** One settled bet: z, v, slope and curvature. */
  private static final class Term {
    final double[] z;
    final double v;
    final double slope;
    final double curvature;

    Term(double[] z, double v, double slope, double curvature) {
      this.z = z;
      this.v = v;
      this.slope = slope;
      this.curvature = curvature;
    }

    double at(double[] w) {
      double h = v - z[0] * w[0] - z[1] * w[1];
      return slope * h + curvature * h * h;
    }
  }

  private static final List<Term> TERMS =
      List.of(
          new Term(new double[] {1, 0.5}, 0.3, -0.7, 1.25),
          new Term(new double[] {-0.25, 2}, -0.4, 0.2, 0.5),
          new Term(new double[] {0.75, -1}, 0.9, 0.4, 2));

  private static Quadratic sum(List<Term> terms) {
    Quadratic sum = new Quadratic(2, Memory.of(ImmutableMap.of()), "sum");
    terms.forEach(t -> sum.add(t.z, t.v, t.slope, t.curvature));
    return sum;
  }

  private static double value(List<Term> terms, double... w) {
    return terms.stream().mapToDouble(t -> t.at(w)).sum();
  }

  /** An ellipse {Q + μ(‖w‖² − r²) ≤ level}, by Cramer's rule. */
  private static final class Ellipse {
    final double room;
    final double volume;
    final double[] centre;
    final double[] shape;

    Ellipse(double room, double volume, double[] centre, double[] shape) {
      this.room = room;
      this.volume = volume;
      this.centre = centre;
      this.shape = shape;
    }

    static Ellipse of(List<Term> terms, double mu, double level, double radius) {
      double k = value(terms, 0, 0);
      double plusX = value(terms, 1, 0);
      double minusX = value(terms, -1, 0);
      double plusY = value(terms, 0, 1);
      double minusY = value(terms, 0, -1);
      double a = (plusX + minusX) / 2 - k + mu;
      double d = (plusY + minusY) / 2 - k + mu;
      double b = (value(terms, 1, 1) - plusX - plusY + k) / 2;
      double x = (minusX - plusX) / 4;
      double y = (minusY - plusY) / 4;
      double det = a * d - b * b;
      double[] m = {(d * x - b * y) / det, (a * y - b * x) / det};
      double room = level + mu * radius * radius - k + x * m[0] + y * m[1];
      double[] shape = {room * d / det, -room * b / det, -room * b / det, room * a / det};
      boolean bowl = a > 0 && det > 0;
      return new Ellipse(room, bowl ? room * room / det : Double.NaN, m, shape);
    }
  }

  /** 0 and level/r² · 4^(k − 13) for k = 1, …, 24. */
  private static List<Ellipse> family(List<Term> terms, double level, double radius) {
    List<Ellipse> family = new ArrayList<>();
    family.add(Ellipse.of(terms, 0, level, radius));
    for (int k = 1; k <= 24; k++) {
      double mu = level / (radius * radius) * StrictMath.pow(4, k - 13);
      family.add(Ellipse.of(terms, mu, level, radius));
    }
    return family;
  }

  @Test
  void aSumIsTheSumOfItsTerms() {
    Quadratic sum = sum(TERMS);
    for (double[] w : new double[][] {{0, 0}, {1, 0}, {0, 1}, {-0.3, 0.8}, {2, -3}}) {
      assertEquals(value(TERMS, w), sum.value(w), 1e-13 * (1 + value(TERMS, w)));
    }
  }

  @Test
  void theSmallestOfTheEllipsesIsTaken() {
    int atZero = 0;
    int impossible = 0;
    for (double level : new double[] {0.2, 3, 40}) {
      for (double radius : new double[] {0.05, 1, 5}) {
        List<Ellipse> family = family(TERMS, level, radius);
        Ellipse best = family.get(0);
        for (Ellipse other : family) {
          best = other.volume < best.volume ? other : best;
        }
        Ellipsoid out = Ellipsoid.ball(2, radius);
        sum(TERMS).enclose(level, radius, out);
        boolean none = family.stream().anyMatch(e -> e.room <= 0);
        assertEquals(none, out.isEmpty());
        if (none) {
          impossible++;
          continue;
        }
        assertArrayEquals(best.centre, out.centre(), 1e-12);
        assertArrayEquals(best.shape, out.shape(), 1e-11 * (1 + best.shape[0] + best.shape[3]));
        assertEquals(out.shape()[1], out.shape()[2], "symmetric to the bit");
        atZero += best == family.get(0) ? 1 : 0;
      }
    }
    assertTrue(impossible > 0 && atZero > 0 && impossible + atZero < 9, "all cases are met");
  }

  /** In four dimensions: the shape is a multiple of (M + μI)⁻¹ for one of the μ, and symmetric. */
  @Test
  void shapesInSpaceAreInverses() {
    int n = 4;
    Quadratic sum = new Quadratic(n, Memory.of(ImmutableMap.of()), "sum");
    double[][] z = {
      {1, 0.5, -0.3, 0.2},
      {-0.2, 1, 0.4, -0.9},
      {0.6, -0.7, 1, 0.3},
      {0.1, 0.9, 0.8, 0.5},
      {0.4, -0.1, 0.2, 1}
    };
    double[][] m = new double[n][n];
    for (int t = 0; t < z.length; t++) {
      sum.add(z[t], 0.1 * t, 0.05, 1 + t);
      for (int i = 0; i < n * n; i++) {
        m[i / n][i % n] += (1 + t) * z[t][i / n] * z[t][i % n];
      }
    }
    Ellipsoid out = Ellipsoid.ball(n, 0.6);
    sum.enclose(3, 0.6, out);
    double[] c = out.shape();
    double least = Double.POSITIVE_INFINITY;
    for (int k = 0; k <= 24; k++) {
      double mu = k == 0 ? 0 : 3 / 0.36 * StrictMath.pow(4, k - 13);
      double[] product = new double[n * n];
      double room = 0;
      for (int i = 0; i < n * n; i++) {
        product[i] = mu * c[i];
        for (int l = 0; l < n; l++) {
          product[i] += m[i / n][l] * c[n * l + i % n];
        }
        room += i / n == i % n ? product[i] / n : 0;
      }
      double error = 0;
      for (int i = 0; i < n * n; i++) {
        error += Math.abs(product[i] - (i / n == i % n ? room : 0));
      }
      least = Math.min(least, error / room);
    }
    assertTrue(least < 1e-12, "no multiple of an inverse: " + least);
    for (int i = 0; i < n * n; i++) {
      assertEquals(c[i], c[i % n * n + i / n], "symmetric to the bit");
    }
  }

  @Test
  void aFlatSumNeedsTheBall() {
    List<Term> flat = TERMS.subList(0, 1); // nothing is known across z
    double best = Double.POSITIVE_INFINITY;
    double[] shape = null;
    for (Ellipse e : family(flat, 2, 3).subList(2, 25)) { // the first two are singular
      if (e.volume < best) {
        best = e.volume;
        shape = e.shape;
      }
    }
    Ellipsoid out = Ellipsoid.ball(2, 3);
    sum(flat).enclose(2, 3, out);
    assertArrayEquals(shape, out.shape(), 1e-6);
  }

  @Test
  void aSumThatExceedsTheLevelThroughoutLeavesNothing() {
    // (1 − w₁)² + 4(w₁ + 1)² + w₂² is at least 3.2 at w₁ = −0.6
    List<Term> terms =
        List.of(
            new Term(new double[] {1, 0}, 1, 0, 1),
            new Term(new double[] {1, 0}, -1, 0, 4),
            new Term(new double[] {0, 1}, 0, 0, 1));
    Ellipsoid out = Ellipsoid.ball(2, 2);
    sum(terms).enclose(3.25, 2, out);
    assertFalse(out.isEmpty());
    sum(terms).enclose(3.15, 2, out);
    assertTrue(out.isEmpty());
    sum(terms).enclose(3.25, 2, out);
    assertFalse(out.isEmpty(), "a later look may find more");
    assertArrayEquals(new double[] {-0.6, 0}, out.centre(), 1e-12);
    assertEquals(0.05 / 5, out.shape()[0], 1e-12);
    assertEquals(0.05 / 1, out.shape()[3], 1e-12);
  }

  @Test
  void theLeastValueInABallIsBoundedFromBelow() {
    for (double radius : new double[] {0.1, 0.5, 4}) {
      double expected = Double.NEGATIVE_INFINITY;
      for (Ellipse e : family(TERMS, 1, radius)) {
        expected = Math.max(expected, 1 - e.room); // min(Q + μ‖w‖²) − μr²
      }
      double bound = sum(TERMS).least(radius);
      assertEquals(expected, bound, 1e-11);
      for (int k = 0; k < 360; k++) {
        double x = radius * StrictMath.cos(StrictMath.toRadians(k));
        double y = radius * StrictMath.sin(StrictMath.toRadians(k));
        assertTrue(value(TERMS, x, y) >= bound - 1e-12);
      }
    }
    Quadratic upsideDown = new Quadratic(2, Memory.of(ImmutableMap.of()), "sum");
    upsideDown.add(new double[] {1, 0}, 0, 0, -1e9);
    assertEquals(Double.NEGATIVE_INFINITY, upsideDown.least(1), "no μ is large enough");
    Quadratic hill =
        new Quadratic(
            1,
            Memory.of(ImmutableMap.of()),
            "sum"); // −2·10⁶w², which only the last μ = 2²² makes a bowl
    hill.add(new double[] {1}, 0, 0, -2e6);
    assertEquals(-StrictMath.pow(2, 22), hill.least(1), 1e-6, "μw² − 2·10⁶w² − μ at w = 0");
  }

  @Test
  void whatWasAddedIsFoundInAMemory() {
    Memory memory = Memory.of(ImmutableMap.of());
    Quadratic sum = new Quadratic(2, memory, "sum");
    TERMS.forEach(t -> sum.add(t.z, t.v, t.slope, t.curvature));
    Quadratic copy = new Quadratic(2, Memory.of(memory.snapshot()), "sum");
    for (double[] w : new double[][] {{0, 0}, {1, 0}, {0, 1}, {-0.3, 0.8}}) {
      assertEquals(sum.value(w), copy.value(w));
    }
  }
}
