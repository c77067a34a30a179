package dev.ccl.core.policy;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.mdp.State;
import java.util.ArrayList;
import java.util.List;

/**
 * The paper's policy class, π<sub>θ</sub>(a|s) ∝ exp θᵀφ(s,a) with features in the unit ball
 * (eq:ced-softmax). By Cauchy and Schwarz the logits are at most r on a set of radius r; their
 * gradients are the features, of norm at most 1, and their Hessians vanish.
 */
public final class LinearSoftmax extends FeatureFamily implements LinearFamily {
  private LinearSoftmax(FeatureMap features) {
    super(features);
  }

  /**
   * Returns the class of a feature map.
   *
   * @param features φ, with norms of at most 1
   * @return the family
   */
  public static LinearSoftmax of(FeatureMap features) {
    return new LinearSoftmax(features);
  }

  /**
   * Returns the class of a feature map rounded towards zero to single precision, a relative change
   * below 2<sup>-23</sup>. On a forest its features take half the memory. It is the faster class
   * only where features come from memory and the Java runtime vectorises the conversion, which Java
   * 17 does not.
   *
   * @param features φ, with norms of at most 1
   * @return the family
   */
  public static LinearSoftmax inSinglePrecision(FeatureMap features) {
    return new LinearSoftmax(new SingleFeatures(features));
  }

  @Override
  public int dimension() {
    return features().dimension();
  }

  @Override
  protected double logit(double[] theta, double[] rows, int at) {
    return Vectors.dot(theta, 0, rows, at, dimension());
  }

  @Override
  protected void gradient(double[] theta, double[] rows, int at, double[] out, int to) {
    System.arraycopy(rows, at, out, to, dimension());
  }

  @Override
  protected void curvature(
      double[] theta, double[] rows, int at, double weight, double[] direction, double[] out) {}

  @Override
  public void curvature(
      double[] theta, State state, double[] coefficients, double[] direction, double[] out) {}

  @Override
  public EdgeModel on(Forest forest) {
    return LinearModel.of(this, forest);
  }

  @Override
  public List<StateKernel> at(StateBatch frontier) {
    if (!(features() instanceof SingleFeatures)) {
      return super.at(frontier);
    }
    List<StateKernel> kernels = new ArrayList<>();
    float[][] rows = frontier.singles(features(), dimension(), this::singles);
    for (float[] row : rows) {
      kernels.add(new SingleKernel(row));
    }
    return kernels;
  }

  private void singles(List<State> states, double[][] out) {
    features().features(states, out);
    for (int i = 0; i < out.length; i++) {
      check(states.get(i), out[i]);
    }
  }

  @Override
  protected double rowBound() {
    return 1;
  }

  @Override
  public double logitBound(ConvexSet set) {
    return set.radius();
  }

  @Override
  public double gradientBound(ConvexSet set) {
    return 1;
  }

  @Override
  public double hessianBound(ConvexSet set) {
    return 0;
  }
}
