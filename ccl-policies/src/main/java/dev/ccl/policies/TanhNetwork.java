package dev.ccl.policies;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.FeatureFamily;
import dev.ccl.core.policy.FeatureMap;

/**
 * A network with one hidden layer, f = Σ<sub>j</sub> v<sub>j</sub> tanh(u<sub>j</sub>ᵀφ(s,a)). The
 * parameter is u<sub>1</sub> … u<sub>m</sub>, then v. A constant feature serves as the bias.
 *
 * <p>Bounds for ‖U‖ ≤ a, ‖v‖ ≤ b, ‖(U,v)‖ ≤ r, ‖φ‖ ≤ 1 and t<sub>j</sub> = tanh(u<sub>j</sub>ᵀφ),
 * where ‖t‖ ≤ c = min(√m, a). First |f| = |vᵀt| ≤ bc, and ab ≤ r²/2. The gradient has the entries
 * t<sub>j</sub> and v<sub>j</sub>(1 − t<sub>j</sub>²)φ, so its norm is at most √(c² + b²). The
 * Hessian has one block a unit; in the plane of φ and v<sub>j</sub> it has the off-diagonal entry
 * (1 − t²)‖φ‖ ≤ 1 and the diagonal entries 0 and −2v<sub>j</sub>t(1 − t²)‖φ‖², at most kb with k =
 * 4/(3√3) = max 2t(1 − t²), so its norm is at most (kb + √(k²b² + 4))/2.
 */
public final class TanhNetwork extends FeatureFamily {
  private static final double STEEPEST = 4 / (3 * Math.sqrt(3));

  private final int width;
  private final int units;

  private TanhNetwork(FeatureMap features, int units) {
    super(features);
    this.width = features.dimension();
    this.units = units;
  }

  /**
   * Returns the class of a feature map.
   *
   * @param features φ, with norms of at most 1
   * @param units m, the number of hidden units
   * @return the family, with m·(p + 1) parameters
   */
  public static TanhNetwork of(FeatureMap features, int units) {
    checkArgument(units >= 1, "units: %s is not at least 1", units);
    return new TanhNetwork(features, units);
  }

  @Override
  public int dimension() {
    return units * (width + 1);
  }

  private int v(int j) {
    return units * width + j;
  }

  @Override
  protected double logit(double[] theta, double[] rows, int at) {
    double sum = 0;
    for (int j = 0; j < units; j++) {
      sum += theta[v(j)] * tanh(Vectors.dot(theta, j * width, rows, at, width));
    }
    return sum;
  }

  @Override
  protected void gradient(double[] theta, double[] rows, int at, double[] out, int to) {
    for (int j = 0; j < units; j++) {
      double t = tanh(Vectors.dot(theta, j * width, rows, at, width));
      double slope = theta[v(j)] * (1 - t) * (1 + t);
      for (int i = 0; i < width; i++) {
        out[to + j * width + i] = slope * rows[at + i];
      }
      out[to + v(j)] = t;
    }
  }

  @Override
  protected void curvature(
      double[] theta, double[] rows, int at, double weight, double[] direction, double[] out) {
    for (int j = 0; j < units; j++) {
      double t = tanh(Vectors.dot(theta, j * width, rows, at, width));
      double slope = weight * (1 - t) * (1 + t);
      double along = Vectors.dot(direction, j * width, rows, at, width);
      double inner = slope * (direction[v(j)] - 2 * theta[v(j)] * t * along);
      for (int i = 0; i < width; i++) {
        out[j * width + i] += inner * rows[at + i];
      }
      out[v(j)] += slope * along;
    }
  }

  @Override
  protected double rowBound() {
    return 1;
  }

  @Override
  public double logitBound(ConvexSet set) {
    double r = set.radius();
    return Math.min(outer(set) * hidden(set), r * r / 2);
  }

  @Override
  public double gradientBound(ConvexSet set) {
    double b = outer(set);
    double c = hidden(set);
    return Math.min(Math.sqrt(b * b + c * c), set.radius());
  }

  @Override
  public double hessianBound(ConvexSet set) {
    double kb = STEEPEST * outer(set);
    return (kb + Math.sqrt(kb * kb + 4)) / 2;
  }

  private double hidden(ConvexSet set) {
    return Math.min(Math.sqrt(units), set.radius(0, v(0)));
  }

  private double outer(ConvexSet set) {
    return set.radius(v(0), dimension());
  }

  /** tanh in plain arithmetic; relative error below 2e-14. */
  static double tanh(double x) {
    double size = Math.abs(x);
    if (size < 0.01) { // the series; (1 − e)/(1 + e) would cancel
      double q = x * x;
      return x * (1 - q * (1.0 / 3 - q * (2.0 / 15 - q * (17.0 / 315))));
    }
    double e = Elementary.exp(-2 * size);
    return Math.copySign((1 - e) / (1 + e), x);
  }
}
