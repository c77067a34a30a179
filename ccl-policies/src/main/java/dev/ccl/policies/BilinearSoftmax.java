package dev.ccl.policies;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.FeatureFamily;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.policies.features.Features;

/**
 * A bilinear logit of low rank, f = ψ(s)ᵀ U Vᵀ χ(a): the shape of a low-rank language-model head.
 * The parameter is U by columns u<sub>1</sub> … u<sub>r</sub>, then V by columns v<sub>1</sub> …
 * v<sub>r</sub>, and f = Σ<sub>k</sub> (u<sub>k</sub>ᵀψ)(v<sub>k</sub>ᵀχ).
 *
 * <p>Bounds for Frobenius norms ‖U‖ ≤ a, ‖V‖ ≤ b, ‖(U,V)‖ ≤ r and ‖ψ‖, ‖χ‖ ≤ 1. First |f| ≤
 * ‖Uᵀψ‖‖Vᵀχ‖ ≤ ab, and ab ≤ r²/2 if a² + b² ≤ r². The gradient is (ψ(Vᵀχ)ᵀ, χ(Uᵀψ)ᵀ), of norm at
 * most √(a² + b²). The second derivative in a direction (P, Q) is 2 (Pᵀψ)ᵀ(Qᵀχ) ≤ ‖P‖² + ‖Q‖², so
 * the Hessian's norm is at most 1.
 */
public final class BilinearSoftmax extends FeatureFamily {
  private final int stateWidth;
  private final int tokenWidth;
  private final int rank;

  private BilinearSoftmax(FeatureMap pairs, int stateWidth, int tokenWidth, int rank) {
    super(pairs);
    this.stateWidth = stateWidth;
    this.tokenWidth = tokenWidth;
    this.rank = rank;
  }

  /**
   * Returns the class of two feature maps.
   *
   * @param psi ψ, usually the same for all tokens of a state; norms of at most 1
   * @param chi χ, usually a function of the token alone; norms of at most 1
   * @param rank the number of columns of U and V
   * @return the family, with (p + q)·rank parameters
   */
  public static BilinearSoftmax of(FeatureMap psi, FeatureMap chi, int rank) {
    checkArgument(rank >= 1, "rank: %s is not at least 1", rank);
    return new BilinearSoftmax(
        Features.sideBySide(psi, chi), psi.dimension(), chi.dimension(), rank);
  }

  @Override
  public int dimension() {
    return (stateWidth + tokenWidth) * rank;
  }

  private int u(int k) {
    return k * stateWidth;
  }

  private int v(int k) {
    return rank * stateWidth + k * tokenWidth;
  }

  private double left(double[] theta, int k, double[] rows, int at) {
    return Vectors.dot(theta, u(k), rows, at, stateWidth);
  }

  private double right(double[] theta, int k, double[] rows, int at) {
    return Vectors.dot(theta, v(k), rows, at + stateWidth, tokenWidth);
  }

  @Override
  protected double logit(double[] theta, double[] rows, int at) {
    double sum = 0;
    for (int k = 0; k < rank; k++) {
      sum += left(theta, k, rows, at) * right(theta, k, rows, at);
    }
    return sum;
  }

  @Override
  protected void gradient(double[] theta, double[] rows, int at, double[] out, int to) {
    for (int k = 0; k < rank; k++) {
      double left = left(theta, k, rows, at);
      double right = right(theta, k, rows, at);
      for (int i = 0; i < stateWidth; i++) {
        out[to + u(k) + i] = right * rows[at + i];
      }
      for (int i = 0; i < tokenWidth; i++) {
        out[to + v(k) + i] = left * rows[at + stateWidth + i];
      }
    }
  }

  @Override
  protected void curvature(
      double[] theta, double[] rows, int at, double weight, double[] direction, double[] out) {
    for (int k = 0; k < rank; k++) {
      double left = weight * left(direction, k, rows, at);
      double right = weight * right(direction, k, rows, at);
      for (int i = 0; i < stateWidth; i++) {
        out[u(k) + i] += right * rows[at + i];
      }
      for (int i = 0; i < tokenWidth; i++) {
        out[v(k) + i] += left * rows[at + stateWidth + i];
      }
    }
  }

  @Override
  protected double rowBound() {
    return Math.sqrt(2); // ψ and χ side by side
  }

  @Override
  public double logitBound(ConvexSet set) {
    double r = set.radius();
    return Math.min(leftRadius(set) * rightRadius(set), r * r / 2);
  }

  @Override
  public double gradientBound(ConvexSet set) {
    double a = leftRadius(set);
    double b = rightRadius(set);
    return Math.min(Math.sqrt(a * a + b * b), set.radius());
  }

  @Override
  public double hessianBound(ConvexSet set) {
    return 1;
  }

  private double leftRadius(ConvexSet set) {
    return set.radius(0, v(0));
  }

  private double rightRadius(ConvexSet set) {
    return set.radius(v(0), dimension());
  }
}
