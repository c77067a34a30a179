package dev.ccl.policies.features;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.FeatureMap;
import java.util.Map;

/** Features that are looked up. */
final class TableFeatures implements FeatureMap {
  private final int dimension;
  private final ImmutableMap<State, ImmutableDoubleArray> rows;

  private TableFeatures(int dimension, ImmutableMap<State, ImmutableDoubleArray> rows) {
    this.dimension = dimension;
    this.rows = rows;
  }

  static TableFeatures of(int dimension, Map<State, double[]> rows) {
    checkArgument(dimension >= 1, "dimension: %s is not at least 1", dimension);
    ImmutableMap.Builder<State, ImmutableDoubleArray> copy = ImmutableMap.builder();
    rows.forEach(
        (state, values) -> {
          checkArgument(
              values.length == state.legal().length() * dimension,
              "%s numbers for %s tokens with %s features each at %s",
              values.length,
              state.legal().length(),
              dimension,
              state);
          Features.checkUnitBall(state, values, dimension);
          copy.put(state, ImmutableDoubleArray.copyOf(values));
        });
    return new TableFeatures(dimension, copy.buildOrThrow());
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public void features(State state, double[] out) {
    ImmutableDoubleArray values = rows.get(state);
    checkArgument(
        values != null || state.legal().length() <= 1, "the table has no state %s", state);
    for (int i = 0; i < state.legal().length() * dimension; i++) {
      out[i] = values == null ? 0 : values.get(i);
    }
  }
}
