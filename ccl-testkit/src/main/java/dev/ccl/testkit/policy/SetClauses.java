package dev.ccl.testkit.policy;

import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.random.RandomStream;
import dev.ccl.judge.Check;
import dev.ccl.judge.Findings;
import dev.ccl.judge.Tolerance;
import java.util.Arrays;
import java.util.List;

/** Convex sets: projection, membership, radius and uniform draws. */
final class SetClauses {
  private static final int TRIALS = 200;
  private static final int DRAWS = 6000;

  /** Directions of chords: some coordinates, some others. */
  private static final int AXES = 5;

  private static final int OBLIQUE = 4;

  /**
   * The largest distance between the empirical law of n uniform numbers and the uniform one is
   * above x with probability at most 2 exp(−2nx²). With nx² = 16 and 18 tests a false alarm has
   * probability below 1e-12.
   */
  private static final double FALSE_ALARM = 16;

  private static final Tolerance LEVEL = Tolerance.level(2.6e-14); // above 2 exp(−32)

  private SetClauses() {}

  static List<Check<ConvexSet>> all() {
    return List.of(
        Check.of(
            "membership",
            "draws and projections are members; a point that is not a number is not",
            "draw or project end outside of contains, or contains lets NaN pass",
            SetClauses::membership),
        Check.of(
            "members stay",
            "the projection of a member is itself",
            "project moves what is inside: test before scaling",
            SetClauses::stay),
        Check.of(
            "nearest point",
            "(v − p)ᵀ(y − p) ≤ 0 for the projection p of v and every member y",
            "project does not return the nearest point: scaling is right for balls alone",
            SetClauses::nearest),
        Check.of(
            "nonexpansive",
            "projections of two points are at most as far apart as the points",
            "project does not return the nearest point",
            SetClauses::nonexpansive),
        Check.of(
            "far points",
            "points so far away that squares overflow, and points at infinity, are projected onto a"
                + " member that is farthest in their direction",
            "a norm overflows: scale before squaring",
            SetClauses::far),
        Check.of(
            "radius",
            "members have norms, and slices of them, within radius",
            "radius() is smaller than the norm of some member",
            SetClauses::radius),
        Check.of(
            "uniform draw",
            "the place of a draw on the chord through it is uniform",
            "draws are not uniform: a direction or a radius has the wrong law",
            SetClauses::uniform));
  }

  private static double[] outside(ConvexSet set, RandomStream random, int trial) {
    double[] v = PolicySubject.direction(random, set.dimension());
    double[] scales = {0.5, 1, 2, 30, 1e4};
    Vectors.scale(scales[trial % scales.length] * (set.radius() + 0.1), v);
    return v;
  }

  private static double[] projection(ConvexSet set, double[] v) {
    double[] p = v.clone();
    set.project(p);
    return p;
  }

  private static double[] draw(ConvexSet set, RandomStream random) {
    double[] x = new double[set.dimension()];
    set.draw(random, x);
    return x;
  }

  private static double distance(double[] a, double[] b) {
    double[] gap = a.clone();
    Vectors.addScaled(-1, b, gap);
    return Vectors.norm(gap);
  }

  private static void membership(ConvexSet set, Findings f) {
    for (int trial = 0; trial < TRIALS; trial++) {
      RandomStream random = PolicySubject.random("membership", trial);
      double[] x = draw(set, random);
      f.isTrue(set.contains(x), () -> "the draw " + PolicySubject.text(x));
      double[] v = outside(set, random, trial);
      double[] p = projection(set, v);
      f.isTrue(set.contains(p), () -> "the projection of " + PolicySubject.text(v));
      x[random.nextBelow(x.length)] = Double.NaN;
      f.isTrue(!set.contains(x), () -> "a member that is not a number");
      double[] beyond = v.clone();
      Vectors.scale(1.01 * (set.radius() + 1) / Vectors.norm(v), beyond);
      f.isTrue(!set.contains(beyond), () -> "a member beyond the radius");
    }
  }

  private static void stay(ConvexSet set, Findings f) {
    for (int trial = 0; trial < TRIALS; trial++) {
      RandomStream random = PolicySubject.random("members stay", trial);
      double[] x = draw(set, random);
      double[] p = projection(set, outside(set, random, trial));
      Tolerance rounding = Tolerance.rounding(90L * set.dimension(), 1 + set.radius());
      f.zero(distance(x, projection(set, x)), rounding, () -> PolicySubject.text(x));
      f.zero(distance(p, projection(set, p)), rounding, () -> PolicySubject.text(p));
    }
  }

  private static void nearest(ConvexSet set, Findings f) {
    for (int trial = 0; trial < TRIALS; trial++) {
      RandomStream random = PolicySubject.random("nearest point", trial);
      double[] v = outside(set, random, trial);
      double[] p = projection(set, v);
      double[] normal = v.clone();
      Vectors.addScaled(-1, p, normal);
      for (int i = 0; i < 20; i++) {
        double[] y = draw(set, random);
        if (i % 2 == 1) {
          Vectors.addScaled(
              1e3 * (i % 4 == 1 ? 1 : 0.001), PolicySubject.direction(random, v.length), y);
          set.project(y);
        }
        double product = Vectors.dot(normal, y) - Vectors.dot(normal, p);
        Tolerance rounding =
            Tolerance.relative(9.9e-12, (1 + Vectors.norm(normal)) * (1 + set.radius()));
        f.atMost(
            product,
            0,
            rounding,
            () -> "v = " + PolicySubject.text(v) + ", y = " + PolicySubject.text(y));
      }
    }
  }

  private static void nonexpansive(ConvexSet set, Findings f) {
    for (int trial = 0; trial < TRIALS; trial++) {
      RandomStream random = PolicySubject.random("nonexpansive", trial);
      double[] a = outside(set, random, trial);
      double[] b = a.clone();
      double[] shifts = {1e-9, 1e-4, 0.1, 10};
      double shift = shifts[trial % shifts.length];
      Vectors.addScaled(shift, PolicySubject.direction(random, a.length), b);
      double apart = distance(a, b);
      f.atMost(
          distance(projection(set, a), projection(set, b)),
          apart,
          Tolerance.rounding(90L * a.length, 1 + set.radius() + Vectors.norm(a)),
          () -> PolicySubject.text(a) + " and " + PolicySubject.text(b));
    }
  }

  private static void far(ConvexSet set, Findings f) {
    double[] scales = {1e17, 1e162, 1e307, Double.POSITIVE_INFINITY};
    for (int trial = 0; trial < TRIALS; trial++) {
      RandomStream random = PolicySubject.random("far points", trial);
      double scale = scales[trial % scales.length];
      double[] direction = PolicySubject.direction(random, set.dimension());
      if (scale == Double.POSITIVE_INFINITY) { // some coordinates finite, the others infinite
        int kept = random.nextBelow(direction.length);
        for (int i = 0; i < direction.length; i++) {
          boolean finite = i != kept && random.nextBoolean();
          direction[i] = finite ? 0 : Math.signum(direction[i]);
        }
      }
      double[] v = direction.clone();
      for (int i = 0; i < v.length; i++) {
        v[i] = v[i] == 0 ? random.nextDouble() : v[i] * scale;
      }
      double[] p = projection(set, v);
      f.isTrue(set.contains(p), () -> "no member for " + PolicySubject.text(v));
      double[] best = {Double.NEGATIVE_INFINITY};
      for (int i = 0; i < 20; i++) {
        double[] y = direction.clone();
        Vectors.scale(1e6 * (1 + set.radius()), y);
        set.project(y);
        double[] other = i == 0 ? y : draw(set, random);
        best[0] = Math.max(best[0], Vectors.dot(direction, other));
      }
      f.atMost(
          best[0] - Vectors.dot(direction, p),
          0,
          Tolerance.estimate(1e-9 * (1 + set.radius()), "the search for the farthest member"),
          () -> "v = " + PolicySubject.text(v));
    }
  }

  private static Tolerance member(double radius) {
    return Tolerance.estimate(ConvexSet.TOLERANCE, "membership as contains defines it")
        .plus(Tolerance.relative(9.9e-13, radius));
  }

  private static void radius(ConvexSet set, Findings f) {
    for (int trial = 0; trial < TRIALS; trial++) {
      RandomStream random = PolicySubject.random("radius", trial);
      double[] x = trial % 2 == 0 ? draw(set, random) : projection(set, outside(set, random, 4));
      f.atMost(Vectors.norm(x), set.radius(), member(set.radius()), () -> PolicySubject.text(x));
      int from = random.nextBelow(x.length);
      int to = from + 1 + random.nextBelow(x.length - from);
      f.atMost(
          Vectors.norm(Arrays.copyOfRange(x, from, to)),
          set.radius(from, to),
          member(set.radius(from, to)),
          () -> "coordinates " + from + " to " + to + " of " + PolicySubject.text(x));
    }
  }

  /**
   * Given the line, a uniform point of a convex set is uniform on the chord. Long and short chords
   * are tested apart.
   */
  private static void uniform(ConvexSet set, Findings f) {
    RandomStream random = PolicySubject.random("uniform draw", 0);
    int d = set.dimension();
    double[][] draws = new double[DRAWS][];
    Arrays.setAll(draws, i -> draw(set, random));
    for (int i = 0; i < AXES + OBLIQUE; i++) {
      double[] v = new double[d];
      if (i < AXES) {
        v[i % d] = 1;
      } else {
        v = PolicySubject.direction(random, d);
      }
      uniform(set, draws, v, f);
    }
  }

  private static void uniform(ConvexSet set, double[][] draws, double[] v, Findings f) {
    double[] places = new double[DRAWS];
    double[] lengths = new double[DRAWS];
    int count = 0;
    for (double[] x : draws) {
      double up = reach(set, x, v, 1);
      double down = reach(set, x, v, -1);
      if (up + down > 1e-6 * set.radius()) { // flat sets have chords of no length
        places[count] = down / (up + down);
        lengths[count++] = up + down;
      }
    }
    double[] sorted = Arrays.copyOf(lengths, count);
    Arrays.sort(sorted);
    // Chords of one length, as in a box, are all short: rounding must not part them.
    double threshold = count == 0 ? 0 : sorted[count / 2] * (1 + 1e-6);
    for (boolean isLong : new boolean[] {false, true}) {
      double[] part = new double[count];
      int n = 0;
      for (int i = 0; i < count; i++) {
        if (lengths[i] > threshold == isLong) {
          part[n++] = places[i];
        }
      }
      if (n > 0) {
        f.atMost(
            distanceToUniform(Arrays.copyOf(part, n)),
            Math.sqrt(FALSE_ALARM / n),
            LEVEL,
            () ->
                (isLong ? "long" : "short") + " chords in the direction " + PolicySubject.text(v));
      }
    }
  }

  private static double reach(ConvexSet set, double[] x, double[] v, double sign) {
    double low = 0;
    double high = 2 * set.radius() + 1;
    for (int i = 0; i < 32; i++) {
      double middle = (low + high) / 2;
      if (set.contains(DerivativeClauses.moved(x, sign * middle, v))) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static double distanceToUniform(double[] values) {
    Arrays.sort(values);
    double largest = 0;
    for (int i = 0; i < values.length; i++) {
      double above = (i + 1.0) / values.length - values[i];
      double below = values[i] - (double) i / values.length;
      largest = Math.max(largest, Math.max(above, below));
    }
    return largest;
  }
}
