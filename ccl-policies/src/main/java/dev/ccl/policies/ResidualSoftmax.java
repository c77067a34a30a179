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
import dev.ccl.core.policy.StateBatch;
import dev.ccl.core.policy.StateKernel;
import java.util.ArrayList;
import java.util.List;

/**
 * A linear correction of a frozen policy: f = g(s,a) + θᵀφ(s,a), where g is a fixed logit, such as
 * the log-probability under the reference or under a language model. At θ = 0 it is the base.
 *
 * <p>Bounds for |g| ≤ b up to a constant per state, ‖θ‖ ≤ r and ‖φ‖ ≤ 1: the logit is at most b +
 * r, its gradient φ has norm at most 1, its Hessian vanishes.
 */
public final class ResidualSoftmax implements AffineFamily, BoundedDerivatives {
  private final BaseLogits base;
  private final double baseBound;
  private final LinearSoftmax correction;

  private ResidualSoftmax(BaseLogits base, double baseBound, LinearSoftmax correction) {
    checkArgument(
        baseBound >= 0 && baseBound < Double.POSITIVE_INFINITY, "baseBound: %s", baseBound);
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

    /**
     * Computes the logits of many states. Where a model is behind them, it answers for all states
     * in one go; the default takes one after the other. Both must give the same bits.
     *
     * @param states the states
     * @param out one array per state; each is overwritten
     */
    default void logits(List<State> states, double[][] out) {
      for (int i = 0; i < out.length; i++) {
        logits(states.get(i), out[i]);
      }
    }
  }

  /** The log-probabilities of a frozen policy; two of the same policy are equal. */
  private record LogPolicy(FrozenPolicy policy) implements BaseLogits {
    @Override
    public void logits(State state, double[] out) {
      policy.probabilities(state, out);
      takeLogs(out, state.legal().length());
    }

    @Override
    public void logits(List<State> states, double[][] out) {
      policy.probabilities(states, out);
      for (double[] row : out) {
        takeLogs(row, row.length);
      }
    }

    private static void takeLogs(double[] row, int length) {
      for (int k = 0; k < length; k++) {
        row[k] = Elementary.log(row[k]);
      }
    }
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
    return ofLogits(new LogPolicy(base), baseBound, features);
  }

  /**
   * Returns the class whose features are rounded towards zero to single precision, a relative
   * change below 2<sup>-23</sup>. At known states its features take half the memory.
   *
   * @param base g
   * @param baseBound b: at every state half the distance between the largest and the smallest logit
   *     is at most this
   * @param features φ, with norms of at most 1
   * @return the family
   */
  public static ResidualSoftmax inSinglePrecision(
      FrozenPolicy base, double baseBound, FeatureMap features) {
    requireNonNull(base, "base");
    return new ResidualSoftmax(
        new LogPolicy(base), baseBound, LinearSoftmax.inSinglePrecision(features));
  }

  @Override
  public List<StateKernel> at(StateBatch frontier) {
    List<StateKernel> corrections = correction.at(frontier);
    double[][] fixed = fixed(frontier);
    List<StateKernel> kernels = new ArrayList<>();
    for (int i = 0; i < fixed.length; i++) {
      kernels.add(new ResidualKernel(fixed[i], corrections.get(i)));
    }
    return kernels;
  }

  private double[][] fixed(StateBatch frontier) {
    if (base instanceof LogPolicy logs && frontier.isKnown(logs.policy)) {
      double[][] known = frontier.probabilities(logs.policy);
      return frontier.derived(
          base,
          1,
          (states, out) -> {
            for (int i = 0; i < out.length; i++) {
              System.arraycopy(known[i], 0, out[i], 0, out[i].length);
              LogPolicy.takeLogs(out[i], out[i].length);
            }
          });
    }
    return frontier.rows(base, 1, base::logits);
  }

  /** Fixed logits and the kernel of the correction. */
  private static final class ResidualKernel implements StateKernel {
    private final double[] fixed;
    private final StateKernel correction;

    ResidualKernel(double[] fixed, StateKernel correction) {
      this.fixed = fixed;
      this.correction = correction;
    }

    @Override
    public void logits(double[] theta, double[] out) {
      correction.logits(theta, out);
      for (int k = 0; k < fixed.length; k++) {
        out[k] += fixed[k];
      }
    }

    @Override
    public void gradients(double[] theta, double[] out) {
      correction.gradients(theta, out);
    }
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
    return new ResidualModel(base, correction.on(forest));
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
