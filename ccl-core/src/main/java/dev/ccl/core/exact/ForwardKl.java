package dev.ccl.core.exact;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.EdgeModel;
import java.util.Arrays;

/**
 * The divergence from fixed laws to a policy of a class, Σ<sub>x</sub> weight(x) KL(law(·|x) ‖
 * π<sub>w</sub>(·|x)), with the law in the <em>first</em> place: what maximum likelihood on its
 * answers minimises. It is convex where the class is linear.
 *
 * <p>By the chain rule it is Σ<sub>s</sub> reach(s) Σ<sub>a</sub> law(a|s) [log law(a|s) − log
 * π<sub>w</sub>(a|s)] with the reach of the law, which does not depend on w.
 */
public final class ForwardKl {
  private final ImmutableList<Part> parts;
  private final int dimension;

  private ForwardKl(ImmutableList<Part> parts) {
    this.parts = parts;
    this.dimension = parts.get(0).model.dimension();
  }

  /** A law on a forest with the class bound to it. */
  private static final class Part {
    private final EdgeModel model;
    private final Forest forest;
    private final EdgeLaw law;
    private final double[] reach; // of the law

    Part(EdgeModel model, EdgeLaw law, double[] rootWeights) {
      this.model = model;
      this.forest = model.forest();
      this.law = law;
      this.reach = Sweeps.reach(law, rootWeights);
    }
  }

  /**
   * Returns the divergence on one forest.
   *
   * @param model the class on the forest of the law
   * @param law the law in the first place
   * @param rootWeights the weight of each root; read
   * @return the function of w
   */
  public static ForwardKl of(EdgeModel model, EdgeLaw law, double[] rootWeights) {
    checkArgument(model.forest() == law.forest(), "the law lives on another forest");
    return new ForwardKl(ImmutableList.of(new Part(model, law, rootWeights)));
  }

  /**
   * Returns the sum of two divergences to one class.
   *
   * @param other the same class on another forest
   * @return the sum
   */
  public ForwardKl plus(ForwardKl other) {
    checkArgument(other.dimension == dimension, "the classes differ");
    return new ForwardKl(ImmutableList.<Part>builder().addAll(parts).addAll(other.parts).build());
  }

  /**
   * Returns the divergence at a parameter.
   *
   * @param w the parameter; read
   * @return nats, not negative but for rounding
   */
  public double value(double[] w) {
    double sum = 0;
    for (Part part : parts) {
      sum += value(part, part.model.law(w));
    }
    return sum;
  }

  private static double value(Part part, EdgeLaw fitted) {
    double sum = 0;
    for (int e = 0; e < part.forest.edges(); e++) {
      double p = part.law.probability(e);
      sum += p == 0 ? 0 : part.reach[part.forest.node(e)] * p * (part.law.log(e) - fitted.log(e));
    }
    return sum;
  }

  /**
   * Computes the gradient and returns the divergence.
   *
   * @param w the parameter; read
   * @param gradient overwritten
   * @return nats
   */
  public double gradient(double[] w, double[] gradient) {
    Arrays.fill(gradient, 0.0);
    double sum = 0;
    for (Part part : parts) {
      EdgeLaw fitted = part.model.law(w);
      sum += value(part, fitted);
      part.model.pullback(w, coefficients(part, fitted), 0, part.forest.nodes(), gradient);
    }
    return sum;
  }

  /** ∂/∂f(e) = reach(s) [π_w(e) − law(e)]. */
  private static double[] coefficients(Part part, EdgeLaw fitted) {
    double[] c = new double[part.forest.edges()];
    for (int e = 0; e < c.length; e++) {
      c[e] = part.reach[part.forest.node(e)] * (fitted.probability(e) - part.law.probability(e));
    }
    return c;
  }

  /**
   * Returns the Hessian: the covariance of the features under π<sub>w</sub>, averaged over the
   * states that the law reaches, and where the class is curved its curvature.
   *
   * @param w the parameter; read
   * @return a fresh symmetric matrix, row-major
   */
  public double[] hessian(double[] w) {
    double[] hessian = new double[dimension * dimension];
    double[] direction = new double[dimension];
    double[] column = new double[dimension];
    for (Part part : parts) {
      EdgeLaw fitted = part.model.law(w);
      double[] c = coefficients(part, fitted);
      double[] slope = new double[c.length];
      for (int i = 0; i < dimension; i++) {
        Arrays.fill(direction, 0.0);
        Arrays.fill(column, 0.0);
        direction[i] = 1;
        part.model.pushforward(w, direction, 0, part.forest.nodes(), slope);
        toCoefficientSlopes(part, fitted, slope);
        part.model.pullback(w, slope, 0, part.forest.nodes(), column);
        part.model.curvature(w, c, direction, 0, part.forest.nodes(), column);
        for (int k = 0; k < dimension; k++) {
          hessian[k * dimension + i] += 0.5 * column[k];
          hessian[i * dimension + k] += 0.5 * column[k];
        }
      }
    }
    return hessian;
  }

  /** Slopes of logits become those of reach(s) π_w(e), in place. */
  private static void toCoefficientSlopes(Part part, EdgeLaw fitted, double[] slope) {
    for (int s = 0; s < part.forest.nodes(); s++) {
      double mean = 0;
      for (int e = part.forest.firstEdge(s); e < part.forest.firstEdge(s + 1); e++) {
        mean += fitted.probability(e) * slope[e];
      }
      for (int e = part.forest.firstEdge(s); e < part.forest.firstEdge(s + 1); e++) {
        slope[e] = part.reach[s] * fitted.probability(e) * (slope[e] - mean);
      }
    }
  }

  /**
   * Finds a minimiser by Newton's method: the minimiser, where the class is linear and identified.
   *
   * @param set the parameters that count
   * @param start where to start; read
   * @return a fresh point of the set
   */
  public double[] minimizer(ConvexSet set, double[] start) {
    checkArgument(set.dimension() == dimension, "a set of dimension %s", set.dimension());
    Descent.Function function =
        new Descent.Function() {
          @Override
          public double gradient(double[] x, double[] gradient) {
            return ForwardKl.this.gradient(x, gradient);
          }

          @Override
          public double[] hessian(double[] x) {
            return ForwardKl.this.hessian(x);
          }
        };
    return new Descent(function, set).from(start).x.clone();
  }
}
