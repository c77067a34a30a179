package dev.ccl.policies;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.AffineFamily;
import dev.ccl.core.policy.BoundedDerivatives;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.FrozenPolicy;
import dev.ccl.core.policy.LinearSoftmax;

/**
 * A linear correction of a frozen policy: f = g(s,a) + θᵀφ(s,a), where g is a fixed logit, such as
 * the log-probability under the reference or under a language model. At θ = 0 it is the base.
 *
 * <p>Bounds for |g| ≤ b up to a constant a state, ‖θ‖ ≤ r and ‖φ‖ ≤ 1: the logit is at most b + r,
 * its gradient φ has norm at most 1, its Hessian vanishes.
 */
public final class ResidualSoftmax implements AffineFamily, BoundedDerivatives {
  private final BaseLogits base;
  private final double baseBound;
  private final LinearSoftmax correction;

  private ResidualSoftmax(BaseLogits base, double baseBound, LinearSoftmax correction) {
    this.base = requireNonNull(base, "base");
    this.baseBound = baseBound;
    this.correction = correction;
  }

  /** Fixed logits g(s,·). */
  @FunctionalInterface
  public interface BaseLogits {
    /**
     * Computes the logits of the legal tokens of a state.
     *
     * @param state the state
     * @param out overwritten: {@code out[k]} is g(s, a<sub>k</sub>), finite
     */
    void logits(State state, double[] out);
  }

  /**
   * Returns the class that corrects fixed logits.
   *
   * @param base g
   * @param baseBound b: at every state half the distance between the largest and the smallest logit
   *     is at most this
   * @param features φ, with norms of at most 1
   * @return the family
   */
  public static ResidualSoftmax ofLogits(BaseLogits base, double baseBound, FeatureMap features) {
    checkArgument(
        baseBound >= 0 && baseBound < Double.POSITIVE_INFINITY, "baseBound: %s", baseBound);
    return new ResidualSoftmax(base, baseBound, LinearSoftmax.of(features));
  }

  /**
   * Returns the class that corrects a frozen policy, g = log π.
   *
   * @param base π, all of whose probabilities are at least e<sup>−2b</sup> times the largest one of
   *     their state
   * @param baseBound b
   * @param features φ, with norms of at most 1
   * @return the family
   */
  public static ResidualSoftmax of(FrozenPolicy base, double baseBound, FeatureMap features) {
    requireNonNull(base, "base");
    return ofLogits(
        (state, out) -> {
          base.probabilities(state, out);
          for (int k = 0; k < state.legal().length(); k++) {
            out[k] = Elementary.log(out[k]);
          }
        },
        baseBound,
        features);
  }

  @Override
  public int dimension() {
    return correction.dimension();
  }

  @Override
  public void logits(double[] theta, State state, double[] out) {
    int k = state.legal().length();
    double[] fixed = new double[k];
    base.logits(state, fixed);
    correction.logits(theta, state, out);
    for (int a = 0; a < k; a++) {
      out[a] += fixed[a];
    }
  }

  @Override
  public void gradients(double[] theta, State state, double[] out) {
    correction.gradients(theta, state, out);
  }

  @Override
  public EdgeModel on(Forest forest) {
    return forest.isComplete()
        ? new ResidualModel(base, correction.on(forest))
        : AffineFamily.super.on(forest);
  }

  @Override
  public double logitBound(ConvexSet set) {
    return baseBound + correction.logitBound(set);
  }

  @Override
  public double gradientBound(ConvexSet set) {
    return correction.gradientBound(set);
  }

  @Override
  public double hessianBound(ConvexSet set) {
    return 0;
  }
}
