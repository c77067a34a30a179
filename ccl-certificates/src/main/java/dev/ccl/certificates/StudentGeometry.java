package dev.ccl.certificates;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.policy.LinearFamily;
import dev.ccl.core.problem.LearningProblem;

/**
 * The student's class on the target forest, without a parameter: the probabilities of the prompts,
 * the features, and how far log-probabilities can move with the parameter. All bounds of a problem
 * share one.
 */
final class StudentGeometry {
  final EdgeModel student;
  final Forest forest;
  final int d;
  final boolean linear;
  final double[] roots; // probability of each root
  final int[] rootOf; // of each node
  final double[] rows; // features, d per edge; empty unless the student is linear
  final double[] before; // Ω(s): how far log-probabilities of the path to s move in a unit cube
  final double[] along; // of the longest path behind a root
  final double[] squares; // of Σ ω²/4 along a path behind a root, at most

  StudentGeometry(LearningProblem problem) {
    this.student = problem.target().student();
    this.forest = student.forest();
    this.d = student.dimension();
    this.linear = problem.student().family() instanceof LinearFamily;
    this.roots = problem.target().dataset().rootWeights();
    this.rootOf = new int[forest.nodes()];
    this.rows = new double[linear ? forest.edges() * d : 0];
    this.before = new double[forest.nodes()];
    this.along = new double[roots.length];
    this.squares = new double[roots.length];
    for (int s = 0; s < rootOf.length; s++) {
      int above = forest.parent(s);
      rootOf[s] = above < 0 ? s : rootOf[above];
    }
    if (linear) {
      measure();
    }
  }

  private void measure() {
    double[] width = new double[forest.nodes()]; // ω(s): the largest ‖φ(a) − φ(b)‖₁
    double[] square = new double[forest.nodes()];
    double[] longest = new double[forest.nodes()];
    double[] at = new double[forest.edgesOfNodes().longest() * d];
    double[] zero = new double[d];
    forest.up(
        (s, from, to) -> {
          student.gradients(zero, s, at);
          System.arraycopy(at, 0, rows, from * d, (to - from) * d);
          width[s] = widest(at, to - from);
          for (int e = from; e < to; e++) {
            int c = forest.child(e);
            square[s] = Math.max(square[s], c == Forest.LEAF ? 0 : square[c]);
            longest[s] = Math.max(longest[s], c == Forest.LEAF ? 0 : longest[c]);
          }
          square[s] += width[s] * width[s] / 4;
          longest[s] += width[s];
        });
    for (int s = roots.length; s < before.length; s++) {
      before[s] = before[forest.parent(s)] + width[forest.parent(s)];
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
}
