package dev.ccl.core.policy;

import static java.util.Objects.requireNonNull;

import dev.ccl.core.math.Vectors;
import dev.ccl.core.mdp.State;
import java.util.List;

/** Features rounded towards zero to single precision, so that no norm grows. */
final class SingleFeatures implements FeatureMap {
  private final FeatureMap features;

  SingleFeatures(FeatureMap features) {
    this.features = requireNonNull(features, "features");
  }

  @Override
  public int dimension() {
    return features.dimension();
  }

  @Override
  public void features(State state, double[] out) {
    features.features(state, out);
    round(out, state.legal().length() * dimension());
  }

  @Override
  public void features(List<State> states, double[][] out) {
    features.features(states, out);
    for (double[] rows : out) {
      round(rows, rows.length);
    }
  }

  private static void round(double[] rows, int length) {
    for (int i = 0; i < length; i++) {
      rows[i] = Vectors.single(rows[i]);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SingleFeatures single && single.features.equals(features);
  }

  @Override
  public int hashCode() {
    return features.hashCode();
  }
}
