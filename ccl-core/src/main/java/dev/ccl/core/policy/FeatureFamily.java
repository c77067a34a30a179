package dev.ccl.core.policy;

import static java.util.Objects.requireNonNull;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.BrokenPartException;
import dev.ccl.core.mdp.State;
import java.util.ArrayList;
import java.util.List;

/**
 * A family whose logits depend on state and token only through a feature row: f<sub>θ</sub>(s,a) =
 * g(θ, φ(s,a)). A new one needs g and its two derivatives for one row; bound to a forest it reads
 * the features once and keeps them.
 *
 * <p>The three methods for a row allocate nothing. {@code rows[at] … rows[at + width − 1]} is the
 * row, where the width is the dimension of the feature map.
 */
public abstract class FeatureFamily implements PolicyFamily, BoundedDerivatives {
  private static final double ROUNDING = 1e-9; // of a norm

  private final FeatureMap features;

  /**
   * Makes a family of a feature map.
   *
   * @param features φ
   */
  protected FeatureFamily(FeatureMap features) {
    this.features = requireNonNull(features, "features");
  }

  /** {@return the feature map} */
  public final FeatureMap features() {
    return features;
  }

  /**
   * Returns g(θ, x).
   *
   * @param theta θ; read
   * @param rows holds the row x; read
   * @param at where it starts
   * @return the logit
   */
  protected abstract double logit(double[] theta, double[] rows, int at);

  /**
   * Computes ∇<sub>θ</sub> g(θ, x).
   *
   * @param theta θ; read
   * @param rows holds the row x; read
   * @param at where it starts
   * @param out entries {@code to} … {@code to + d − 1} are overwritten
   * @param to where the derivative starts
   */
  protected abstract void gradient(double[] theta, double[] rows, int at, double[] out, int to);

  /**
   * Adds a multiple of the Hessian of g in θ, applied to a direction.
   *
   * @param theta θ; read
   * @param rows holds the row x; read
   * @param at where it starts
   * @param weight c
   * @param direction v; read
   * @param out increased by c ∇²<sub>θ</sub> g(θ, x) v
   */
  protected abstract void curvature(
      double[] theta, double[] rows, int at, double weight, double[] direction, double[] out);

  @Override
  public void logits(double[] theta, State state, double[] out) {
    double[] rows = rows(state);
    for (int k = 0; k < state.legal().length(); k++) {
      out[k] = logit(theta, rows, k * features.dimension());
    }
  }

  @Override
  public void gradients(double[] theta, State state, double[] out) {
    double[] rows = rows(state);
    int d = dimension();
    for (int k = 0; k < state.legal().length(); k++) {
      gradient(theta, rows, k * features.dimension(), out, k * d);
    }
  }

  @Override
  public void curvature(
      double[] theta, State state, double[] coefficients, double[] direction, double[] out) {
    double[] rows = rows(state);
    for (int k = 0; k < state.legal().length(); k++) {
      curvature(theta, rows, k * features.dimension(), coefficients[k], direction, out);
    }
  }

  @Override
  public EdgeModel on(Forest forest) {
    return new FeatureModel(this, forest);
  }

  @Override
  public List<StateKernel> at(StateBatch frontier) {
    List<StateKernel> kernels = new ArrayList<>();
    double[][] rows = frontier.features(features);
    for (int i = 0; i < rows.length; i++) {
      check(frontier.states().get(i), rows[i]);
      kernels.add(new FeatureKernel(this, rows[i]));
    }
    return kernels;
  }

  final double[] rows(State state) {
    double[] rows = new double[state.legal().length() * features.dimension()];
    features.features(state, rows);
    check(state, rows);
    return rows;
  }

  /**
   * {@return the largest norm of a feature row: one beyond it is refused where it is read; infinity
   * unless overridden}
   */
  protected double rowBound() {
    return Double.POSITIVE_INFINITY;
  }

  /** Refuses feature rows that are not finite or beyond the bound. */
  final void check(State state, double[] rows) {
    int width = features.dimension();
    for (int k = 0; k < state.legal().length(); k++) {
      double square = 0;
      for (int i = k * width; i < (k + 1) * width; i++) {
        square += rows[i] * rows[i];
      }
      double norm = Math.sqrt(square);
      if (!(norm < Double.POSITIVE_INFINITY && norm <= rowBound() + ROUNDING)) {
        throw new BrokenPartException(
            String.format(
                "%s: the features of token %s at %s have the norm %s, not one of at most %s",
                BrokenPartException.nameOf(features),
                state.legal().get(k),
                state,
                norm,
                rowBound()));
      }
    }
  }
}
