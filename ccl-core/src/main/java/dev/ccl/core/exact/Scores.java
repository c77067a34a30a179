package dev.ccl.core.exact;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Softmax;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.random.RandomStream;
import java.util.Arrays;

/**
 * Likelihood calculus of one policy of any family, from its logits and their derivatives: answers,
 * scores, Hessians of the log-likelihood and Fisher information. With D(e) = ∇f(e) − Σ π∇f, the
 * score of an answer is the sum S of D along its path (eq:ced-score-pointwise).
 *
 * <p>Only the nodes asked about are looked at. An object holds scratch space and belongs to one
 * thread.
 */
public final class Scores {
  private final EdgeModel model;
  private final Forest forest;
  private final int dimension;
  private final double[] theta;
  private double[] log = new double[16]; // log π at the node looked at last
  private double[] law = new double[16]; // π there
  private double[] rows = new double[0]; // ∇f there, row-major
  private final double[] mean; // Σ π∇f there
  private final double[] column;

  private Scores(EdgeModel model, double[] theta) {
    this.model = model;
    this.forest = model.forest();
    this.dimension = model.dimension();
    this.theta = theta;
    this.mean = new double[dimension];
    this.column = new double[dimension];
  }

  /**
   * Returns the calculus of a policy.
   *
   * @param model the family on a forest
   * @param theta the parameter; read
   * @return the calculus
   */
  public static Scores of(EdgeModel model, double[] theta) {
    checkArgument(
        theta.length == model.dimension(),
        "theta: %s numbers for dimension %s",
        theta.length,
        model.dimension());
    return new Scores(model, theta.clone());
  }

  /**
   * Returns the log-probability of the path from the root to an edge, the edge included.
   *
   * @param e an edge; a leaf gives the log-probability of a full answer
   * @return log π<sub>θ</sub>(a<sub>1:h</sub>|x) (eq:ced-chain)
   */
  public double logLikelihood(int e) {
    double sum = 0;
    for (int at = e; at >= 0; at = forest.edgeAbove(at)) {
      int s = forest.node(at);
      lawAt(s);
      sum += log[at - forest.firstEdge(s)];
    }
    return sum;
  }

  /**
   * Draws an answer.
   *
   * @param random where the randomness comes from; one number per step
   * @param root the node of a prompt
   * @return the leaf edge of the answer
   */
  public int draw(RandomStream random, int root) {
    int s = root;
    while (true) {
      lawAt(s);
      double u = random.nextDouble();
      int last = forest.degree(s) - 1;
      int k = 0;
      while (k < last && u >= law[k]) {
        u -= law[k++];
      }
      int e = forest.firstEdge(s) + k;
      s = forest.child(e);
      if (s == Forest.LEAF) {
        return e;
      }
    }
  }

  /**
   * Computes the score D of one token.
   *
   * @param e the edge of token a at s
   * @param out overwritten with ∇ log π<sub>θ</sub>(a|s)
   */
  public void token(int e, double[] out) {
    Arrays.fill(out, 0, dimension, 0.0);
    addToken(e, out);
  }

  /**
   * Computes the score S of the path to an edge.
   *
   * @param e an edge; a leaf gives the score of a full answer
   * @param out overwritten with ∇ log π<sub>θ</sub>(a<sub>1:h</sub>|x)
   */
  public void path(int e, double[] out) {
    Arrays.fill(out, 0, dimension, 0.0);
    for (int at = e; at >= 0; at = forest.edgeAbove(at)) {
      addToken(at, out);
    }
  }

  /**
   * Returns ∇S, the Hessian of the log-likelihood of the path to an edge: the sum over its tokens
   * of ∇²f(e) − Σ π∇²f − Cov<sub>π</sub>(∇f) (the formula before eq:ced-hessian-expression, where
   * the first two terms vanish).
   *
   * @param e an edge; a leaf gives the Hessian of a full answer
   * @return a fresh symmetric matrix, row-major
   */
  public double[] hessian(int e) {
    double[] hessian = new double[dimension * dimension];
    for (int at = e; at >= 0; at = forest.edgeAbove(at)) {
      moments(forest.node(at));
      FisherInformation.addCovariance(
          -1, law, 0, forest.degree(forest.node(at)), rows, mean, hessian);
    }
    FisherInformation.mirror(hessian, dimension);
    for (int at = e; at >= 0; at = forest.edgeAbove(at)) {
      addCurvature(at, hessian);
    }
    return hessian;
  }

  /** Adds ∇²f(e) − Σ π∇²f. */
  private void addCurvature(int e, double[] hessian) {
    int s = forest.node(e);
    lawAt(s);
    double[] coefficients = new double[forest.degree(s)];
    for (int k = 0; k < coefficients.length; k++) {
      coefficients[k] = -law[k];
    }
    coefficients[e - forest.firstEdge(s)] += 1;
    double[] direction = new double[dimension];
    for (int i = 0; i < dimension; i++) {
      Arrays.fill(column, 0.0);
      direction[i] = 1;
      model.curvature(theta, coefficients, direction, s, s + 1, column);
      direction[i] = 0;
      for (int k = 0; k < dimension; k++) {
        hessian[k * dimension + i] += column[k];
      }
    }
  }

  /**
   * Returns the Fisher information E SSᵀ of a full answer to a random prompt. Token scores are
   * orthogonal martingale differences (eq:ced-score-moment), so it is the expected sum of the
   * covariances of ∇f along the path.
   *
   * @param rootWeights the probability of each root; read
   * @return a fresh symmetric matrix, row-major
   */
  public double[] fisherInformation(double[] rootWeights) {
    return FisherInformation.of(model, rootWeights, theta);
  }

  private void addToken(int e, double[] out) {
    int s = forest.node(e);
    moments(s);
    int row = (e - forest.firstEdge(s)) * dimension;
    for (int i = 0; i < dimension; i++) {
      out[i] += rows[row + i] - mean[i];
    }
  }

  /** Sets the law, the gradients and their mean at a node. */
  private void moments(int s) {
    int degree = forest.degree(s);
    lawAt(s);
    rows = rows.length < degree * dimension ? new double[degree * dimension] : rows;
    model.gradients(theta, s, rows);
    FisherInformation.mean(law, 0, degree, rows, mean);
  }

  /** Sets the law at a node. */
  private void lawAt(int s) {
    int degree = forest.degree(s);
    log = log.length < degree ? new double[degree] : log;
    law = law.length < degree ? new double[degree] : law;
    model.logits(theta, s, s + 1, log);
    Softmax.law(log, 0, degree, law);
  }
}
