package dev.ccl.core.exact;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Softmax;
import dev.ccl.core.policy.EdgeModel;
import java.util.Arrays;

/**
 * The Fisher information E[SSᵀ] of a student's answers. Token increments of the score are
 * martingale differences (eq:ced-score-moment), so it is the sum over nodes of the probability to
 * get there times the covariance of the logit gradients. A workspace of one thread.
 */
public final class FisherInformation {
  private final Forest forest;
  private final EdgeModel model;
  private final double[] rootWeights;
  private final double[] reach; // of each node
  private final double[] log; // of the edges of one node, as the law
  private final double[] law;
  private final double[] rows;
  private final double[] mean;

  private FisherInformation(EdgeModel model, double[] rootWeights) {
    this.forest = model.forest();
    this.model = model;
    this.rootWeights = rootWeights;
    this.reach = new double[forest.nodes()];
    int widest = forest.edgesOfNodes().longest();
    this.log = new double[widest];
    this.law = new double[widest];
    this.rows = new double[widest * model.dimension()];
    this.mean = new double[model.dimension()];
  }

  /**
   * Makes a workspace.
   *
   * @param model the student's class on a forest
   * @param rootWeights the probability of each root; read
   * @return the workspace
   */
  public static FisherInformation of(EdgeModel model, double[] rootWeights) {
    checkArgument(
        rootWeights.length == model.forest().prompts().size(), "one weight per root is needed");
    return new FisherInformation(model, rootWeights.clone());
  }

  /**
   * Computes the information at a parameter.
   *
   * @param theta θ; read
   * @param matrix overwritten, row-major
   */
  public void at(double[] theta, double[] matrix) {
    Arrays.fill(matrix, 0.0);
    System.arraycopy(rootWeights, 0, reach, 0, rootWeights.length);
    for (int s = 0; s < reach.length; s++) {
      int degree = forest.degree(s);
      model.logits(theta, s, s + 1, log);
      Softmax.law(log, 0, degree, law);
      for (int k = 0; k < degree; k++) {
        int c = forest.child(forest.firstEdge(s) + k);
        if (c != Forest.LEAF) {
          reach[c] = reach[s] * law[k];
        }
      }
      if (degree > 1) {
        model.gradients(theta, s, rows);
        mean(law, 0, degree, rows, mean);
        addCovariance(reach[s], law, 0, degree, rows, mean, matrix);
      }
    }
    mirror(matrix, mean.length);
  }

  /**
   * Computes the mean of the logit gradients at a node, Σ π∇f.
   *
   * @param law probabilities; read
   * @param from where those of the node start
   * @param degree the number of its edges
   * @param rows ∇f, row-major from the start on; read
   * @param mean overwritten
   */
  public static void mean(double[] law, int from, int degree, double[] rows, double[] mean) {
    int d = mean.length;
    Arrays.fill(mean, 0.0);
    for (int k = 0; k < degree; k++) {
      double p = law[from + k];
      for (int i = 0; i < d; i++) {
        mean[i] += p * rows[k * d + i];
      }
    }
  }

  /**
   * Adds a multiple of the covariance of the logit gradients at a node to the lower triangle of a
   * matrix, which {@link #mirror} completes.
   *
   * @param weight the factor
   * @param law probabilities; read
   * @param from where those of the node start
   * @param degree the number of its edges
   * @param rows ∇f, row-major from the start on; overwritten with ∇f minus the mean
   * @param mean their {@link #mean}; read
   * @param matrix increased, row-major
   */
  public static void addCovariance(
      double weight,
      double[] law,
      int from,
      int degree,
      double[] rows,
      double[] mean,
      double[] matrix) {
    int d = mean.length;
    for (int k = 0; k < degree; k++) {
      for (int i = 0; i < d; i++) {
        rows[k * d + i] -= mean[i];
      }
      double c = weight * law[from + k];
      for (int i = 0; i < d; i++) {
        double scaled = c * rows[k * d + i];
        for (int j = 0; j <= i; j++) {
          matrix[i * d + j] += scaled * rows[k * d + j];
        }
      }
    }
  }

  /**
   * Completes a symmetric matrix.
   *
   * @param matrix its lower triangle, row-major; the upper one is overwritten
   * @param d the number of rows
   */
  public static void mirror(double[] matrix, int d) {
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < i; j++) {
        matrix[j * d + i] = matrix[i * d + j];
      }
    }
  }
}
