package example;

import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.FeatureFamily;
import dev.ccl.core.policy.FeatureMap;

/**
 * Logits u/√(1 + u²) with u = θᵀφ(s,a). They stay in [−1, 1] for every θ, so a token never has less
 * than e⁻² times the probability of another. Slope and bend in u are (1 + u²)^(−3/2) ≤ 1 and −3u (1 +
 * u²)^(−5/2), which is largest at u = −1/2.
 */
public final class SquashedSoftmax extends FeatureFamily {
  private final int d;

  private SquashedSoftmax(FeatureMap features) {
    super(features);
    this.d = features.dimension();
  }

  /**
   * Returns the class of a feature map.
   *
   * @param features φ, with norms of at most 1
   * @return the family
   */
  public static SquashedSoftmax of(FeatureMap features) {
    return new SquashedSoftmax(features);
  }

  @Override
  public int dimension() {
    return d;
  }

  @Override
  protected double logit(double[] theta, double[] rows, int at) {
    double u = Vectors.dot(theta, 0, rows, at, d);
    return u / Math.sqrt(1 + u * u);
  }

  @Override
  protected void gradient(double[] theta, double[] rows, int at, double[] out, int to) {
    double slope = slope(Vectors.dot(theta, 0, rows, at, d));
    for (int i = 0; i < d; i++) {
      out[to + i] = slope * rows[at + i];
    }
  }

  @Override
  protected void curvature(
      double[] theta, double[] rows, int at, double weight, double[] v, double[] out) {
    double bend = bend(Vectors.dot(theta, 0, rows, at, d));
    double along = weight * bend * Vectors.dot(v, 0, rows, at, d);
    for (int i = 0; i < d; i++) {
      out[i] += along * rows[at + i];
    }
  }

  private static double slope(double u) {
    double q = 1 + u * u;
    return 1 / (q * Math.sqrt(q));
  }

  private static double bend(double u) {
    return -3 * u / (1 + u * u) * slope(u);
  }

  @Override
  public double logitBound(ConvexSet set) {
    double r = set.radius();
    return r / Math.sqrt(1 + r * r);
  }

  @Override
  public double gradientBound(ConvexSet set) {
    return 1;
  }

  @Override
  public double hessianBound(ConvexSet set) {
    return bend(-Math.min(0.5, set.radius()));
  }
}
