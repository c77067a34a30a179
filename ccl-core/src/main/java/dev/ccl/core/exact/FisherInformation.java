package dev.ccl.core.exact;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.policy.EdgeModel;
import java.util.Arrays;

/**
 * The Fisher information E[SSᵀ] of a student's answers. Token increments of the score are
 * martingale differences (eq:ced-score-moment), so it is the sum over nodes of the probability to
 * get there times the covariance of the logit gradients.
 */
public final class FisherInformation {
  private FisherInformation() {}

  /**
   * Returns the information at a parameter.
   *
   * @param model the student's class on a forest
   * @param rootWeights the probability of each root; read
   * @param theta θ; read
   * @return a fresh symmetric matrix, row-major
   */
  public static double[] of(EdgeModel model, double[] rootWeights, double[] theta) {
    int d = model.dimension();
    EdgeLaw law = model.law(theta);
    double[] reach = Sweeps.reach(law, rootWeights);
    int widest = model.forest().edgesOfNodes().longest();
    double[] chances = new double[widest];
    double[] rows = new double[widest * d];
    double[] mean = new double[d];
    double[] matrix = new double[d * d];
    model
        .forest()
        .down(
            (s, from, to) -> {
              for (int e = from; e < to; e++) {
                chances[e - from] = law.probability(e);
              }
              model.gradients(theta, s, rows);
              mean(chances, 0, to - from, rows, mean);
              addCovariance(reach[s], chances, 0, to - from, rows, mean, matrix);
            });
    mirror(matrix, d);
    return matrix;
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
