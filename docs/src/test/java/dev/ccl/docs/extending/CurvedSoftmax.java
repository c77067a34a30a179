package dev.ccl.docs.extending;

// region family
import dev.ccl.core.math.Vectors;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.PolicyFamily;

/** Logits u + u²/4 with u = θᵀφ(s,a). */
final class CurvedSoftmax implements PolicyFamily {
  private final FeatureMap features;
  private final int d;

  CurvedSoftmax(FeatureMap features) {
    this.features = features;
    this.d = features.dimension();
  }

  @Override
  public int dimension() {
    return d;
  }

  @Override
  public void logits(double[] theta, State state, double[] out) {
    double[] phi = rows(state);
    for (int k = 0; k < state.legal().length(); k++) {
      double u = Vectors.dot(theta, 0, phi, k * d, d);
      out[k] = u + u * u / 4;
    }
  }

  @Override
  public void gradients(double[] theta, State state, double[] out) {
    double[] phi = rows(state);
    for (int k = 0; k < state.legal().length(); k++) {
      double slope = 1 + Vectors.dot(theta, 0, phi, k * d, d) / 2;
      for (int i = k * d; i < (k + 1) * d; i++) {
        out[i] = slope * phi[i];
      }
    }
  }

  @Override
  public void curvature(double[] theta, State state, double[] c, double[] v, double[] out) {
    double[] phi = rows(state);
    for (int k = 0; k < state.legal().length(); k++) {
      double along = c[k] * Vectors.dot(v, 0, phi, k * d, d) / 2;
      for (int i = 0; i < d; i++) {
        out[i] += along * phi[k * d + i];
      }
    }
  }

  private double[] rows(State state) {
    double[] phi = new double[state.legal().length() * d];
    features.features(state, phi);
    return phi;
  }
}
// endregion
