package dev.ccl.certificates;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Softmax;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import java.util.Arrays;

/**
 * A student on the target forest with all that bounds around it need: for a token score Z and a
 * vector T of token scores fixed beforehand it computes E<sub>θ</sub>Z(θ), E<sub>θ</sub>T, their
 * derivatives in θ, the Fisher information and the range of Z, by one sweep down and one up. Z is
 * log π<sub>θ</sub> less a fixed potential.
 */
final class TargetModel {
  final Forest forest;
  final int d;
  final int extra; // the length of T
  final double[] roots; // their probabilities
  final double[] rows; // features of the student, d per edge; empty unless it is linear
  final double[] reach; // d_θ(s)
  final double[] law; // π_θ(e)
  final double[] before; // Ω(s): how far log-probabilities of the path to s move in a unit cube
  final double[] along; // of the longest path behind a root
  final double[] squares; // of Σ ω²/4 along a path behind a root, at most

  private final EdgeModel student;
  private final double[] potential;
  private final double[] scores; // T, extra per edge
  private final double[] logs;
  private final double[] toGo;
  private final double[] high;
  private final double[] low;
  private final double[] vectorToGo;
  private final double[] mean;
  final double[] gradient;
  final double[] vector; // E T
  final double[] slopes; // ∂E T/∂θ, extra × d

  TargetModel(LearningProblem problem, int extra, boolean linear) {
    this.student = problem.target().student();
    this.forest = student.forest();
    this.d = student.dimension();
    this.extra = extra;
    this.roots = problem.target().dataset().rootWeights();
    int edges = forest.edges();
    int nodes = forest.nodes();
    this.rows = new double[linear ? edges * d : 0];
    this.reach = new double[nodes];
    this.law = new double[edges];
    this.logs = new double[edges];
    this.potential = new double[edges];
    this.scores = new double[edges * extra];
    this.toGo = new double[nodes];
    this.high = new double[nodes];
    this.low = new double[nodes];
    this.vectorToGo = new double[nodes * extra];
    this.mean = new double[Math.max(d, extra)];
    this.gradient = new double[d];
    this.vector = new double[extra];
    this.slopes = new double[extra * d];
    this.before = new double[nodes];
    this.along = new double[roots.length];
    this.squares = new double[roots.length];
    if (linear) {
      measure();
    }
  }

  /** The features and how far they let log-probabilities move. */
  private void measure() {
    double[] width = new double[forest.nodes()]; // ω(s): the largest ‖φ(a) − φ(b)‖₁
    double[] square = new double[forest.nodes()];
    double[] longest = new double[forest.nodes()];
    double[] at = new double[forest.edgesOfNodes().longest() * d];
    double[] zero = new double[d];
    for (int s = forest.nodes() - 1; s >= 0; s--) {
      int degree = forest.degree(s);
      student.gradients(zero, s, at);
      System.arraycopy(at, 0, rows, forest.firstEdge(s) * d, degree * d);
      width[s] = widest(at, degree);
      for (int e = forest.firstEdge(s); e < forest.firstEdge(s) + degree; e++) {
        int c = forest.child(e);
        square[s] = Math.max(square[s], c == Forest.LEAF ? 0 : square[c]);
        longest[s] = Math.max(longest[s], c == Forest.LEAF ? 0 : longest[c]);
      }
      square[s] += width[s] * width[s] / 4;
      longest[s] += width[s];
    }
    for (int s = 0; s < forest.nodes(); s++) {
      int e = forest.parentEdge(s);
      before[s] = e < 0 ? 0 : before[forest.node(e)] + width[forest.node(e)];
    }
    System.arraycopy(longest, 0, along, 0, roots.length);
    System.arraycopy(square, 0, squares, 0, roots.length);
  }

  private double widest(double[] at, int degree) {
    double widest = 0;
    for (int a = 0; a < degree; a++) {
      for (int b = a + 1; b < degree; b++) {
        double sum = 0;
        for (int i = 0; i < d; i++) {
          sum += Math.abs(at[a * d + i] - at[b * d + i]);
        }
        widest = Math.max(widest, sum);
      }
    }
    return widest;
  }

  /** Sets the potential of Z. */
  void potential(double[] values) {
    Vectors.copy(values, potential);
  }

  /** The token scores T, to be overwritten before the sweeps. */
  double[] scores() {
    return scores;
  }

  /** Sets law and reach of a student. */
  void walk(double[] theta) {
    student.logits(theta, 0, forest.nodes(), logs);
    System.arraycopy(roots, 0, reach, 0, roots.length);
    for (int s = 0; s < reach.length; s++) {
      int from = forest.firstEdge(s);
      int to = from + forest.degree(s);
      Softmax.law(logs, from, to, law);
      for (int e = from; e < to; e++) {
        if (forest.child(e) != Forest.LEAF) {
          reach[forest.child(e)] = reach[s] * law[e];
        }
      }
    }
  }

  double log(int e) {
    return logs[e];
  }

  /** Returns E Z and sets the vector E T; {@link #walk} comes first. */
  double expect() {
    for (int s = forest.nodes() - 1; s >= 0; s--) {
      double sum = 0;
      double most = Double.NEGATIVE_INFINITY;
      double fewest = Double.POSITIVE_INFINITY;
      Arrays.fill(vectorToGo, s * extra, s * extra + extra, 0.0);
      for (int e = forest.firstEdge(s); e < forest.firstEdge(s) + forest.degree(s); e++) {
        int c = forest.child(e);
        double z = logs[e] - potential[e];
        sum += law[e] * (z + (c == Forest.LEAF ? 0 : toGo[c]));
        most = Math.max(most, z + (c == Forest.LEAF ? 0 : high[c]));
        fewest = Math.min(fewest, z + (c == Forest.LEAF ? 0 : low[c]));
        for (int i = 0; i < extra; i++) {
          double t = scores[e * extra + i] + (c == Forest.LEAF ? 0 : vectorToGo[c * extra + i]);
          vectorToGo[s * extra + i] += law[e] * t;
        }
      }
      toGo[s] = sum;
      high[s] = most;
      low[s] = fewest;
    }
    double value = 0;
    Arrays.fill(vector, 0.0);
    for (int r = 0; r < roots.length; r++) {
      value += roots[r] * toGo[r];
      for (int i = 0; i < extra; i++) {
        vector[i] += roots[r] * vectorToGo[r * extra + i];
      }
    }
    return value;
  }

  /** The range of Z over the answers to a root's prompt. */
  double range(int root) {
    return high[root] - low[root];
  }

  /** Sets the derivatives of E Z and E T in θ, for linear students; {@link #expect} comes first. */
  void differentiate() {
    Arrays.fill(gradient, 0.0);
    Arrays.fill(slopes, 0.0);
    for (int s = 0; s < forest.nodes(); s++) {
      for (int e = forest.firstEdge(s); e < forest.firstEdge(s) + forest.degree(s); e++) {
        int c = forest.child(e);
        double weight = reach[s] * law[e];
        double gain = logs[e] - potential[e] + (c == Forest.LEAF ? 0 : toGo[c]) - toGo[s];
        for (int k = 0; k < d; k++) {
          gradient[k] += weight * gain * rows[e * d + k];
        }
        for (int i = 0; i < extra; i++) {
          double t = scores[e * extra + i] + (c == Forest.LEAF ? 0 : vectorToGo[c * extra + i]);
          double change = weight * (t - vectorToGo[s * extra + i]);
          for (int k = 0; k < d; k++) {
            slopes[i * d + k] += change * rows[e * d + k];
          }
        }
      }
    }
  }

  /** Adds factors[root] times the Fisher information of each root, for linear students. */
  void fisher(double[] factors, int[] rootOf, double[] out) {
    for (int s = 0; s < forest.nodes(); s++) {
      double factor = factors[rootOf[s]] * reach[s];
      if (!(factor > 0)) {
        continue;
      }
      int from = forest.firstEdge(s);
      int to = from + forest.degree(s);
      Arrays.fill(mean, 0, d, 0.0);
      for (int e = from; e < to; e++) {
        for (int k = 0; k < d; k++) {
          mean[k] += law[e] * rows[e * d + k];
        }
      }
      for (int e = from; e < to; e++) {
        for (int k = 0; k < d; k++) {
          double left = factor * law[e] * (rows[e * d + k] - mean[k]);
          for (int l = 0; l < d; l++) {
            out[k * d + l] += left * (rows[e * d + l] - mean[l]);
          }
        }
      }
    }
  }

  int[] rootOf() {
    int[] rootOf = new int[forest.nodes()];
    for (int s = 0; s < rootOf.length; s++) {
      int e = forest.parentEdge(s);
      rootOf[s] = e < 0 ? s : rootOf[forest.node(e)];
    }
    return rootOf;
  }
}
