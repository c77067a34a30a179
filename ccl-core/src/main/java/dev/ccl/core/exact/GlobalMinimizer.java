package dev.ccl.core.exact;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.exact.Descent.Function;
import dev.ccl.core.exact.Descent.Point;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.ConvexSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Minimises a {@link LogRatioCost}, which need not be convex, over a convex set: a {@link Descent}
 * from each of many starts. They are a grid in one or two dimensions and a fixed random design in
 * more; the same cost gives the same answer always.
 */
public final class GlobalMinimizer {
  /** Two costs, in units of κ, that differ by less than this share count as equal. */
  private static final double TIE = 1e-11;

  /** How many minima are followed as a ball grows. */
  private static final int FOLLOWED = 8;

  /** In a set of a larger radius, distances between points are measured by the points. */
  private static final double WIDE = 100;

  private final Function function;
  private final ConvexSet set;

  private GlobalMinimizer(Function function, ConvexSet set) {
    this.function = function;
    this.set = set;
  }

  /**
   * Finds a global minimum.
   *
   * @param cost the function
   * @param set the parameters that count
   * @return the minimum
   */
  public static Minimum minimize(LogRatioCost cost, ConvexSet set) {
    return minimize(cost, set, List.of());
  }

  /**
   * Finds a global minimum that is no higher than a given point.
   *
   * @param cost the function
   * @param set the parameters that count
   * @param known a point of the set from which the search starts, too; read
   * @return the minimum
   */
  public static Minimum minimize(LogRatioCost cost, ConvexSet set, double[] known) {
    return minimize(cost, set, List.of(known));
  }

  private static Minimum minimize(LogRatioCost cost, ConvexSet set, List<double[]> more) {
    checkArgument(
        cost.dimension() == set.dimension(),
        "the cost has %s parameters, the set dimension %s",
        cost.dimension(),
        set.dimension());
    List<double[]> starts = new ArrayList<>(SearchDesign.starts(cost, set));
    starts.addAll(more);
    Function function = perWeight(cost);
    List<double[]> later = new ArrayList<>(SearchDesign.innerStarts(cost, set));
    later.addAll(outwards(function, set, later));
    Minimum unit = minimize(function, set, starts, later);
    double kappa = cost.weight();
    return new Minimum(
        unit.point(),
        cost.value(unit.point().toArray()),
        unit.residual(),
        unit.location(),
        kappa * unit.curvature(),
        kappa * unit.tangentCurvature(),
        unit.rivals());
  }

  /** C/κ, whose curvature is of order one whatever the temperature. */
  private static Function perWeight(LogRatioCost cost) {
    double scale = 1 / cost.weight();
    return new Function() {
      @Override
      public double gradient(double[] x, double[] gradient) {
        double value = cost.gradient(x, gradient);
        Vectors.scale(scale, gradient);
        return scale * value;
      }

      @Override
      public double[] hessian(double[] x) {
        double[] hessian = cost.hessian(x);
        Vectors.scale(scale, hessian);
        return hessian;
      }
    };
  }

  /** Finds the lowest minimum to which a descent from one of the starts, which are read, leads. */
  static Minimum minimize(Function function, ConvexSet set, List<double[]> starts) {
    return minimize(function, set, starts, List.of());
  }

  /** What only later starts find counts where it is another minimum. */
  private static Minimum minimize(
      Function function, ConvexSet set, List<double[]> starts, List<double[]> later) {
    GlobalMinimizer search = new GlobalMinimizer(function, set);
    Descent descent = new Descent(function, set);
    List<Point> found = new ArrayList<>();
    for (double[] start : starts) {
      search.addDistinct(found, descent.from(start), true);
    }
    for (double[] start : later) {
      search.addDistinct(found, descent.from(start), false);
    }
    return search.verdict(found);
  }

  /**
   * Follows the minima of small balls as the ball grows to a wide set. Far from 0 what is not flat
   * is narrow: the states in which two tokens remain likely. No design of starts meets that.
   */
  private static List<double[]> outwards(Function function, ConvexSet set, List<double[]> starts) {
    List<double[]> ends = new ArrayList<>();
    List<double[]> from = starts;
    for (double radius = SearchDesign.ORDINARY;
        set instanceof Ball && radius < set.radius() && !from.isEmpty();
        radius *= 2) {
      Ball ball = Ball.of(set.dimension(), radius);
      GlobalMinimizer search = new GlobalMinimizer(function, ball);
      Descent descent = new Descent(function, ball);
      List<Point> found = new ArrayList<>();
      for (double[] start : from) {
        search.addDistinct(found, descent.from(start), true);
      }
      found.sort(Comparator.comparingDouble(p -> p.value));
      from = new ArrayList<>();
      for (Point p : found.subList(0, Math.min(FOLLOWED, found.size()))) {
        if (SetGeometry.at(ball, p.x).isInterior()) {
          ends.add(p.x);
        } else {
          double[] beyond = p.x.clone();
          Vectors.scale(2, beyond);
          from.add(p.x);
          from.add(beyond);
        }
      }
    }
    ends.addAll(from);
    return ends;
  }

  private void addDistinct(List<Point> found, Point point, boolean replaces) {
    for (int i = 0; i < found.size(); i++) {
      Point other = found.get(i);
      if (isTie(point, other) && isSamePoint(point, other)) {
        if (replaces && point.residual < other.residual) {
          found.set(i, point);
        }
        return;
      }
    }
    found.add(point);
  }

  private static boolean isTie(Point a, Point b) {
    double scale = Math.max(1, Math.max(Math.abs(a.value), Math.abs(b.value)));
    return Math.abs(a.value - b.value) <= TIE * scale;
  }

  /**
   * Ends of one minimum agree almost to the last digit, unless the cost is flat between them: then
   * the minimum of a high order is known to a few digits only.
   */
  private boolean isSamePoint(Point a, Point b) {
    double distance = a.distance(b.x);
    double size = Math.max(Vectors.norm(a.x), Vectors.norm(b.x));
    double scale = Math.max(1, Math.min(set.radius(), Math.max(WIDE, size)));
    if (distance <= 1e-6 * scale) {
      return true;
    }
    return distance <= 0.05 * scale && curvatureAlong(a, b.x) < 1e-5;
  }

  private double curvatureAlong(Point a, double[] to) {
    double[] direction = to.clone();
    Vectors.addScaled(-1, a.x, direction);
    Vectors.scale(1 / Vectors.norm(direction), direction);
    double[] hessian = function.hessian(a.x);
    int d = direction.length;
    double sum = SetGeometry.at(set, a.x).boundaryCurvature(a.gradient);
    for (int i = 0; i < d; i++) {
      sum += direction[i] * Vectors.dot(hessian, i * d, direction, 0, d);
    }
    return sum;
  }

  private Minimum verdict(List<Point> found) {
    int first = 0;
    for (int i = 1; i < found.size(); i++) {
      Point e = found.get(i);
      Point lowest = found.get(first);
      boolean simpler = Vectors.norm(e.x) < Vectors.norm(lowest.x);
      first = (isTie(e, lowest) ? simpler : e.value < lowest.value) ? i : first;
    }
    Point best = found.get(first);
    ImmutableList.Builder<ImmutableDoubleArray> rivals = ImmutableList.builder();
    for (int i = 0; i < found.size(); i++) {
      if (i != first && isTie(found.get(i), best)) {
        rivals.add(ImmutableDoubleArray.copyOf(found.get(i).x));
      }
    }
    double[] hessian = function.hessian(best.x);
    double curvature = SymmetricEigen.of(hessian).value(0);
    SetGeometry geometry = SetGeometry.at(set, best.x);
    boolean inside = geometry.isInterior();
    return new Minimum(
        ImmutableDoubleArray.copyOf(best.x),
        best.value,
        best.residual,
        inside ? Minimum.Location.INTERIOR : Minimum.Location.BOUNDARY,
        curvature,
        inside ? curvature : geometry.tangentCurvature(best.gradient, hessian),
        rivals.build());
  }
}
