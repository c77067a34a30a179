package dev.ccl.core.exact;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.exact.Descent.Function;
import dev.ccl.core.exact.Descent.Point;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import java.util.ArrayList;
import java.util.List;

/**
 * Minimises a {@link LogRatioCost}, which need not be convex, over a convex set: a {@link Descent}
 * from each of many starts. They are a grid in one or two dimensions and a fixed random design in
 * more; the same cost gives the same answer always.
 */
public final class GlobalMinimizer {
  /** Two costs, in units of κ, that differ by less than this share count as equal. */
  private static final double TIE = 1e-11;

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
    Minimum unit = minimize(perWeight(cost), set, starts);
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
    GlobalMinimizer search = new GlobalMinimizer(function, set);
    Descent descent = new Descent(function, set);
    List<Point> found = new ArrayList<>();
    for (double[] start : starts) {
      search.addDistinct(found, descent.from(start));
    }
    return search.verdict(found);
  }

  private void addDistinct(List<Point> found, Point point) {
    for (int i = 0; i < found.size(); i++) {
      Point other = found.get(i);
      if (isTie(point, other) && isSamePoint(point, other)) {
        if (point.residual < other.residual) {
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
    double scale = Math.max(1, set.radius());
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
