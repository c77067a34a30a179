package dev.ccl.core.exact;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
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
    GlobalMinimizer search = new GlobalMinimizer(cost, set);
    List<Endpoint> found = new ArrayList<>();
    for (double[] start : SearchDesign.starts(cost, set)) {
      search.addDistinct(found, search.descend(start));
    }
    return search.verdict(found);
  }

  /** A stationary point with the cost, its gradient and the residual, all divided by κ. */
  private record Endpoint(Point at, double value, double residual) {}

  /** Keeps an array out of a record's equality. */
  private static final class Point {
    private final double[] x;
    private final double[] gradient;

    Point(double[] x, double[] gradient) {
      this.x = x;
      this.gradient = gradient;
    }
  }

  private Endpoint evaluate(double[] x) {
    double[] gradient = new double[x.length];
    double value = cost.gradient(x, gradient) / kappa;
    Vectors.scale(1 / kappa, gradient);
    double[] moved = x.clone();
    Vectors.addScaled(-1, gradient, moved);
    set.project(moved);
    return new Endpoint(new Point(x, gradient), value, distance(x, moved));
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
      double[] x = here.at.x;
      QuadraticModel model = new QuadraticModel(x, here.at.gradient, hessian(x));
      Endpoint next = null;
      for (int tries = 0; tries < DAMPING_STEPS && next == null; tries++) {
        double[] y = model.minimizer(set, damping);
        if (distance(x, y) <= 1e-15 * Math.max(1, Vectors.norm(x))) {
          return here;
        }
        double predicted = model.decrease(y, damping);
        Endpoint candidate = evaluate(y);
        // Where rounding hides the decrease of the cost, the residual decides.
        boolean hidden = predicted <= 1e-13 * Math.max(1, Math.abs(here.value));
        boolean better =
            hidden
                ? candidate.residual < here.residual
                : candidate.value <= here.value - 0.1 * predicted;
        if (better) {
          next = candidate;
          damping = damping < 1e-6 ? 0 : damping / 10;
        } else if (hidden) {
          return here;
        } else {
          damping = Math.max(10 * damping, 1e-6);
        }
      }
      if (next == null) {
        return here;
      }
      here = next;
    }
    return here;
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
    double distance = distance(a.at.x, b.at.x);
    double scale = Math.max(1, set.radius());
    if (distance <= 1e-6 * scale) {
      return true;
    }
    return distance <= 0.05 * scale && curvatureAlong(a, b.at.x) < 1e-5;
  }

  private double curvatureAlong(Endpoint a, double[] to) {
    double[] direction = to.clone();
    Vectors.addScaled(-1, a.at.x, direction);
    Vectors.scale(1 / Vectors.norm(direction), direction);
    double[] hessian = hessian(a.at.x);
    int d = direction.length;
    double sum = multiplier(a);
    for (int i = 0; i < d; i++) {
      sum += direction[i] * Vectors.dot(hessian, i * d, direction, 0, d);
    }
    return sum;
  }

  private Minimum verdict(List<Endpoint> found) {
    Endpoint best = found.get(0);
    for (Endpoint e : found) {
      boolean simpler = Vectors.norm(e.at.x) < Vectors.norm(best.at.x);
      if (isTie(e, best) ? simpler : e.value < best.value) {
        best = e;
      }
    }
    ImmutableList.Builder<ImmutableDoubleArray> rivals = ImmutableList.builder();
    for (Endpoint e : found) {
      if (e != best && isTie(e, best)) {
        rivals.add(ImmutableDoubleArray.copyOf(e.at.x));
      }
    }
    double[] hessian = hessian(best.at.x);
    double curvature = SymmetricEigen.of(hessian).value(0);
    boolean inside = isInterior(best.at.x);
    return new Minimum(
        ImmutableDoubleArray.copyOf(best.at.x),
        best.value * kappa,
        best.residual,
        inside ? Minimum.Location.INTERIOR : Minimum.Location.BOUNDARY,
        curvature * kappa,
        (inside ? curvature : tangentCurvature(best, hessian)) * kappa,
        rivals.build());
  }

  private boolean isInterior(double[] x) {
    double reach = 1e-7 * Math.max(1, set.radius());
    double[] near = x.clone();
    for (int i = 0; i < x.length; i++) {
      for (int sign = -1; sign <= 1; sign += 2) {
        near[i] = x[i] + sign * reach;
        if (!set.contains(near)) {
          return false;
        }
      }
      near[i] = x[i];
    }
    return true;
  }

  /** The multiplier of the constraint ½‖θ‖² ≤ ½r² of a ball at a point of its sphere, 0 elsewhere. */
  private double multiplier(Endpoint e) {
    boolean onSphere = set instanceof Ball && !isInterior(e.at.x) && set.radius() > 0;
    return onSphere ? Vectors.norm(e.at.gradient) / set.radius() : 0;
  }

  /** The smallest eigenvalue on the tangent space of a ball or on the free coordinates of a box. */
  private double tangentCurvature(Endpoint e, double[] hessian) {
    int d = e.at.x.length;
    List<double[]> normals = new ArrayList<>();
    if (set instanceof Ball) {
      double[] normal = e.at.x.clone();
      Vectors.scale(1 / Math.max(Vectors.norm(normal), Double.MIN_NORMAL), normal);
      normals.add(normal);
    } else if (set instanceof Box) {
      Box box = (Box) set;
      for (int i = 0; i < d; i++) {
        if (e.at.x[i] <= box.lower().get(i) || e.at.x[i] >= box.upper().get(i)) {
          normals.add(unit(d, i));
        }
      }
    }
    if (normals.size() == d) {
      return Double.POSITIVE_INFINITY;
    }
    double wall = 1 + 2 * Vectors.norm(hessian); // above every eigenvalue
    double[] matrix = hessian.clone();
    for (int i = 0; i < d; i++) {
      matrix[i * d + i] += multiplier(e);
    }
    for (double[] n : normals) {
      matrix = withNormal(matrix, n, wall + multiplier(e));
    }
    return SymmetricEigen.of(matrix).value(0);
  }

  /** (I − nnᵀ) M (I − nnᵀ) + wall · nnᵀ. */
  private static double[] withNormal(double[] matrix, double[] n, double wall) {
    int d = n.length;
    double[] image = new double[d]; // M n
    for (int i = 0; i < d; i++) {
      image[i] = Vectors.dot(matrix, i * d, n, 0, d);
    }
    double along = Vectors.dot(n, image);
    double[] out = matrix.clone();
    for (int i = 0; i < d; i++) {
      for (int k = 0; k < d; k++) {
        out[i * d + k] += (along + wall) * n[i] * n[k] - image[i] * n[k] - n[i] * image[k];
      }
    }
    return out;
  }

  private static double[] unit(int d, int i) {
    double[] e = new double[d];
    e[i] = 1;
    return e;
  }

  private static double distance(double[] a, double[] b) {
    double[] difference = a.clone();
    Vectors.addScaled(-1, b, difference);
    return Vectors.norm(difference);
  }
}
