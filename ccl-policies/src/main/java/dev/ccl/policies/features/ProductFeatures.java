package dev.ccl.policies.features;

import static java.util.Objects.requireNonNull;

import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.FeatureMap;

/** The tensor product of two maps. */
final class ProductFeatures implements FeatureMap {
  private final FeatureMap left;
  private final FeatureMap right;

  ProductFeatures(FeatureMap left, FeatureMap right) {
    this.left = requireNonNull(left, "left");
    this.right = requireNonNull(right, "right");
  }

  @Override
  public int dimension() {
    return left.dimension() * right.dimension();
  }

  @Override
  public void features(State state, double[] out) {
    int k = state.legal().length();
    int p = left.dimension();
    int q = right.dimension();
    double[] x = new double[k * p];
    double[] y = new double[k * q];
    left.features(state, x);
    right.features(state, y);
    for (int a = 0; a < k; a++) {
      for (int i = 0; i < p; i++) {
        for (int j = 0; j < q; j++) {
          out[(a * p + i) * q + j] = x[a * p + i] * y[a * q + j];
        }
      }
    }
  }
}
