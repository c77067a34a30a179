package dev.ccl.core.exact;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import java.util.ArrayList;
import java.util.List;

/**
 * Minimises a {@link LogRatioCost}, which need not be convex, over a convex set: from many starts a
 * damped Newton method whose steps minimise the second-order model over the set itself, so that it
 * converges quadratically at the boundary as well as inside. The starts are a grid in one or two
 * dimensions and a fixed random design in more; the same cost gives the same answer always.
 */
public final class GlobalMinimizer {
  private static final int NEWTON_STEPS = 300;
  private static final int DAMPING_STEPS = 40;

  /** Two costs, in units of κ, that differ by less than this share count as equal. */
  private static final double TIE = 1e-11;

  private final LogRatioCost cost;
  private final ConvexSet set;
  private final double kappa;

  private GlobalMinimizer(LogRatioCost cost, ConvexSet set) {
    checkArgument(
        cost.dimension() == set.dimension(),
        "the cost has %s parameters, the set dimension %s",
        cost.dimension(),
        set.dimension());
    this.cost = cost;
    this.set = set;
    this.kappa = cost.weight();
  }

  /**
   * Finds a global minimum.
   *
   * @param cost the function
   * @param set the parameters that count
   * @return the minimum
   */
  public static Minimum minimize(LogRatioCost cost, ConvexSet set) {
    return new GlobalMinimizer(cost, set).from(SearchDesign.starts(cost, set));
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
    List<double[]> starts = new ArrayList<>(SearchDesign.starts(cost, set));
    starts.add(known);
    return new GlobalMinimizer(cost, set).from(starts);
  }

  private Minimum from(List<double[]> starts) {
    List<Endpoint> found = new ArrayList<>();
    for (double[] start : starts) {
      addDistinct(found, descend(start));
    }
    return verdict(found);
  }

  /** A point with its cost and gradient, divided by κ, and the residual of stationarity. */
  private static final class Endpoint {
    private final double[] x;
    private final double[] gradient;
    private final double value;
    private final double residual;

    Endpoint(double[] x, double[] gradient, double value, double residual) {
      this.x = x;
      this.gradient = gradient;
      this.value = value;
      this.residual = residual;
    }
  }

  private Endpoint evaluate(double[] x) {
    double[] gradient = new double[x.length];
    double value = cost.gradient(x, gradient) / kappa;
    Vectors.scale(1 / kappa, gradient);
    return new Endpoint(x, gradient, value, SetGeometry.at(set, x).residual(gradient));
  }

  private double[] hessian(double[] x) {
    double[] hessian = cost.hessian(x);
    Vectors.scale(1 / kappa, hessian);
    return hessian;
  }

  private Endpoint descend(double[] start) {
    double[] first = start.clone();
    set.project(first);
    Endpoint here = evaluate(first);
    double damping = 0;
    for (int k = 0; k < NEWTON_STEPS; k++) {
      double[] x = here.x;
      QuadraticModel model = new QuadraticModel(x, here.gradient, hessian(x));
      Endpoint next = null;
      for (int tries = 0; tries < DAMPING_STEPS && next == null; tries++) {
        double[] y = model.minimizer(set, damping);
        if (distance(x, y) <= 1e-14 * Math.max(1, Vectors.norm(x))) {
          return finish(here, y);
        }
        double predicted = model.decrease(y, damping);
        Endpoint candidate = evaluate(y);
        // Where rounding hides the decrease of the cost, its gradients at both ends tell it.
        boolean hidden = predicted <= 1e-13 * Math.max(1, Math.abs(here.value));
        boolean better =
            hidden
                ? candidate.residual < here.residual || decrease(here, candidate) > 0.1 * predicted
                : candidate.value <= here.value - 0.1 * predicted;
        if (better) {
          next = candidate;
          damping = damping < 1e-12 ? 0 : damping / 10;
        } else {
          damping = Math.max(10 * damping, hidden ? 1e-12 : 1e-6);
        }
      }
      if (next == null) {
        return here;
      }
      here = next;
    }
    return here;
  }

  /** Takes a last step of rounding size if it is one for the better. */
  private Endpoint finish(Endpoint here, double[] y) {
    Endpoint last = evaluate(y);
    return last.residual < here.residual ? last : here;
  }

  /** The decrease of the cost between two points by the trapezoidal rule. */
  private static double decrease(Endpoint from, Endpoint to) {
    double sum = 0;
    for (int i = 0; i < from.x.length; i++) {
      sum -= 0.5 * (from.gradient[i] + to.gradient[i]) * (to.x[i] - from.x[i]);
    }
    return sum;
  }

  private void addDistinct(List<Endpoint> found, Endpoint endpoint) {
    for (int i = 0; i < found.size(); i++) {
      Endpoint other = found.get(i);
      if (isTie(endpoint, other) && isSamePoint(endpoint, other)) {
        if (endpoint.residual < other.residual) {
          found.set(i, endpoint);
        }
        return;
      }
    }
    found.add(endpoint);
  }

  private static boolean isTie(Endpoint a, Endpoint b) {
    double scale = Math.max(1, Math.max(Math.abs(a.value), Math.abs(b.value)));
    return Math.abs(a.value - b.value) <= TIE * scale;
  }

  /**
   * Endpoints of one minimum agree almost to the last digit, unless the cost is flat between them:
   * then the minimum of a high order is known to a few digits only.
   */
  private boolean isSamePoint(Endpoint a, Endpoint b) {
    double distance = distance(a.x, b.x);
    double scale = Math.max(1, set.radius());
    if (distance <= 1e-6 * scale) {
      return true;
    }
    return distance <= 0.05 * scale && curvatureAlong(a, b.x) < 1e-5;
  }

  private double curvatureAlong(Endpoint a, double[] to) {
    double[] direction = to.clone();
    Vectors.addScaled(-1, a.x, direction);
    Vectors.scale(1 / Vectors.norm(direction), direction);
    double[] hessian = hessian(a.x);
    int d = direction.length;
    double sum = SetGeometry.at(set, a.x).boundaryCurvature(a.gradient);
    for (int i = 0; i < d; i++) {
      sum += direction[i] * Vectors.dot(hessian, i * d, direction, 0, d);
    }
    return sum;
  }

  private Minimum verdict(List<Endpoint> found) {
    int first = 0;
    for (int i = 1; i < found.size(); i++) {
      Endpoint e = found.get(i);
      Endpoint lowest = found.get(first);
      boolean simpler = Vectors.norm(e.x) < Vectors.norm(lowest.x);
      first = (isTie(e, lowest) ? simpler : e.value < lowest.value) ? i : first;
    }
    Endpoint best = found.get(first);
    ImmutableList.Builder<ImmutableDoubleArray> rivals = ImmutableList.builder();
    for (int i = 0; i < found.size(); i++) {
      if (i != first && isTie(found.get(i), best)) {
        rivals.add(ImmutableDoubleArray.copyOf(found.get(i).x));
      }
    }
    double[] hessian = hessian(best.x);
    double curvature = SymmetricEigen.of(hessian).value(0);
    SetGeometry geometry = SetGeometry.at(set, best.x);
    boolean inside = geometry.isInterior();
    return new Minimum(
        ImmutableDoubleArray.copyOf(best.x),
        cost.value(best.x),
        best.residual,
        inside ? Minimum.Location.INTERIOR : Minimum.Location.BOUNDARY,
        curvature * kappa,
        (inside ? curvature : geometry.tangentCurvature(best.gradient, hessian)) * kappa,
        rivals.build());
  }

  private static double distance(double[] a, double[] b) {
    double[] difference = a.clone();
    Vectors.addScaled(-1, b, difference);
    return Vectors.norm(difference);
  }
}
