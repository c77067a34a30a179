package dev.ccl.algorithms.growing;

import dev.ccl.algorithms.engine.Credit;
import dev.ccl.core.growth.Flow;
import java.util.Arrays;

/**
 * Σ S·Z of a flow, by one sweep down and one up, and the Fisher information of the same rollouts.
 * The path to an edge is unique: with down(s) the sum of r on the path to a node and up(s) = Σ
 * n<sub>e</sub>r<sub>e</sub> below it, the sum of Z/λ over the rollouts through an edge is
 * A<sub>e</sub> = n<sub>e</sub>(down(s) + r<sub>e</sub>) + up(c), and the logit of the edge has the
 * coefficient A<sub>e</sub> − π<sub>θ</sub>(e) Σ A<sub>e′</sub> (line:br-student-gradient).
 *
 * <p>With {@link Credit#REST}, κ(s) = Σ π<sub>θ</sub>(e) r<sub>e</sub> takes the place of r in
 * up(s), its own gradient is n<sub>s</sub>π<sub>θ</sub>(e)(r<sub>e</sub> − κ(s)), and from the
 * rollouts through e the mean of the others at s is subtracted; where a rollout is alone at s, that
 * of the others of its level.
 */
final class FlowGradient {
  private final double[] rows;
  private final double[] coefficients; // of the edges of one node
  private final double[] mean;
  private double[] down = new double[64];
  private double[] up = new double[64];

  FlowGradient(int widest, int dimension) {
    this.rows = new double[widest * dimension];
    this.coefficients = new double[widest];
    this.mean = new double[dimension];
  }

  /** Overwrites {@code out} with the sum over the rollouts of a flow, divided by λ. */
  void of(
      Flow flow,
      Comparison comparison,
      double[] theta,
      Credit credit,
      double baseline,
      double[] out) {
    if (down.length < flow.nodes()) {
      down = new double[2 * flow.nodes()];
      up = new double[2 * flow.nodes()];
    }
    Arrays.fill(out, 0.0);
    if (credit == Credit.REST) {
      sweepRest(flow, comparison, theta, out);
      return;
    }
    for (int i = 0; i < flow.nodes(); i++) {
      if (credit == Credit.TOKEN) {
        down[i] = 0;
      } else {
        int above = flow.parent(i);
        down[i] = above < 0 ? -baseline : down[above] + comparison.ratio(flow.parentEdge(i));
      }
    }
    for (int i = flow.nodes() - 1; i >= 0; i--) {
      scoreAnswers(flow, comparison, i);
      pullback(flow, i, theta, out);
    }
  }

  /** The coefficients A_e − π_e Σ A of a node; notes what lies below it. */
  private void scoreAnswers(Flow flow, Comparison comparison, int i) {
    int from = flow.firstEdge(i);
    int degree = flow.firstEdge(i + 1) - from;
    double below = 0;
    double all = 0;
    for (int k = 0; k < degree; k++) {
      double n = flow.rollouts(from + k);
      int c = flow.child(from + k);
      double rest = n * comparison.ratio(from + k) + (c >= 0 ? up[c] : 0);
      coefficients[k] = n * down[i] + rest;
      below += rest;
      all += coefficients[k];
    }
    up[i] = below;
    for (int k = 0; k < degree; k++) {
      coefficients[k] -= flow.probability(from + k) * all;
    }
  }

  private void sweepRest(Flow flow, Comparison comparison, double[] theta, double[] out) {
    for (int level = flow.levels() - 1; level >= 0; level--) {
      int first = flow.firstNode(level);
      int end = flow.firstNode(level + 1);
      double rollouts = 0;
      double rest = 0; // behind the tokens of this level
      for (int i = first; i < end; i++) {
        rollouts += flow.count(i);
        down[i] = behind(flow, i);
        rest += down[i];
      }
      for (int i = end - 1; i >= first; i--) {
        double others = rollouts - flow.count(i);
        scoreRest(flow, comparison, i, others == 0 ? 0 : (rest - down[i]) / others);
        pullback(flow, i, theta, out);
      }
    }
  }

  /** Σ n κ of all states below a node. */
  private double behind(Flow flow, int i) {
    double sum = 0;
    for (int e = flow.firstEdge(i); e < flow.firstEdge(i + 1); e++) {
      int c = flow.child(e);
      sum += c >= 0 ? up[c] : 0;
    }
    return sum;
  }

  private void scoreRest(Flow flow, Comparison comparison, int i, double elsewhere) {
    int from = flow.firstEdge(i);
    int degree = flow.firstEdge(i + 1) - from;
    double count = flow.count(i);
    boolean alone = count == 1;
    double subtract = alone ? elsewhere : down[i] / count;
    double scale = alone ? 1 : count / (count - 1); // the others at s are one fewer
    double all = alone ? down[i] - elsewhere : 0;
    double kappa = comparison.expected(i);
    up[i] = count * kappa + down[i];
    for (int k = 0; k < degree; k++) {
      int e = from + k;
      int c = flow.child(e);
      double rest = (c >= 0 ? up[c] : 0) - flow.rollouts(e) * subtract;
      double own = count * (comparison.ratio(e) - kappa);
      coefficients[k] = scale * rest + flow.probability(e) * (own - all);
    }
  }

  private void pullback(Flow flow, int i, double[] theta, double[] out) {
    int degree = flow.firstEdge(i + 1) - flow.firstEdge(i);
    if (degree > 1) {
      flow.state(i).student().gradients(theta, rows);
      for (int k = 0, j = 0; k < degree; k++) {
        double c = coefficients[k];
        for (int p = 0; p < out.length; p++, j++) {
          out[p] += c * rows[j];
        }
      }
    }
  }

  /**
   * Overwrites a matrix with the Fisher information: the mean over the rollouts of the covariances
   * of the logit gradients at the states they visit (eq:ced-score-moment).
   */
  void information(Flow flow, double[] theta, double[] matrix) {
    int d = theta.length;
    Arrays.fill(matrix, 0.0);
    for (int i = 0; i < flow.nodes(); i++) {
      int degree = flow.firstEdge(i + 1) - flow.firstEdge(i);
      if (degree > 1) {
        flow.state(i).student().gradients(theta, rows);
        addCovariance(flow, i, degree, d, matrix);
      }
    }
    for (int a = 0; a < d; a++) {
      for (int b = 0; b <= a; b++) {
        matrix[a * d + b] /= flow.total();
        matrix[b * d + a] = matrix[a * d + b];
      }
    }
  }

  private void addCovariance(Flow flow, int i, int degree, int d, double[] matrix) {
    int from = flow.firstEdge(i);
    Arrays.fill(mean, 0.0);
    for (int k = 0; k < degree; k++) {
      for (int a = 0; a < d; a++) {
        mean[a] += flow.probability(from + k) * rows[k * d + a];
      }
    }
    for (int k = 0; k < degree; k++) {
      double chance = flow.count(i) * flow.probability(from + k);
      for (int a = 0; a < d; a++) {
        rows[k * d + a] -= mean[a];
      }
      for (int a = 0; a < d; a++) {
        double scaled = chance * rows[k * d + a];
        for (int b = 0; b <= a; b++) {
          matrix[a * d + b] += scaled * rows[k * d + b];
        }
      }
    }
  }
}
