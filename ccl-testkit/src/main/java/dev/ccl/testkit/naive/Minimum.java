package dev.ccl.testkit.naive;

import java.util.ArrayList;
import java.util.List;

/**
 * The minimisers of C<sub>w</sub> over the ball Θ, found from many starts by projected Newton steps
 * with projected gradient steps where those do not descend.
 */
public final class Minimum {
  /** The starts nearer to 0 than the boundary of Θ lie in a ball of this radius. */
  private static final double WIDE = 1024;

  private final Naive model;
  private final PotentialCost calibrated;
  private final double radius;
  private final List<double[]> minimizers = new ArrayList<>();
  private double cost = Double.POSITIVE_INFINITY;

  private Minimum(Naive model, double[] w) {
    this.model = model;
    this.calibrated = PotentialCost.calibrated(model, w);
    this.radius = model.bound();
  }

  /**
   * Minimises.
   *
   * @param model the instance
   * @param w the calibration; read
   * @return the global minimum over Θ, as far as the starts tell
   */
  public static Minimum of(Naive model, double[] w) {
    Minimum minimum = new Minimum(model, w);
    double radius = model.bound();
    addFrom(minimum, radius);
    for (double inner = Math.min(radius, WIDE) / 4; inner > 1; inner /= 4) {
      addFrom(minimum, inner); // far from 0 a cost is almost flat
    }
    return minimum;
  }

  private static void addFrom(Minimum minimum, double radius) {
    for (double[] start : starts(minimum.model.studentDimension(), radius)) {
      minimum.add(minimum.polish(minimum.descend(start)));
    }
  }

  private static List<double[]> starts(int d, double radius) {
    List<double[]> starts = new ArrayList<>();
    starts.add(new double[d]);
    for (int i = 0; i < d; i++) {
      for (double x : new double[] {-0.95, -0.5, -0.1, 0.1, 0.5, 0.95}) {
        double[] start = new double[d];
        start[i] = x * radius;
        starts.add(start);
      }
    }
    for (int sign = 0; d > 1 && sign < 1 << Math.min(d, 4); sign++) {
      double[] start = new double[d];
      for (int i = 0; i < d; i++) {
        start[i] = ((sign >> i & 1) == 0 ? 0.6 : -0.6) * radius / Math.sqrt(d);
      }
      starts.add(start);
    }
    return starts;
  }

  private void add(double[] point) {
    double value = calibrated.value(point);
    double tie = 1e-9 * (1 + Math.abs(value));
    if (value < cost - tie) {
      minimizers.clear();
    }
    if (value <= cost + tie) {
      for (double[] known : minimizers) {
        if (isSame(known, point, value, tie)) {
          if (value < cost) {
            cost = value;
            System.arraycopy(point, 0, known, 0, point.length);
          }
          return;
        }
      }
      minimizers.add(point);
      cost = Math.min(cost, value);
    }
  }

  /** Two ends of a flat valley count as one minimiser, if the valley is short. */
  private boolean isSame(double[] known, double[] point, double value, double tie) {
    double distance = SmallAlgebra.distance(known, point);
    double[] middle = SmallAlgebra.plus(known, 0.5, SmallAlgebra.plus(point, -1, known));
    return distance <= 1e-3 * radius
        || (distance <= 0.2 * radius && calibrated.value(middle) <= value + tie);
  }

  /** Newton steps as long as the gradient shrinks: the cost itself no longer tells. */
  private double[] polish(double[] start) {
    double[] at = start;
    StudentLaw student = model.student(at);
    double[] gradient = calibrated.gradient(student);
    for (int k = 0; k < 8; k++) {
      double[] newton = newtonStep(student, gradient);
      double[] next = newton == null ? at : SmallAlgebra.plus(at, -1, newton);
      student = model.student(next);
      double[] there = calibrated.gradient(student);
      if (SmallAlgebra.norm(next) >= radius
          || !(SmallAlgebra.norm(there) < SmallAlgebra.norm(gradient))) {
        break;
      }
      at = next;
      gradient = there;
    }
    return at;
  }

  private double[] descend(double[] start) {
    double[] at = start;
    double value = calibrated.value(at);
    double step = 1;
    for (int iteration = 0; iteration < 400; iteration++) {
      StudentLaw student = model.student(at);
      double[] gradient = calibrated.gradient(student);
      double[] newton = newtonStep(student, gradient);
      double[] next = newton == null ? null : project(SmallAlgebra.plus(at, -1, newton));
      double nextValue = next == null ? Double.NaN : calibrated.value(next);
      double[] along = alongBoundary(student, at, gradient);
      double alongValue = along == null ? Double.NaN : calibrated.value(along);
      if (alongValue < value && !(nextValue <= alongValue)) {
        next = along;
        nextValue = alongValue;
      }
      if (!(nextValue < value)) {
        step = Math.min(2 * step, 1e6);
        do {
          next = project(SmallAlgebra.plus(at, -step, gradient));
          nextValue = calibrated.value(next);
          step /= 2;
        } while (!(nextValue < value) && step > 1e-12);
        step *= 2;
        if (!(nextValue < value)) {
          return at;
        }
      }
      boolean done = SmallAlgebra.distance(at, next) <= 1e-13 * radius;
      at = next;
      value = nextValue;
      if (done) {
        return at;
      }
    }
    return at;
  }

  private double[] newtonStep(StudentLaw student, double[] gradient) {
    double[][] hessian = calibrated.hessian(student);
    if (SmallAlgebra.eigenvalues(hessian)[0] <= 1e-12) {
      return null;
    }
    return solve(hessian, gradient);
  }

  /**
   * Newton's step on the sphere: C′ + μθ = 0 with ‖θ‖ = B, where the cost falls outwards. Steps
   * that are projected may come to a stop there, or nearly so, before the minimum.
   */
  private double[] alongBoundary(StudentLaw student, double[] at, double[] gradient) {
    double outwards = -SmallAlgebra.dot(gradient, at);
    if (SmallAlgebra.norm(at) < radius * (1 - 1e-9) || !(outwards > 0)) {
      return null;
    }
    double multiplier = outwards / SmallAlgebra.dot(at, at);
    double[][] matrix = calibrated.hessian(student);
    for (int i = 0; i < at.length; i++) {
      matrix[i][i] += multiplier;
    }
    if (SmallAlgebra.eigenvalues(matrix)[0] <= 1e-12) {
      return null;
    }
    double[] slope = solve(matrix, SmallAlgebra.plus(gradient, multiplier, at));
    double[] normal = solve(matrix, at);
    double share = SmallAlgebra.dot(at, slope) / SmallAlgebra.dot(at, normal);
    return project(SmallAlgebra.plus(SmallAlgebra.plus(at, -1, slope), share, normal));
  }

  /** Conjugate gradients: exact in d steps, and again to remove rounding. */
  static double[] solve(double[][] matrix, double[] right) {
    int n = right.length;
    double[] x = new double[n];
    for (int restart = 0; restart < 4; restart++) {
      double[] residual = SmallAlgebra.plus(right, -1, times(matrix, x));
      double[] direction = residual.clone();
      double square = SmallAlgebra.dot(residual, residual);
      for (int k = 0; k < n && square > 0; k++) {
        double[] image = times(matrix, direction);
        double curvature = SmallAlgebra.dot(direction, image);
        if (!(curvature > 0)) {
          break;
        }
        double alpha = square / curvature;
        x = SmallAlgebra.plus(x, alpha, direction);
        residual = SmallAlgebra.plus(residual, -alpha, image);
        double nextSquare = SmallAlgebra.dot(residual, residual);
        direction = SmallAlgebra.plus(residual, nextSquare / square, direction);
        square = nextSquare;
      }
    }
    return x;
  }

  private static double[] times(double[][] matrix, double[] x) {
    double[] out = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      out[i] = SmallAlgebra.dot(matrix[i], x);
    }
    return out;
  }

  private double[] project(double[] x) {
    return SmallAlgebra.inBall(x, radius);
  }

  /** {@return one minimiser} */
  public double[] point() {
    return minimizers.get(0).clone();
  }

  /**
   * Tells whether the starts led to one minimiser only.
   *
   * @return whether no other point has the same cost
   */
  public boolean isUnique() {
    return minimizers.size() == 1;
  }

  /** {@return the least cost, min C<sub>w</sub>} */
  public double cost() {
    return cost;
  }
}
