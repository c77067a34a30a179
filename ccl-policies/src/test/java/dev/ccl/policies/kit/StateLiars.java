package dev.ccl.policies.kit;

import com.google.common.collect.ImmutableMap;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.LinearFamily;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.policies.kit.PolicyLiars.Family;
import dev.ccl.policies.kit.PolicyLiars.Liar;
import java.util.Arrays;

/** Families whose fault is in what they say of a single state. */
final class StateLiars {
  private StateLiars() {}

  /** Not a number beyond the last coordinate's interval, so that differences decide nothing. */
  private static double end(double[] theta) {
    return Math.abs(theta[3]) > 1 ? Double.NaN : 0;
  }

  static ImmutableMap<String, Liar<PolicyFamily>> all() {
    ImmutableMap.Builder<String, Liar<PolicyFamily>> liars = ImmutableMap.builder();
    liars.put(
        "a wrong score",
        new Liar<>(
            new Family() {
              @Override
              public void gradients(double[] theta, State state, double[] out) {
                super.gradients(theta, state, out);
                for (int k = 0; k < state.legal().length(); k++) {
                  out[k * dimension() + 3] *= 1 + 1e-7;
                }
              }
            },
            "score"));
    liars.put(
        "logits that end at the boundary",
        new Liar<>(
            new Family() {
              @Override
              public void logits(double[] theta, State state, double[] out) {
                super.logits(theta, state, out);
                out[0] += end(theta);
              }
            },
            "score"));
    liars.put(
        "gradients that end at the boundary",
        new Liar<>(
            new Family() {
              @Override
              public void gradients(double[] theta, State state, double[] out) {
                super.gradients(theta, state, out);
                out[0] += end(theta);
              }
            },
            "Hessian"));
    liars.put(
        "a Hessian of the wrong sign",
        new Liar<>(
            new Family() {
              @Override
              public void curvature(
                  double[] theta, State state, double[] c, double[] v, double[] out) {
                double[] minus = v.clone();
                Arrays.setAll(minus, i -> -v[i]);
                super.curvature(theta, state, c, minus, out);
              }
            },
            "Hessian"));
    liars.put(
        "a Hessian with one triangle missing",
        new Liar<>(
            new Family() {
              @Override
              public void curvature(
                  double[] theta, State state, double[] c, double[] v, double[] out) {
                double[] part = v.clone();
                part[3] = 0;
                super.curvature(theta, state, c, part, out);
              }
            },
            "symmetry"));
    liars.put(
        "a sum that forgets what was there",
        new Liar<>(
            new Family() {
              @Override
              public void curvature(
                  double[] theta, State state, double[] c, double[] v, double[] out) {
                Arrays.fill(out, 0.0);
                super.curvature(theta, state, c, v, out);
              }
            },
            "symmetry"));
    liars.put(
        "a logit for an illegal token",
        new Liar<>(
            new Family() {
              @Override
              public void logits(double[] theta, State state, double[] out) {
                super.logits(theta, state, out);
                if (out.length > state.legal().length()) {
                  out[state.legal().length()] = 0;
                }
              }
            },
            "legal tokens"));
    liars.put(
        "a logit left as it was",
        new Liar<>(
            new Family() {
              @Override
              public void logits(double[] theta, State state, double[] out) {
                double before = out[1];
                super.logits(theta, state, out);
                out[1] = before;
              }
            },
            "legal tokens"));
    liars.put(
        "a row of a gradient left as it was",
        new Liar<>(
            new Family() {
              @Override
              public void gradients(double[] theta, State state, double[] out) {
                double before = out[0];
                super.gradients(theta, state, out);
                out[0] = before;
              }
            },
            "legal tokens"));
    liars.put(
        "probabilities that underflow",
        new Liar<>(
            new Family() {
              @Override
              public void logits(double[] theta, State state, double[] out) {
                super.logits(theta, state, out);
                for (int k = 0; k < state.legal().length(); k++) {
                  out[k] *= 1e4;
                }
              }
            },
            "positivity"));
    liars.put("a claim of linearity", new Liar<>(new NotLinear(), "linearity"));
    liars.put(
        "a parameter projected in place",
        new Liar<>(
            new Family() {
              @Override
              public void logits(double[] theta, State state, double[] out) {
                theta[0] = Math.min(theta[0], 0.1);
                super.logits(theta, state, out);
              }
            },
            "read-only inputs"));
    return liars.buildOrThrow();
  }

  private static final class NotLinear extends Family implements LinearFamily {
    @Override
    public void curvature(double[] theta, State state, double[] c, double[] v, double[] out) {
      super.curvature(theta, state, c, v, out);
    }
  }
}
