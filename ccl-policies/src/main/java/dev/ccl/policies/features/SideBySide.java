package dev.ccl.policies.features;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.FeatureMap;
import java.util.List;

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
    features(ImmutableList.of(state), new double[][] {out});
  }

  @Override
  public void features(List<State> states, double[][] out) {
    int column = 0;
    for (FeatureMap part : parts) {
      double[][] rows = part.rows(states);
      for (int s = 0; s < rows.length; s++) {
        place(rows[s], part.dimension(), column, out[s]);
      }
      column += part.dimension();
    }
  }

  private void place(double[] rows, int d, int column, double[] out) {
    for (int a = 0; a * d < rows.length; a++) {
      for (int i = 0; i < d; i++) {
        out[a * dimension + column + i] = factor * rows[a * d + i];
      }
    }
  }
}
