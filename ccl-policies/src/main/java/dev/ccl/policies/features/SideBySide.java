package dev.ccl.policies.features;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.FeatureMap;

/** Rows of several maps one after the other, times a factor. */
final class SideBySide implements FeatureMap {
  private final ImmutableList<FeatureMap> parts;
  private final double factor;
  private final int dimension;

  SideBySide(ImmutableList<FeatureMap> parts, double factor) {
    this.parts = parts;
    this.factor = factor;
    this.dimension = parts.stream().mapToInt(FeatureMap::dimension).sum();
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public void features(State state, double[] out) {
    int k = state.legal().length();
    int column = 0;
    for (FeatureMap part : parts) {
      int d = part.dimension();
      double[] rows = new double[k * d];
      part.features(state, rows);
      for (int a = 0; a < k; a++) {
        for (int i = 0; i < d; i++) {
          out[a * dimension + column + i] = factor * rows[a * d + i];
        }
      }
      column += d;
    }
  }
}
