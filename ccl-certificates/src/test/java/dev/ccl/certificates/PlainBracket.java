package dev.ccl.certificates;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.policy.EdgeModel;

/** The set and what the bracket knows of it: rows φ − Eφ under π_w in the metric of C. */
final class PlainBracket {
  final PlainTree tree;
  final Ellipsoid set;
  final double[] logs;
  final double[][] rows; // by edge
  double range;

  PlainBracket(PlainTree tree, double scale) {
    this.tree = tree;
    EdgeModel calibration = tree.problem.target().calibration();
    int n = calibration.dimension();
    set = Ellipsoid.ball(n, scale);
    set.cut(new double[] {1, 0.4, -0.2}, -0.1 * scale, 0.3 * scale); // tilted, off the centre
    EdgeLaw law = calibration.law(set.centre());
    logs = law.logs();
    rows = new double[tree.forest.edges()][n];
    for (int s = 0; s < tree.forest.nodes(); s++) {
      int from = tree.forest.firstEdge(s);
      int degree = tree.forest.degree(s);
      double[] phi = new double[degree * n];
      calibration.gradients(set.centre(), s, phi);
      for (int i = 0; i < n; i++) {
        double mean = 0;
        for (int k = 0; k < degree; k++) {
          mean += law.probability(from + k) * phi[k * n + i];
        }
        for (int k = 0; k < degree; k++) {
          rows[from + k][i] = phi[k * n + i] - mean;
        }
      }
      for (int k = 0; k < degree; k++) {
        range = Math.max(range, 2 * set.halfWidth(rows[from + k]));
      }
    }
  }

  double trace(int s) {
    double sum = 0;
    for (int e = tree.forest.firstEdge(s); e < tree.forest.firstEdge(s + 1); e++) {
      sum += Math.exp(logs[e]) * Math.pow(set.halfWidth(rows[e]), 2);
    }
    return sum;
  }

  /** Σ (φ − Eφ) along an answer. */
  double[] sum(int[] answer) {
    double[] sum = new double[set.dimension()];
    for (int e : answer) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] += rows[e][i];
      }
    }
    return sum;
  }

  double[] mean(double[] p) {
    double[] mean = new double[set.dimension()];
    for (int a = 0; a < p.length; a++) {
      double[] sum = sum(tree.answers.get(a));
      for (int i = 0; i < mean.length; i++) {
        mean[i] += p[a] * sum[i];
      }
    }
    return mean;
  }

  /** The largest distance of an answer to a prompt from the plain mean of its answers. */
  double spread(int root) {
    double[] one = new double[tree.answers.size()];
    int number = 0;
    for (int[] answer : tree.answers) {
      number += tree.root(answer) == root ? 1 : 0;
    }
    for (int a = 0; a < one.length; a++) {
      one[a] = tree.root(tree.answers.get(a)) == root ? 1.0 / number : 0;
    }
    double[] mean = mean(one);
    double most = 0;
    for (int[] answer : tree.answers) {
      if (tree.root(answer) == root) {
        most = Math.max(most, set.halfWidth(less(sum(answer), mean)));
      }
    }
    return most;
  }

  /** ψ/2 Σ (d_θ(s) − e^(−hΩ(s)) d_θ′(s))₊ tr Cov_s over the states behind the first token. */
  double remainder(double[] own, double[] other, double h) {
    StudentGeometry widths = new StudentGeometry(tree.problem);
    double psi = 2 * (Math.expm1(range) - range) / (range * range);
    double sum = 0;
    for (int s = tree.roots.length; s < tree.forest.nodes(); s++) {
      double least = tree.reach(other, s) * Math.exp(-h * widths.before[s]);
      sum += Math.max(0, tree.reach(own, s) - least) * trace(s);
    }
    return psi / 2 * sum;
  }

  static double[] less(double[] a, double[] b) {
    double[] out = a.clone();
    for (int i = 0; i < out.length; i++) {
      out[i] -= b[i];
    }
    return out;
  }
}
