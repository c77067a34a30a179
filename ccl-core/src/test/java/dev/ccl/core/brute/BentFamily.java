package dev.ccl.core.brute;

import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;

/**
 * A class whose logits are not linear: with u = φ(s, a)·θ for a linear class, f = u + 0.3u² + 0.2(k
 * + 1)θ₀θ₋₁ at the k-th legal token, where θ₋₁ is the last parameter.
 */
public final class BentFamily implements PolicyFamily {
  private final PolicyFamily linear;

  private BentFamily(PolicyFamily linear) {
    this.linear = linear;
  }

  /** Returns the bent variant of a linear class. */
  public static BentFamily of(PolicyFamily linear) {
    return new BentFamily(linear);
  }

  /** Returns the problem with the student's class bent. */
  public static LearningProblem bend(LearningProblem p) {
    return LearningProblem.of(
        p.lambda(),
        p.bound(),
        p.source().dataset(),
        p.target().dataset(),
        p.calibration(),
        new PolicyClass(
            new BentFamily(p.student().family()), p.student().set(), p.student().initial()),
        p.reference(),
        (prompt, answer) -> 0.5);
  }

  @Override
  public int dimension() {
    return linear.dimension();
  }

  @Override
  public void logits(double[] theta, State state, double[] out) {
    linear.logits(theta, state, out);
    for (int k = 0; k < state.legal().length(); k++) {
      out[k] += 0.3 * out[k] * out[k] + 0.2 * (k + 1) * theta[0] * theta[theta.length - 1];
    }
  }

  @Override
  public void gradients(double[] theta, State state, double[] out) {
    int d = theta.length;
    double[] u = new double[state.legal().length()];
    linear.logits(theta, state, u);
    linear.gradients(theta, state, out);
    for (int k = 0; k < u.length; k++) {
      for (int i = 0; i < d; i++) {
        out[k * d + i] *= 1 + 0.6 * u[k];
      }
      out[k * d] += 0.2 * (k + 1) * theta[d - 1];
      out[k * d + d - 1] += 0.2 * (k + 1) * theta[0];
    }
  }

  @Override
  public void curvature(double[] theta, State state, double[] c, double[] v, double[] out) {
    int d = theta.length;
    double[] phi = new double[state.legal().length() * d];
    linear.gradients(theta, state, phi);
    for (int k = 0; k < state.legal().length(); k++) {
      double along = 0;
      for (int i = 0; i < d; i++) {
        along += phi[k * d + i] * v[i];
      }
      for (int i = 0; i < d; i++) {
        out[i] += c[k] * 0.6 * along * phi[k * d + i];
      }
      out[0] += c[k] * 0.2 * (k + 1) * v[d - 1];
      out[d - 1] += c[k] * 0.2 * (k + 1) * v[0];
    }
  }
}
