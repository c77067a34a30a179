package dev.ccl.policies.features;

import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.FeatureMap;
import java.util.Arrays;

/** A map that is given token by token. */
final class RowMap implements FeatureMap {
  private final int dimension;
  private final Row row;

  private RowMap(int dimension, Row row) {
    this.dimension = dimension;
    this.row = row;
  }

  static RowMap of(int dimension, Row row) {
    return new RowMap(dimension, row);
  }

  /** Writes the features of one token, starting at a place, into zeros. */
  interface Row {
    void write(State state, int token, double[] out, int at);
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public void features(State state, double[] out) {
    int k = state.legal().length();
    Arrays.fill(out, 0, k * dimension, 0.0);
    for (int a = 0; a < k; a++) {
      row.write(state, state.legal().get(a), out, a * dimension);
    }
  }
}
