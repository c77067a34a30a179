package dev.ccl.testkit.policy;

import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.BoundedDerivatives;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.PolicyFamily;

/**
 * A family that is another one, state by state: without its kernels, and without what that one says
 * about itself. A liar overrides one method.
 */
public class ForwardingFamily implements PolicyFamily {
  private final PolicyFamily family;

  /**
   * Makes a family.
   *
   * @param family the one that it is
   */
  public ForwardingFamily(PolicyFamily family) {
    this.family = family;
  }

  @Override
  public int dimension() {
    return family.dimension();
  }

  @Override
  public void logits(double[] theta, State state, double[] out) {
    family.logits(theta, state, out);
  }

  @Override
  public void gradients(double[] theta, State state, double[] out) {
    family.gradients(theta, state, out);
  }

  @Override
  public void curvature(
      double[] theta, State state, double[] coefficients, double[] direction, double[] out) {
    family.curvature(theta, state, coefficients, direction, out);
  }

  /** A family that also declares the bounds of the other one. */
  public static class Bounded extends ForwardingFamily implements BoundedDerivatives {
    private final BoundedDerivatives bounds;

    /**
     * Makes a family.
     *
     * @param family the one that it is
     * @param <F> a family with bounds
     */
    public <F extends PolicyFamily & BoundedDerivatives> Bounded(F family) {
      super(family);
      this.bounds = family;
    }

    @Override
    public double logitBound(ConvexSet set) {
      return bounds.logitBound(set);
    }

    @Override
    public double gradientBound(ConvexSet set) {
      return bounds.gradientBound(set);
    }

    @Override
    public double hessianBound(ConvexSet set) {
      return bounds.hessianBound(set);
    }
  }
}
