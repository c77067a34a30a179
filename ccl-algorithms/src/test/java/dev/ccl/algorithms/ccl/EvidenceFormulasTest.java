package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.random.RandomStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The careful step in two dimensions once more, from the list of all labels: directions v with Av =
 * aGv and vᵀGv = 1 by the roots of a quadratic, prior sizes one after the other, the step by
 * Cramer's rule.
 */
class EvidenceFormulasTest {
  private static final double[] TEACHER = {0.3, -0.2};
  private static final double HALF = 0.6; // of the sides of a square W
  private static final double[][] G = {{2, 0.5}, {0.5, 1}};

  /** A label as the step heard it, with zᵀδ of the calibration of its round. */
  private static final class Label {
    final int prompt;
    final double[] z;
    final double residual;
    final double curvature;
    final double along;

    Label(int prompt, double[] z, double residual, double curvature, double along) {
      this.prompt = prompt;
      this.z = z;
      this.residual = residual;
      this.curvature = curvature;
      this.along = along;
    }
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1];
  }

  private static double form(double[][] m, double[] v) {
    return v[0] * v[0] * m[0][0] + v[0] * v[1] * (m[0][1] + m[1][0]) + v[1] * v[1] * m[1][1];
  }

  private static double[] solve(double[][] m, double[] b) {
    double det = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    return new double[] {
      (m[1][1] * b[0] - m[0][1] * b[1]) / det, (m[0][0] * b[1] - m[1][0] * b[0]) / det
    };
  }

  /** Sums over the labels of a prompt, or of all for −1. */
  private static double[][] squares(List<Label> labels, int prompt, boolean noise) {
    double[][] sum = new double[2][2];
    for (Label l : labels) {
      if (prompt < 0 || l.prompt == prompt) {
        double weight = noise ? l.residual * l.residual : l.curvature;
        for (int i = 0; i < 4; i++) {
          sum[i / 2][i % 2] += weight * l.z[i / 2] * l.z[i % 2];
        }
      }
    }
    return sum;
  }

  private static double[] score(List<Label> labels, int prompt) {
    double[] h = new double[2];
    for (Label l : labels) {
      if (prompt < 0 || l.prompt == prompt) {
        h[0] += l.z[0] * (l.curvature * l.along - l.residual);
        h[1] += l.z[1] * (l.curvature * l.along - l.residual);
      }
    }
    return h;
  }

  /** det(A − aG) = 0. */
  private static double[] values(double[][] a) {
    double lead = G[0][0] * G[1][1] - G[0][1] * G[1][0];
    double middle = a[0][0] * G[1][1] + a[1][1] * G[0][0] - 2 * a[0][1] * G[0][1];
    double last = a[0][0] * a[1][1] - a[0][1] * a[1][0];
    double root = Math.sqrt(Math.max(0, middle * middle - 4 * lead * last));
    return new double[] {(middle - root) / (2 * lead), (middle + root) / (2 * lead)};
  }

  private static double[] direction(double[][] a, double value) {
    double[] v = {-(a[0][1] - value * G[0][1]), a[0][0] - value * G[0][0]};
    double norm = Math.sqrt(form(G, v));
    return new double[] {v[0] / norm, v[1] / norm};
  }

  private static double freedom(List<Label> labels, double[] w, int prompts) {
    double[][] a = squares(labels, -1, false);
    double[] h = score(labels, -1);
    double[] delta = {w[0] - TEACHER[0], w[1] - TEACHER[1]};
    List<double[]> seen = new ArrayList<>(); // square, information, variance
    double inflation = 0;
    for (double value : values(a)) {
      double[] v = direction(a, value);
      double between = 0;
      for (int x = 0; x < prompts; x++) {
        double[][] own = squares(labels, x, false);
        double[] left = score(labels, x);
        left[0] -= own[0][0] * delta[0] + own[0][1] * delta[1];
        left[1] -= own[1][0] * delta[0] + own[1][1] * delta[1];
        between += dot(v, left) * dot(v, left);
      }
      between *= prompts > 1 ? prompts / (prompts - 1.0) : 1;
      double variance = Math.max(form(squares(labels, -1, true), v), between);
      if (value > 1e-10 * values(a)[1] && variance > 0) {
        seen.add(new double[] {dot(v, h) * dot(v, h), value, variance});
        inflation += variance / value;
      }
    }
    double best = Double.NEGATIVE_INFINITY;
    for (int k = 0; k <= 61; k++) {
      best = Math.max(best, likelihood(seen, prior(k)));
    }
    for (int k = 0; k <= 61; k++) {
      if (likelihood(seen, prior(k)) >= best - 2) {
        return prior(k) * seen.size() / inflation;
      }
    }
    throw new AssertionError("no size");
  }

  private static double prior(int k) {
    return k == 0 ? 0 : 1e-6 * StrictMath.pow(10, (k - 1) / 5.0);
  }

  private static double likelihood(List<double[]> seen, double size) {
    double sum = 0;
    for (double[] s : seen) {
      double total = s[2] + size * s[1] * s[1];
      sum -= 0.5 * (StrictMath.log(total) + s[0] / total);
    }
    return sum;
  }

  /** What a label shows: both directions or one alone, in features of some scale. */
  private enum Shown {
    ALL(1),
    A_LINE(1),
    LARGE_LINE(1e3),
    TINY(8e-4);

    final double scale;

    Shown(double scale) {
      this.scale = scale;
    }
  }

  private static int assertSteps(int prompts, double strength, Shown shown, long seed) {
    return assertSteps(Ball.of(2, 1e6), prompts, strength, shown, seed);
  }

  private static int assertSteps(
      ConvexSet set, int prompts, double strength, Shown shown, long seed) {
    EvidenceStep step = EvidenceStep.of(set, TEACHER, prompts);
    step.measureBy(new double[] {2, 0.5, 0.5, 1});
    RandomStream random = RandomStream.of(seed, 3, 1, 4);
    List<Label> labels = new ArrayList<>();
    double[] w = TEACHER.clone();
    double next = 1;
    double freedom = 0;
    int moved = 0;
    for (int t = 1; t <= 150; t++) {
      int x = random.nextBelow(prompts);
      double[] z = {2 * random.nextDouble() - 1, random.nextDouble() - 0.5};
      double curvature = 0.1 + 0.15 * random.nextDouble();
      if (shown == Shown.A_LINE || shown == Shown.LARGE_LINE) {
        z[1] = -0.7 * z[0];
      }
      double u = strength * (1 + 0.05 * (x % 20)) * (z[0] - 2 * z[1]);
      double residual = 0.6 * random.nextDouble() - 0.3 - 0.2 * u;
      z[0] *= shown.scale;
      z[1] *= shown.scale;
      double along = z[0] * (w[0] - TEACHER[0]) + z[1] * (w[1] - TEACHER[1]);
      labels.add(new Label(x, z, residual, curvature, along));
      if (t >= next) {
        next = Math.max(t + 1, Math.floor(1.1 * t));
        freedom = freedom(labels, w, prompts);
      }
      double[] expected = TEACHER.clone();
      if (freedom > 0) {
        double[][] m = squares(labels, -1, false);
        for (int i = 0; i < 4; i++) {
          m[i / 2][i % 2] += G[i / 2][i % 2] / freedom;
        }
        double[] delta = solve(m, score(labels, -1));
        expected[0] += delta[0];
        expected[1] += delta[1];
        if (!set.contains(expected)) {
          double[] h = score(labels, -1);
          expected = set instanceof Ball ? onCircle(set.radius(), m, h) : onSquare(m, h);
        }
        moved++;
      }
      double[] out = new double[2];
      step.step(x, z, residual, curvature, w, out);
      assertArrayEquals(expected, out, 1e-7 * (1 + Math.abs(out[0])), "label " + t);
      w = out;
    }
    return moved;
  }

  /** Minimises ½ δᵀMδ − hᵀδ over a circle around 0: the best of many angles, then bisection. */
  private static double[] onCircle(double radius, double[][] m, double[] h) {
    int parts = 720;
    double width = 2 * Math.PI / parts;
    int best = 0;
    for (int k = 1; k < parts; k++) {
      double[] delta = delta(radius, k * width);
      best = value(delta, m, h) < value(delta(radius, best * width), m, h) ? k : best;
    }
    double low = (best - 1) * width;
    double high = (best + 1) * width;
    for (int i = 0; i < 60; i++) {
      double middle = (low + high) / 2;
      double[] delta = delta(radius, middle);
      double slope =
          -StrictMath.sin(middle) * (dot(m[0], delta) - h[0])
              + StrictMath.cos(middle) * (dot(m[1], delta) - h[1]);
      low = slope < 0 ? middle : low;
      high = slope < 0 ? high : middle;
    }
    return new double[] {radius * StrictMath.cos(low), radius * StrictMath.sin(low)};
  }

  /** The same over the sides of the square of half-width {@link #HALF}, each by its parabola. */
  private static double[] onSquare(double[][] m, double[] h) {
    double[] best = null;
    for (int side = 0; side < 4; side++) {
      int fixed = side / 2;
      double[] delta = new double[2];
      delta[fixed] = (side % 2 == 0 ? HALF : -HALF) - TEACHER[fixed];
      double free = (h[1 - fixed] - m[0][1] * delta[fixed]) / m[1 - fixed][1 - fixed];
      double other = TEACHER[1 - fixed];
      delta[1 - fixed] = Math.max(-HALF, Math.min(HALF, free + other)) - other;
      best = best == null || value(delta, m, h) < value(best, m, h) ? delta : best;
    }
    return new double[] {TEACHER[0] + best[0], TEACHER[1] + best[1]};
  }

  private static double[] delta(double radius, double angle) {
    return new double[] {
      radius * StrictMath.cos(angle) - TEACHER[0], radius * StrictMath.sin(angle) - TEACHER[1]
    };
  }

  private static double value(double[] delta, double[][] m, double[] h) {
    return form(m, delta) / 2 - dot(h, delta);
  }

  @Test
  void stepsAreThoseOfTheFormulas() {
    int all = 0;
    for (int prompts : new int[] {1, 3, 8, 20}) {
      int moved = 0;
      for (int seed = 0; seed < 4; seed++) {
        moved += assertSteps(prompts, 0.5 * seed, Shown.ALL, seed);
      }
      // One prompt is no evidence of what others say.
      assertTrue(prompts == 1 ? moved == 0 : moved < 600, "moved in " + moved + " of 600");
      all += moved;
    }
    assertTrue(all > 300, "moved in " + all);
  }

  /** A direction that no label shows counts neither for nor against a size of the prior. */
  @ParameterizedTest
  @EnumSource(
      value = Shown.class,
      names = {"A_LINE", "LARGE_LINE"})
  void directionsThatNoLabelShowsCountForNothing(Shown shown) {
    int moved = 0;
    for (int seed = 1; seed < 4; seed++) {
      moved += assertSteps(20, 0.5 * seed, shown, seed);
    }
    assertTrue(moved > 100, "moved in " + moved);
  }

  /** Where δ is larger than any prior allows for, the largest prior is taken. */
  @Test
  void sizesEndAtAMillion() {
    int moved = assertSteps(200, 1.5, Shown.TINY, 3);
    assertTrue(moved > 50, "moved in " + moved);
  }

  /** Where W binds, its point is the nearest in the metric of the evidence. */
  @Test
  void stepsToTheEdgeOfTheSetAreThoseOfTheFormulas() {
    Box square = Box.of(new double[] {-HALF, -HALF}, new double[] {HALF, HALF});
    for (ConvexSet set : List.of(Ball.of(2, 0.8), square)) {
      int moved = 0;
      for (int seed = 1; seed < 6; seed++) {
        moved += assertSteps(set, 20, 0.3 * seed, Shown.ALL, seed);
      }
      assertTrue(moved > 200, set + ": moved in " + moved);
    }
  }
}
