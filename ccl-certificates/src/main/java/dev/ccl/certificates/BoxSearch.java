package dev.ccl.certificates;

import java.util.PriorityQueue;

/**
 * Branch and bound for the supremum of a function over a ball around 0. The result is an upper
 * bound at every moment: if the budget runs out, it is looser and still valid.
 */
final class BoxSearch {
  /** A function with upper bounds on cubes. */
  interface Bounded {
    /** Looks at a cube, or at a point, of which only the value is asked for. */
    void look(double[] centre, double halfSide);

    /** An upper bound of the function on the cube, −∞ if nothing on it counts. */
    double upper();

    /** The value at the centre, −∞ if it does not count. */
    double value();
  }

  private static final class Cube {
    final double[] centre;
    final double halfSide;
    final double upper;

    Cube(double[] centre, double halfSide, double upper) {
      this.centre = centre;
      this.halfSide = halfSide;
      this.upper = upper;
    }
  }

  private final int dimension;
  private final double radius;
  private final double share;
  private final double slack;
  private final int budget;
  int looked; // cubes, by the last search

  /**
   * Prepares a search.
   *
   * @param dimension d
   * @param radius of the ball
   * @param share the relative gap at which the search may end
   * @param slack the absolute gap at which it may end
   * @param budget how many cubes to look at
   */
  BoxSearch(int dimension, double radius, double share, double slack, int budget) {
    this.dimension = dimension;
    this.radius = radius;
    this.share = share;
    this.slack = slack;
    this.budget = budget;
  }

  /**
   * Returns an upper bound of the supremum, at least the given value, which is one of its values.
   */
  double maximum(Bounded function, double known) {
    double best = known;
    PriorityQueue<Cube> queue =
        new PriorityQueue<>((a, b) -> Double.compare(b.upper, a.upper)); // the highest first
    looked = 1;
    function.look(new double[dimension], radius);
    best = function.value() > best ? function.value() : best;
    double everywhere = function.upper();
    boolean isNumber = everywhere < Double.POSITIVE_INFINITY; // or too wide for a bound
    queue.add(
        new Cube(new double[dimension], radius, isNumber ? everywhere : Double.POSITIVE_INFINITY));
    while (!queue.isEmpty()) {
      Cube cube = queue.poll();
      if (cube.upper <= best + share * Math.abs(best) + slack || looked >= budget) {
        return Math.max(best, cube.upper);
      }
      double half = cube.halfSide / 2;
      for (int corner = 0; corner < 1 << dimension; corner++) {
        double[] centre = new double[dimension];
        corner(cube.centre, half, corner, centre);
        double nearest = 0;
        for (int i = 0; i < dimension; i++) {
          double gap = Math.max(0, Math.abs(centre[i]) - half);
          nearest += gap * gap;
        }
        if (nearest > radius * radius * (1 + 1e-12)) {
          continue;
        }
        looked++;
        function.look(centre, half);
        best = function.value() > best ? function.value() : best;
        double upper = function.upper() < cube.upper ? function.upper() : cube.upper;
        if (upper > best) {
          queue.add(new Cube(centre, half, upper));
        }
      }
    }
    return best;
  }

  /** Corner number n of a cube; coordinate i is the lower one where bit i of n is 0. */
  static void corner(double[] centre, double halfSide, int number, double[] out) {
    for (int i = 0; i < out.length; i++) {
      out[i] = centre[i] + ((number >> i & 1) == 0 ? -halfSide : halfSide);
    }
  }
}
