package dev.ccl.core.policy;

import static java.util.Objects.requireNonNull;

import dev.ccl.core.mdp.State;

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
    for (int i = 0; i < state.legal().length() * dimension(); i++) {
      out[i] = towardsZero(out[i]);
    }
  }

  private static double towardsZero(double x) {
    float nearest = (float) x;
    return Math.abs(nearest) > Math.abs(x)
        ? Float.intBitsToFloat(Float.floatToRawIntBits(nearest) - 1)
        : nearest;
  }
}
