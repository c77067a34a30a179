package dev.ccl.algorithms.engine;

import dev.ccl.core.growing.Flow;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.growing.RolloutSampler;
import dev.ccl.core.growing.Workers;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;

/** The rollouts of one batch, and what they estimate, by sums over answers and tokens. */
final class PlainFlow {
  private final double lambda;
  private final double[] theta;
  private final Flow flow = new Flow();
  private final double[] ratio; // log π_θ − log π_w of each edge
  private final double[][] score; // ∇ log π_θ of each edge
  private final int[] node; // of each edge

  PlainFlow(
      LearningProblem whole,
      double[] w,
      double[] theta,
      RandomStreams streams,
      long rollouts,
      Purpose purpose,
      long round,
      long update,
      boolean single,
      boolean balanced) {
    LearningProblem problem = whole.growing(ForestBudget.standard());
    this.lambda = problem.lambda();
    this.theta = theta;
    flow.begin(
        (state, out) -> state.student().logits(theta, out), rollouts, purpose, round, update);
    if (single) {
      flow.drawOneByOne();
    }
    if (balanced) {
      flow.stratifyPrompts();
    }
    RolloutSampler.on(
            problem.forests().acquire(), problem.target().dataset(), streams, Workers.ALONE)
        .draw(flow);
    int edges = flow.firstEdge(flow.nodes());
    this.ratio = new double[edges];
    this.score = new double[edges][theta.length];
    this.node = new int[edges];
    for (int i = 0; i < flow.nodes(); i++) {
      int from = flow.firstEdge(i);
      int degree = flow.firstEdge(i + 1) - from;
      double[] logits = new double[degree];
      double[] rows = new double[degree * theta.length];
      flow.state(i).calibration().logits(w, logits);
      flow.state(i).student().gradients(theta, rows);
      double sum = 0;
      double[] mean = new double[theta.length];
      for (int k = 0; k < degree; k++) {
        sum += StrictMath.exp(logits[k]);
        for (int j = 0; j < theta.length; j++) {
          mean[j] += p(from + k) * rows[k * theta.length + j];
        }
      }
      for (int k = 0; k < degree; k++) {
        node[from + k] = i;
        ratio[from + k] = StrictMath.log(p(from + k)) - logits[k] + StrictMath.log(sum);
        for (int j = 0; j < theta.length; j++) {
          score[from + k][j] = rows[k * theta.length + j] - mean[j];
        }
      }
    }
  }

  private double p(int e) {
    return flow.probability(e);
  }

  private int above(int e) {
    return flow.parent(node[e]) < 0 ? -1 : flow.parentEdge(node[e]);
  }

  double largest() {
    double most = 0;
    for (int e = 0; e < ratio.length; e++) {
      most = Math.max(most, flow.rollouts(e));
    }
    return most;
  }

  double cost() {
    double sum = 0;
    for (int leaf = 0; leaf < ratio.length; leaf++) {
      for (int e = leaf; flow.child(leaf) < 0 && e >= 0; e = above(e)) {
        sum += flow.rollouts(leaf) * ratio[e];
      }
    }
    return lambda * sum / flow.total();
  }

  /** Score of the answer times its cost. */
  double[] answerGradient() {
    double[] out = new double[theta.length];
    for (int leaf = 0; leaf < ratio.length; leaf++) {
      if (flow.child(leaf) < 0) {
        double z = 0;
        double[] sum = new double[theta.length];
        for (int e = leaf; e >= 0; e = above(e)) {
          z += lambda * ratio[e];
          add(1, score[e], sum);
        }
        add(flow.rollouts(leaf) * z / flow.total(), sum, out);
      }
    }
    return out;
  }

  /** Score of each token times the cost from it on. */
  double[] tokenGradient() {
    double[] out = new double[theta.length];
    for (int leaf = 0; leaf < ratio.length; leaf++) {
      double z = 0;
      for (int e = leaf; flow.child(leaf) < 0 && e >= 0; e = above(e)) {
        z += lambda * ratio[e];
        add(flow.rollouts(leaf) * z / flow.total(), score[e], out);
      }
    }
    return out;
  }

  private double kappa(int i) {
    double sum = 0;
    for (int e = flow.firstEdge(i); e < flow.firstEdge(i + 1); e++) {
      sum += p(e) * ratio[e];
    }
    return sum;
  }

  /** Σ over rollouts through an edge of κ at the states behind it. */
  private double rest(int e) {
    int c = flow.child(e);
    if (c < 0) {
      return 0;
    }
    double sum = flow.count(c) * kappa(c);
    for (int k = flow.firstEdge(c); k < flow.firstEdge(c + 1); k++) {
      sum += rest(k);
    }
    return sum;
  }

  private double restOf(int i) {
    double sum = 0;
    for (int e = flow.firstEdge(i); e < flow.firstEdge(i + 1); e++) {
      sum += rest(e);
    }
    return sum;
  }

  private int depth(int i) {
    return flow.parent(i) < 0 ? 0 : 1 + depth(flow.parent(i));
  }

  /**
   * The gradient of κ at every state, and the score of each token times the rest behind it less the
   * mean rest of the other rollouts at the state, of those at its depth where it has no other.
   */
  double[] restGradient() {
    double[] out = new double[theta.length];
    double[] levelRest = new double[flow.levels()];
    double[] levelCount = new double[flow.levels()];
    for (int i = 0; i < flow.nodes(); i++) {
      levelRest[depth(i)] += restOf(i);
      levelCount[depth(i)] += flow.count(i);
    }
    for (int i = 0; i < flow.nodes(); i++) {
      double n = flow.count(i);
      double all = restOf(i);
      double others = levelCount[depth(i)] - 1;
      double elsewhere = others > 0 ? (levelRest[depth(i)] - all) / others : 0;
      for (int e = flow.firstEdge(i); e < flow.firstEdge(i + 1); e++) {
        add(lambda / flow.total() * n * p(e) * ratio[e], score[e], out);
        double through = flow.rollouts(e);
        double control = n == 1 ? through * elsewhere : (through * all - rest(e)) / (n - 1);
        add(lambda / flow.total() * (rest(e) - control), score[e], out);
      }
    }
    return out;
  }

  /** The mean over rollouts of the covariances of the score along the answer. */
  double[] information() {
    int d = theta.length;
    double[] out = new double[d * d];
    for (int e = 0; e < ratio.length; e++) {
      double weight = flow.count(node[e]) * p(e) / flow.total();
      for (int k = 0; k < d * d; k++) {
        out[k] += weight * score[e][k / d] * score[e][k % d];
      }
    }
    return out;
  }

  private static void add(double factor, double[] x, double[] out) {
    for (int i = 0; i < x.length; i++) {
      out[i] += factor * x[i];
    }
  }
}
