package dev.ccl.docs.extending;

// region fast
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.FeatureFamily;
import dev.ccl.core.policy.FeatureMap;

/** Logits u + u²/4 with u = θᵀφ(s,a). For ‖θ‖ ≤ r: |f| ≤ r + r²/4, ‖∇f‖ ≤ 1 + r/2, ‖∇²f‖ ≤ 1/2. */
public class FastCurvedSoftmax extends FeatureFamily {
  private final int d;

  /** Called by {@code ccl verify --family}, too. */
  public FastCurvedSoftmax(FeatureMap features) {
    super(features);
    this.d = features.dimension();
  }

  @Override
  public int dimension() {
    return d;
  }

  @Override
  protected double logit(double[] theta, double[] rows, int at) {
    double u = Vectors.dot(theta, 0, rows, at, d);
    return u + u * u / 4;
  }

  @Override
  protected void gradient(double[] theta, double[] rows, int at, double[] out, int to) {
    double slope = 1 + Vectors.dot(theta, 0, rows, at, d) / 2;
    for (int i = 0; i < d; i++) {
      out[to + i] = slope * rows[at + i];
    }
  }

  @Override
  protected void curvature(
      double[] theta, double[] rows, int at, double weight, double[] v, double[] out) {
    double along = weight * Vectors.dot(v, 0, rows, at, d) / 2;
    for (int i = 0; i < d; i++) {
      out[i] += along * rows[at + i];
    }
  }

  @Override
  public double logitBound(ConvexSet set) {
    return set.radius() + set.radius() * set.radius() / 4;
  }

  @Override
  public double gradientBound(ConvexSet set) {
    return 1 + set.radius() / 2;
  }

  @Override
  public double hessianBound(ConvexSet set) {
    return 0.5;
  }
}
// endregion
