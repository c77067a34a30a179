package dev.ccl.core.exact;

import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Where a global search starts. In one or two dimensions: the local minima of a grid over the set,
 * so that no grid point is lower than what the search finds. In more dimensions: the best of a pool
 * of points at several distances from 0, and some of the others. The larger the forest, the fewer.
 *
 * <p>Features are of norm 1 at most, so that far from 0 students are almost deterministic and costs
 * almost flat. Therefore a search starts at smaller scales as well, however wide the set is.
 */
final class SearchDesign {
  static final long SEED = 20;

  /** The number of edge visits that the choice of starts may cost. */
  private static final double VISITS = 2e7;

  /** A set of a larger radius gets a grid or a pool of this radius, too. */
  static final double ORDINARY = 8;

  private SearchDesign() {}

  static List<double[]> starts(LogRatioCost cost, ConvexSet set) {
    double edges = cost.student().forest().edges();
    int d = set.dimension();
    int points = points(edges, d);
    return design(cost, set, set.radius(), points, starts(edges, d));
  }

  /** 0 and starts at all scales below that of the set. */
  static List<double[]> innerStarts(LogRatioCost cost, ConvexSet set) {
    double edges = cost.student().forest().edges();
    int d = set.dimension();
    int points = points(edges, d);
    List<double[]> starts = new ArrayList<>();
    double[] zero = new double[d];
    set.project(zero);
    starts.add(zero);
    Rays rays = new Rays(cost, set, points);
    starts.addAll(rays.evenly(8));
    if (set.radius() > ORDINARY) {
      int most = starts(edges, d);
      starts.addAll(rays.whereTokensTie(most));
      starts.addAll(design(cost, set, ORDINARY, Math.max(64, points / 4), Math.max(6, most / 4)));
    }
    return starts;
  }

  private static List<double[]> design(
      LogRatioCost cost, ConvexSet set, double radius, int points, int most) {
    return set.dimension() <= 2
        ? grid(cost, set, radius, points, most)
        : pool(cost, set, radius, points, most);
  }

  /** The number of points at which the cost is looked at. */
  static int points(double edges, int d) {
    int most = d == 1 ? 2_001 : d == 2 ? 10_000 : Math.min(10_000, 500 * d);
    return (int) Math.max(64, Math.min(most, VISITS / edges));
  }

  /** The number of starts chosen among them; a step from a start costs about d + 2 looks. */
  static int starts(double edges, int d) {
    return (int) Math.max(6, Math.min(48, VISITS / (edges * (d + 2))));
  }

  private static List<double[]> grid(
      LogRatioCost cost, ConvexSet set, double radius, int points, int most) {
    boolean line = set.dimension() == 1;
    int side = line ? points : (int) Math.sqrt(points);
    int rows = line ? 1 : side;
    List<Start> all = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < side; column++) {
        double[] x = new double[set.dimension()];
        x[0] = radius * (2.0 * column / (side - 1) - 1);
        if (!line) {
          x[1] = radius * (2.0 * row / (side - 1) - 1);
        }
        set.project(x); // what is outside goes to the boundary
        all.add(new Start(x, cost.value(x)));
      }
    }
    List<Start> low = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (isLowest(all, i, side, rows)) {
        low.add(all.get(i));
      }
    }
    List<double[]> starts = new ArrayList<>(best(low, most));
    for (int k = 0; k <= 6; k++) { // a flat bottom has many ends
      starts.add(all.get(k * (all.size() - 1) / 6).x);
    }
    return starts;
  }

  private static boolean isLowest(List<Start> all, int i, int side, int rows) {
    int column = i % side;
    int row = i / side;
    for (int r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
      for (int c = Math.max(0, column - 1); c <= Math.min(side - 1, column + 1); c++) {
        if (all.get(r * side + c).value < all.get(i).value) {
          return false;
        }
      }
    }
    return true;
  }

  private static List<double[]> pool(
      LogRatioCost cost, ConvexSet set, double radius, int points, int most) {
    int d = set.dimension();
    RandomStream random = RandomStreams.of(SEED).open(Purpose.INITIAL_POINT, d);
    List<Start> drawn = new ArrayList<>();
    drawn.add(new Start(new double[d], cost.value(new double[d])));
    double[] shrink = {1, 0.25, 1.0 / 16, 2}; // the last one leaves the set and is projected back
    for (int i = 0; i < points; i++) {
      double[] x = new double[d];
      set.draw(random, x);
      Vectors.scale(shrink[i % shrink.length] * (radius / set.radius()), x);
      set.project(x);
      drawn.add(new Start(x, cost.value(x)));
    }
    List<double[]> starts = new ArrayList<>(best(drawn, most / 2));
    for (int i = 0; i < most - most / 2; i++) {
      starts.add(drawn.get(i).x);
    }
    return starts;
  }

  static List<double[]> best(List<Start> from, int most) {
    List<Start> sorted = new ArrayList<>(from);
    sorted.sort(Comparator.comparingDouble(s -> s.value));
    List<double[]> starts = new ArrayList<>();
    for (Start s : sorted.subList(0, Math.min(most, sorted.size()))) {
      starts.add(s.x);
    }
    return starts;
  }

  /** A point with its cost. */
  static final class Start {
    final double[] x;
    final double value;

    Start(double[] x, double value) {
      this.x = x;
      this.value = value;
    }
  }
}
