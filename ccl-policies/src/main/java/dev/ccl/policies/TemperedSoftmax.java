package dev.ccl.policies;

import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.FeatureFamily;
import dev.ccl.core.policy.FeatureMap;

/**
 * The linear class with a learned inverse temperature: f = e<sup>τ</sup> θᵀφ(s,a), with the
 * parameter (θ, τ). The last coordinate is the logarithm of the inverse temperature β =
 * e<sup>τ</sup>, so that β is positive whatever the convex set; with β itself, (θ, β) and (−θ, −β)
 * would be one policy.
 *
 * <p>Bounds for ‖θ‖ ≤ r, |τ| ≤ t and ‖φ‖ ≤ 1. The logit is at most e<sup>t</sup>r. The gradient
 * (βφ, βθᵀφ) has norm at most e<sup>t</sup>√(1 + r²). The Hessian is β times the matrix that
 * couples θ and τ by φ and has θᵀφ at (τ, τ); it acts in the plane of φ and τ as a matrix with rows
 * (0, ‖φ‖) and (‖φ‖, θᵀφ), whose norm is at most (r + √(r² + 4))/2.
 */
public final class TemperedSoftmax extends FeatureFamily {
  private final int width;

  private TemperedSoftmax(FeatureMap features) {
    super(features);
    this.width = features.dimension();
  }

  /**
   * Returns the class of a feature map.
   *
   * @param features φ, with norms of at most 1
   * @return the family, with one parameter more than features
   */
  public static TemperedSoftmax of(FeatureMap features) {
    return new TemperedSoftmax(features);
  }

  @Override
  public int dimension() {
    return width + 1;
  }

  @Override
  protected double logit(double[] theta, double[] rows, int at) {
    return Elementary.exp(theta[width]) * Vectors.dot(theta, 0, rows, at, width);
  }

  @Override
  protected void gradient(double[] theta, double[] rows, int at, double[] out, int to) {
    double beta = Elementary.exp(theta[width]);
    for (int i = 0; i < width; i++) {
      out[to + i] = beta * rows[at + i];
    }
    out[to + width] = beta * Vectors.dot(theta, 0, rows, at, width);
  }

  @Override
  protected void curvature(
      double[] theta, double[] rows, int at, double weight, double[] direction, double[] out) {
    double scale = weight * Elementary.exp(theta[width]);
    double along = Vectors.dot(direction, 0, rows, at, width);
    for (int i = 0; i < width; i++) {
      out[i] += scale * direction[width] * rows[at + i];
    }
    out[width] += scale * (along + direction[width] * Vectors.dot(theta, 0, rows, at, width));
  }

  @Override
  protected double rowBound() {
    return 1;
  }

  @Override
  public double logitBound(ConvexSet set) {
    return largestBeta(set) * set.radius(0, width);
  }

  @Override
  public double gradientBound(ConvexSet set) {
    double r = set.radius(0, width);
    return largestBeta(set) * Math.sqrt(1 + r * r);
  }

  @Override
  public double hessianBound(ConvexSet set) {
    double r = set.radius(0, width);
    return largestBeta(set) * (r + Math.sqrt(r * r + 4)) / 2;
  }

  private double largestBeta(ConvexSet set) {
    return Elementary.exp(set.radius(width, width + 1));
  }
}
