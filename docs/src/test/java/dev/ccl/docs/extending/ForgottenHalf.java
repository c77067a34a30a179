package dev.ccl.docs.extending;

import dev.ccl.core.math.Vectors;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.testkit.policy.ForwardingFamily;

/** {@link CurvedSoftmax} with the factor 1/2 forgotten in its gradients. */
final class ForgottenHalf extends ForwardingFamily {
  private final FeatureMap features;

  ForgottenHalf(FeatureMap features) {
    super(new CurvedSoftmax(features));
    this.features = features;
  }

  @Override
  public void gradients(double[] theta, State state, double[] out) {
    int d = dimension();
    double[] phi = new double[state.legal().length() * d];
    features.features(state, phi);
    for (int k = 0; k < state.legal().length(); k++) {
      double slope = 1 + Vectors.dot(theta, 0, phi, k * d, d);
      for (int i = k * d; i < (k + 1) * d; i++) {
        out[i] = slope * phi[i];
      }
    }
  }
}
