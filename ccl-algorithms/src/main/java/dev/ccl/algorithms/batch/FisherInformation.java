package dev.ccl.algorithms.batch;

import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.policy.EdgeModel;
import java.util.Arrays;

/**
 * The Fisher information E[SSᵀ] of a student's answers. Token increments of the score are
 * martingale differences (eq:ced-score-moment), so it is the sum over nodes of the probability to
 * get there times the covariance of the logit gradients.
 */
final class FisherInformation {
  private final Forest forest;
  private final EdgeModel model;
  private final double[] rootWeights;
  private final double[] reach;
  private final double[] probability;
  private final double[] rows;
  private final double[] mean;

  FisherInformation(Dataset dataset, EdgeModel model) {
    this.forest = dataset.forest();
    this.model = model;
    this.rootWeights = dataset.rootWeights();
    this.reach = new double[forest.nodes()];
    int widest = 0;
    for (int s = 0; s < forest.nodes(); s++) {
      widest = Math.max(widest, forest.degree(s));
    }
    this.probability = new double[widest];
    this.rows = new double[widest * model.dimension()];
    this.mean = new double[model.dimension()];
  }

  /** Computes the information at a parameter into a row-major matrix, which is overwritten. */
  void at(double[] theta, double[] matrix) {
    int d = mean.length;
    Arrays.fill(matrix, 0.0);
    System.arraycopy(rootWeights, 0, reach, 0, rootWeights.length);
    for (int s = 0; s < forest.nodes(); s++) {
      int degree = forest.degree(s);
      softmax(theta, s, degree);
      for (int k = 0; k < degree; k++) {
        int c = forest.child(forest.firstEdge(s) + k);
        if (c >= 0) {
          reach[c] = reach[s] * probability[k];
        }
      }
      if (degree > 1) {
        model.gradients(theta, s, rows);
        addCovariance(reach[s], degree, d, matrix);
      }
    }
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < i; j++) {
        matrix[j * d + i] = matrix[i * d + j];
      }
    }
  }

  private void softmax(double[] theta, int s, int degree) {
    model.logits(theta, s, s + 1, probability);
    double normalizer = Elementary.logSumExp(probability, 0, degree);
    for (int k = 0; k < degree; k++) {
      probability[k] = Elementary.exp(probability[k] - normalizer);
    }
  }

  private void addCovariance(double chance, int degree, int d, double[] matrix) {
    Arrays.fill(mean, 0.0);
    for (int k = 0; k < degree; k++) {
      for (int i = 0; i < d; i++) {
        mean[i] += probability[k] * rows[k * d + i];
      }
    }
    for (int k = 0; k < degree; k++) {
      for (int i = 0; i < d; i++) {
        rows[k * d + i] -= mean[i];
      }
      double c = chance * probability[k];
      for (int i = 0; i < d; i++) {
        double scaled = c * rows[k * d + i];
        for (int j = 0; j <= i; j++) {
          matrix[i * d + j] += scaled * rows[k * d + j];
        }
      }
    }
  }
}
