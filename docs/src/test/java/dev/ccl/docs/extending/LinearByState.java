package dev.ccl.docs.extending;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.BoundedDerivatives;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearFamily;
import dev.ccl.core.policy.LinearSoftmax;

/** The linear class with its per-state code alone. */
final class LinearByState implements LinearFamily, BoundedDerivatives {
  private final LinearSoftmax linear;

  LinearByState(FeatureMap features) {
    this.linear = LinearSoftmax.of(features);
  }

  @Override
  public int dimension() {
    return linear.dimension();
  }

  @Override
  public void logits(double[] theta, State state, double[] out) {
    linear.logits(theta, state, out);
  }

  @Override
  public void gradients(double[] theta, State state, double[] out) {
    linear.gradients(theta, state, out);
  }

  @Override
  public EdgeModel on(Forest forest) {
    return statewise(forest);
  }

  @Override
  public double logitBound(ConvexSet set) {
    return linear.logitBound(set);
  }

  @Override
  public double gradientBound(ConvexSet set) {
    return linear.gradientBound(set);
  }

  @Override
  public double hessianBound(ConvexSet set) {
    return linear.hessianBound(set);
  }
}
