package dev.ccl.algorithms.baseline;

import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.random.Multinomial;
import dev.ccl.core.random.Stream;
import java.util.Arrays;

/** One answer on a forest, with the student's token law at every node on its path. */
final class PathWalk {
  private final Dataset dataset;
  private final Forest forest;
  private final EdgeModel student;
  private final int widest;
  private final int[] node; // of each step
  private final int[] edge; // of each step
  private final double[] log; // of each step and token: log π_θ
  private final double[] local;
  private int length;

  PathWalk(Dataset dataset, EdgeModel student, int horizon) {
    this.dataset = dataset;
    this.forest = dataset.forest();
    this.student = student;
    int most = 0;
    for (int s = 0; s < forest.nodes(); s++) {
      most = Math.max(most, forest.degree(s));
    }
    this.widest = most;
    this.node = new int[horizon];
    this.edge = new int[horizon];
    this.log = new double[horizon * widest];
    this.local = new double[widest];
  }

  /** Draws a prompt and the student's answer to it. */
  void drawFromStudent(Stream random, double[] theta) {
    length = 0;
    for (int s = start(random); s >= 0; s = forest.child(edge[length - 1])) {
      evaluate(theta, s, length);
      int degree = forest.degree(s);
      for (int k = 0; k < degree; k++) {
        local[k] = Elementary.exp(log[length * widest + k]);
      }
      follow(s, forest.firstEdge(s) + Multinomial.drawOne(random, local, 0, degree));
    }
  }

  /** Draws a prompt and the answer of a fixed policy, and evaluates the student along it. */
  void drawFrom(double[] law, Stream random, double[] theta) {
    length = 0;
    for (int s = start(random); s >= 0; s = forest.child(edge[length - 1])) {
      evaluate(theta, s, length);
      follow(s, Multinomial.drawOne(random, law, forest.firstEdge(s), forest.firstEdge(s + 1)));
    }
  }

  private int start(Stream random) {
    return dataset.root(random.nextBelow(dataset.size()));
  }

  private void follow(int s, int e) {
    node[length] = s;
    edge[length] = e;
    length++;
  }

  private void evaluate(double[] theta, int s, int step) {
    int degree = forest.degree(s);
    student.logits(theta, s, s + 1, local);
    double normalizer = Elementary.logSumExp(local, 0, degree);
    for (int k = 0; k < degree; k++) {
      log[step * widest + k] = local[k] - normalizer;
    }
  }

  int leaf() {
    return edge[length - 1];
  }

  /** Returns Σ over the path of log π_θ. */
  double logStudent() {
    double sum = 0;
    for (int h = 0; h < length; h++) {
      sum += log[h * widest + edge[h] - forest.firstEdge(node[h])];
    }
    return sum;
  }

  /** Returns Σ over the path of a number an edge. */
  double sum(double[] values) {
    double sum = 0;
    for (int h = 0; h < length; h++) {
      sum += values[edge[h]];
    }
    return sum;
  }

  /** Adds scale times the score S of the answer. */
  void addScore(double scale, double[] theta, double[] gradient) {
    for (int h = 0; h < length; h++) {
      int degree = forest.degree(node[h]);
      for (int k = 0; k < degree; k++) {
        local[k] = -scale * Elementary.exp(log[h * widest + k]);
      }
      local[edge[h] - forest.firstEdge(node[h])] += scale;
      student.pullback(theta, local, node[h], node[h] + 1, gradient);
    }
  }

  /** Adds the gradient of Σ over nodes of KL(law ‖ π_θ), the nodes held fixed. */
  void addForwardDivergence(double scale, double[] law, double[] theta, double[] gradient) {
    for (int h = 0; h < length; h++) {
      int from = forest.firstEdge(node[h]);
      for (int k = 0; k < forest.degree(node[h]); k++) {
        local[k] = scale * (Elementary.exp(log[h * widest + k]) - law[from + k]);
      }
      student.pullback(theta, local, node[h], node[h] + 1, gradient);
    }
  }

  /** Adds the gradient of Σ over nodes of KL(π_θ ‖ law), the nodes held fixed. */
  void addReverseDivergence(double scale, double[] logLaw, double[] theta, double[] gradient) {
    for (int h = 0; h < length; h++) {
      int from = forest.firstEdge(node[h]);
      int degree = forest.degree(node[h]);
      double mean = 0;
      for (int k = 0; k < degree; k++) {
        double ratio = log[h * widest + k] - logLaw[from + k];
        mean += Elementary.exp(log[h * widest + k]) * ratio;
      }
      for (int k = 0; k < degree; k++) {
        double ratio = log[h * widest + k] - logLaw[from + k];
        local[k] = scale * Elementary.exp(log[h * widest + k]) * (ratio - mean);
      }
      student.pullback(theta, local, node[h], node[h] + 1, gradient);
    }
  }

  @Override
  public String toString() {
    return Arrays.toString(Arrays.copyOf(edge, length));
  }
}
