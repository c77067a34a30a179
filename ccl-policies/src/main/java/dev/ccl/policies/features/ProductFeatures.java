package dev.ccl.policies.features;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.FeatureMap;
import java.util.List;

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
    features(ImmutableList.of(state), new double[][] {out});
  }

  @Override
  public void features(List<State> states, double[][] out) {
    double[][] x = left.rows(states);
    double[][] y = right.rows(states);
    for (int s = 0; s < x.length; s++) {
      multiply(x[s], y[s], out[s]);
    }
  }

  private void multiply(double[] x, double[] y, double[] out) {
    int p = left.dimension();
    int q = right.dimension();
    for (int a = 0; a * p < x.length; a++) {
      for (int i = 0; i < p; i++) {
        for (int j = 0; j < q; j++) {
          out[(a * p + i) * q + j] = x[a * p + i] * y[a * q + j];
        }
      }
    }
  }
}
