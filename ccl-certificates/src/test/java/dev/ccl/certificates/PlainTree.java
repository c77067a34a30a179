package dev.ccl.certificates;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The target's answers as a list, and means as sums over it. */
final class PlainTree {
  final LearningProblem problem;
  final Forest forest;
  final EdgeModel student;
  final double[] roots;
  final List<int[]> answers = new ArrayList<>(); // the edges of each, from root to leaf

  PlainTree(LearningProblem problem) {
    this.problem = problem;
    this.student = problem.target().student();
    this.forest = student.forest();
    this.roots = problem.target().dataset().rootWeights();
    for (int e = 0; e < forest.edges(); e++) {
      if (forest.child(e) < 0) {
        List<Integer> path = new ArrayList<>();
        for (int at = e; at >= 0; at = forest.parentEdge(forest.node(at))) {
          path.add(0, at);
        }
        answers.add(path.stream().mapToInt(i -> i).toArray());
      }
    }
  }

  int root(int[] answer) {
    return forest.node(answer[0]);
  }

  /** The probability of each answer, its prompt's included. */
  double[] law(double[] theta) {
    EdgeLaw law = student.law(theta);
    double[] out = new double[answers.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = roots[root(answers.get(i))];
      for (int e : answers.get(i)) {
        out[i] *= law.probability(e);
      }
    }
    return out;
  }

  /** A sum of numbers of edges along an answer. */
  static double along(int[] answer, double[] byEdge) {
    double sum = 0;
    for (int e : answer) {
      sum += byEdge[e];
    }
    return sum;
  }

  /** E[log π_θ − potential]. */
  double cost(double[] theta, double[] potential) {
    double[] p = law(theta);
    double[] logs = student.law(theta).logs();
    double sum = 0;
    for (int i = 0; i < p.length; i++) {
      sum += p[i] * (along(answers.get(i), logs) - along(answers.get(i), potential));
    }
    return sum;
  }

  /** The largest less the least log π_θ − potential among the answers to a prompt. */
  double range(double[] theta, double[] potential, int root) {
    double[] logs = student.law(theta).logs();
    double most = Double.NEGATIVE_INFINITY;
    double fewest = Double.POSITIVE_INFINITY;
    for (int[] answer : answers) {
      if (root(answer) == root) {
        double z = along(answer, logs) - along(answer, potential);
        most = Math.max(most, z);
        fewest = Math.min(fewest, z);
      }
    }
    return most - fewest;
  }

  /** The probability that a student comes by a state. */
  double reach(double[] theta, int s) {
    double[] p = law(theta);
    double sum = 0;
    for (int i = 0; i < p.length; i++) {
      for (int e : answers.get(i)) {
        sum += forest.node(e) == s ? p[i] : 0;
      }
    }
    return sum;
  }

  /** ω(s): the largest ‖φ(a) − φ(b)‖₁ of the student's features at a state. */
  double width(int s) {
    int d = student.dimension();
    double[] rows = new double[forest.degree(s) * d];
    student.gradients(new double[d], s, rows);
    double widest = 0;
    for (int a = 0; a < forest.degree(s); a++) {
      for (int b = 0; b < forest.degree(s); b++) {
        double sum = 0;
        for (int i = 0; i < d; i++) {
          sum += Math.abs(rows[a * d + i] - rows[b * d + i]);
        }
        widest = Math.max(widest, sum);
      }
    }
    return widest;
  }

  /** The largest Σ of a power of ω along an answer to a prompt. */
  double widths(int root, double power) {
    double most = 0;
    for (int[] answer : answers) {
      double sum = 0;
      for (int e : answer) {
        sum += Math.pow(width(forest.node(e)), power);
      }
      most = root(answer) == root ? Math.max(most, sum) : most;
    }
    return most;
  }

  /** ∇ log π_θ of an answer, by central differences. */
  double[] score(double[] theta, int[] answer) {
    double[] score = new double[theta.length];
    for (int k = 0; k < theta.length; k++) {
      double[] at = theta.clone();
      at[k] = theta[k] + 1e-5;
      score[k] = along(answer, student.law(at).logs());
      at[k] = theta[k] - 1e-5;
      score[k] = (score[k] - along(answer, student.law(at).logs())) / 2e-5;
    }
    return score;
  }

  /** Σ over prompts of factor · E[score scoreᵀ], the prompt's weight included. */
  double[][] fisher(double[] theta, double[] factors) {
    int d = theta.length;
    double[][] out = new double[d][d];
    double[] p = law(theta);
    for (int i = 0; i < p.length; i++) {
      double[] score = score(theta, answers.get(i));
      for (int k = 0; k < d; k++) {
        for (int l = 0; l < d; l++) {
          out[k][l] += factors[root(answers.get(i))] * p[i] * score[k] * score[l];
        }
      }
    }
    return out;
  }

  /** A partial derivative by central differences. */
  static double slope(ToDoubleFunction<double[]> f, double[] theta, int k) {
    double[] up = theta.clone();
    double[] down = theta.clone();
    up[k] += 1e-5;
    down[k] -= 1e-5;
    return (f.applyAsDouble(up) - f.applyAsDouble(down)) / 2e-5;
  }
}
