package dev.ccl.algorithms.engine;

import dev.ccl.core.exact.FisherInformation;
import dev.ccl.core.growing.Flow;
import dev.ccl.core.growing.Slices;
import dev.ccl.core.growing.Workers;
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
 *
 * <p>The sweeps are cheap and belong to the caller; what costs, the gradients of the logits, is
 * shared among threads by {@link Slices}.
 */
final class FlowGradient {
  private final Workers workers;
  private final double[][] rows; // of one state, for each worker
  private final double[][] law;
  private final double[][] mean;
  private final double[][] sums; // of each slice
  private double[] coefficients = new double[1024]; // of each edge
  private double[] down = new double[64];
  private double[] up = new double[64];

  FlowGradient(int widest, int dimension, Workers workers) {
    this.workers = workers;
    this.rows = new double[workers.workers()][widest * dimension];
    this.law = new double[workers.workers()][widest];
    this.mean = new double[workers.workers()][dimension];
    this.sums = new double[Slices.MOST][];
  }

  /** Overwrites {@code out} with the sum over the rollouts of a flow, divided by λ. */
  void of(Flow flow, LogRatios comparison, double[] theta, Credit credit, double[] out) {
    down = LogRatios.room(down, flow.nodes());
    up = LogRatios.room(up, flow.nodes());
    coefficients = LogRatios.room(coefficients, flow.firstEdge(flow.nodes()));
    if (credit == Credit.REST) {
      sweepRest(flow, comparison);
    } else {
      sweepAnswers(flow, comparison, credit);
    }
    addSlices(flow, out, (i, worker, sum) -> pullback(flow, i, theta, rows[worker], sum));
  }

  private void sweepAnswers(Flow flow, LogRatios comparison, Credit credit) {
    if (credit == Credit.TOKEN) {
      Arrays.fill(down, 0, flow.nodes(), 0.0);
    } else {
      flow.down((i, from, to) -> down[i] = costAbove(flow, comparison, i));
    }
    flow.up((i, from, to) -> scoreAnswers(flow, comparison, i, from, to));
  }

  private double costAbove(Flow flow, LogRatios comparison, int i) {
    int above = flow.parent(i);
    return above < 0 ? 0 : down[above] + comparison.ratio(flow.parentEdge(i));
  }

  /** The coefficients A_e − π_e Σ A of a node; notes what lies below it. */
  private void scoreAnswers(Flow flow, LogRatios comparison, int i, int from, int to) {
    double below = 0;
    double all = 0;
    for (int e = from; e < to; e++) {
      double n = flow.rollouts(e);
      int c = flow.child(e);
      double rest = n * comparison.ratio(e) + (c >= 0 ? up[c] : 0);
      coefficients[e] = n * down[i] + rest;
      below += rest;
      all += coefficients[e];
    }
    up[i] = below;
    for (int e = from; e < to; e++) {
      coefficients[e] -= flow.probability(e) * all;
    }
  }

  private void sweepRest(Flow flow, LogRatios comparison) {
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

  private void scoreRest(Flow flow, LogRatios comparison, int i, double elsewhere) {
    double count = flow.count(i);
    boolean alone = count == 1;
    double subtract = alone ? elsewhere : down[i] / count;
    double scale = alone ? 1 : count / (count - 1); // the others at s are one fewer
    double all = alone ? down[i] - elsewhere : 0;
    double kappa = comparison.expected(i);
    up[i] = count * kappa + down[i];
    for (int e = flow.firstEdge(i); e < flow.firstEdge(i + 1); e++) {
      int c = flow.child(e);
      double rest = (c >= 0 ? up[c] : 0) - flow.rollouts(e) * subtract;
      double own = count * (comparison.ratio(e) - kappa);
      coefficients[e] = scale * rest + flow.probability(e) * (own - all);
    }
  }

  /** What a node adds to a sum, in the thread of a worker. */
  private interface Term {
    void add(int i, int worker, double[] sum);
  }

  /** Overwrites {@code out} with the sum of terms over all nodes with a choice, slice by slice. */
  private void addSlices(Flow flow, double[] out, Term term) {
    int slices =
        Slices.share(
            flow,
            0,
            flow.nodes(),
            workers,
            (first, end, slice, worker) -> {
              double[] sum = new double[out.length];
              sums[slice] = sum;
              for (int i = first; i < end; i++) {
                if (flow.state(i).degree() > 1) {
                  term.add(i, worker, sum);
                }
              }
            });
    Arrays.fill(out, 0.0);
    for (int p = 0; p < slices; p++) {
      for (int j = 0; j < out.length; j++) {
        out[j] += sums[p][j];
      }
    }
  }

  private void pullback(Flow flow, int i, double[] theta, double[] row, double[] sum) {
    flow.state(i).student().gradients(theta, row);
    for (int e = flow.firstEdge(i), j = 0; e < flow.firstEdge(i + 1); e++) {
      double c = coefficients[e];
      for (int p = 0; p < theta.length; p++, j++) {
        sum[p] += c * row[j];
      }
    }
  }

  /**
   * Overwrites a matrix with the Fisher information: the mean over the rollouts of the covariances
   * of the logit gradients at the states they visit (eq:ced-score-moment).
   */
  void information(Flow flow, double[] theta, double[] matrix) {
    addSlices(
        flow,
        matrix,
        (i, worker, sum) -> {
          flow.state(i).student().gradients(theta, rows[worker]);
          addCovariance(flow, i, worker, sum);
        });
    for (int j = 0; j < matrix.length; j++) {
      matrix[j] /= flow.total();
    }
    FisherInformation.mirror(matrix, theta.length);
  }

  private void addCovariance(Flow flow, int i, int worker, double[] matrix) {
    int from = flow.firstEdge(i);
    int degree = flow.firstEdge(i + 1) - from;
    double[] p = law[worker];
    for (int k = 0; k < degree; k++) {
      p[k] = flow.probability(from + k);
    }
    FisherInformation.mean(p, 0, degree, rows[worker], mean[worker]);
    FisherInformation.addCovariance(
        flow.count(i), p, 0, degree, rows[worker], mean[worker], matrix);
  }
}
