package dev.ccl.core.policy;

import static java.util.Objects.requireNonNull;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.State;

/**
 * The paper's policy class, π<sub>θ</sub>(a|s) ∝ exp θᵀφ(s,a) with features in the unit ball
 * (eq:ced-softmax).
 */
public final class LinearSoftmax implements LinearFamily, BoundedDerivatives {
  private final FeatureMap features;

  private LinearSoftmax(FeatureMap features) {
    this.features = requireNonNull(features);
  }

  /**
   * Returns the class of a feature map.
   *
   * @param features φ, with norms of at most 1
   * @return the family
   */
  public static LinearSoftmax of(FeatureMap features) {
    return new LinearSoftmax(features);
  }

  @Override
  public int dimension() {
    return features.dimension();
  }

  @Override
  public void logits(double[] theta, State state, double[] out) {
    int d = dimension();
    int k = state.legal().length();
    double[] rows = new double[k * d];
    features.features(state, rows);
    for (int a = 0; a < k; a++) {
      double sum = 0;
      for (int i = 0; i < d; i++) {
        sum += theta[i] * rows[a * d + i];
      }
      out[a] = sum;
    }
  }

  @Override
  public void gradients(double[] theta, State state, double[] out) {
    features.features(state, out);
  }

  @Override
  public EdgeModel on(Forest forest) {
    return forest.isComplete() ? LinearModel.of(features, forest) : LinearFamily.super.on(forest);
  }

  @Override
  public double logitBound(ConvexSet set) {
    return set.radius();
  }

  @Override
  public double gradientBound(ConvexSet set) {
    return 1;
  }

  @Override
  public double hessianBound(ConvexSet set) {
    return 0;
  }
}
