package dev.ccl.certificates;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.SmallMatrix;
import dev.ccl.core.math.Softmax;
import dev.ccl.core.math.Vectors;
import java.util.Arrays;

/**
 * A student on the target forest with all that bounds around it need: for a token score Z and a
 * vector T of token scores fixed beforehand it computes E<sub>θ</sub>Z(θ), E<sub>θ</sub>T, their
 * derivatives in θ, the range of Z, and a bound of the second order on a cube, by one sweep down
 * and one up. Z is log π<sub>θ</sub> less a fixed potential.
 */
final class TargetModel {
  final StudentGeometry geometry;
  final Forest forest;
  final int d;
  final int extra; // the length of T
  final double[] reach; // d_θ(s)
  final double[] law; // π_θ(e)
  final double[] gradient; // ∂E Z/∂θ
  final double[] vector; // E T
  final double[] slopes; // ∂E T/∂θ, extra × d

  private final double[] potential;
  private final double[] scores; // T, extra per edge
  private final double[] logs;
  private final double[] toGo;
  private final double[] high;
  private final double[] low;
  private final double[] vectorToGo;
  private final double[] mean;
  private final double[] weights; // of each root in the bound of the second order
  private final double[] fisher;
  private double crude;

  TargetModel(StudentGeometry geometry, int extra) {
    this.geometry = geometry;
    this.forest = geometry.forest;
    this.d = geometry.d;
    this.extra = extra;
    int edges = forest.edges();
    int nodes = forest.nodes();
    this.reach = new double[nodes];
    this.law = new double[edges];
    this.logs = new double[edges];
    this.potential = new double[edges];
    this.scores = new double[edges * extra];
    this.toGo = new double[nodes];
    this.high = new double[nodes];
    this.low = new double[nodes];
    this.vectorToGo = new double[nodes * extra];
    this.mean = new double[d];
    this.gradient = new double[d];
    this.vector = new double[extra];
    this.slopes = new double[extra * d];
    this.weights = new double[geometry.roots.length];
    this.fisher = new double[d * d];
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
    geometry.student.logits(theta, 0, forest.nodes(), logs);
    System.arraycopy(geometry.roots, 0, reach, 0, geometry.roots.length);
    forest.down(
        (s, from, to) -> {
          Softmax.law(logs, from, to, law);
          for (int e = from; e < to; e++) {
            if (forest.child(e) != Forest.LEAF) {
              reach[forest.child(e)] = reach[s] * law[e];
            }
          }
        });
  }

  double log(int e) {
    return logs[e];
  }

  /** Returns E Z and sets the vector E T; {@link #walk} comes first. */
  double expect() {
    forest.up(this::expect);
    double value = 0;
    Arrays.fill(vector, 0.0);
    for (int r = 0; r < geometry.roots.length; r++) {
      value += geometry.roots[r] * toGo[r];
      for (int i = 0; i < extra; i++) {
        vector[i] += geometry.roots[r] * vectorToGo[r * extra + i];
      }
    }
    return value;
  }

  private void expect(int s, int from, int to) {
    double sum = 0;
    double most = Double.NEGATIVE_INFINITY;
    double fewest = Double.POSITIVE_INFINITY;
    Arrays.fill(vectorToGo, s * extra, s * extra + extra, 0.0);
    for (int e = from; e < to; e++) {
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

  /** Sets the derivatives of E Z and E T in θ, for linear students; {@link #expect} comes first. */
  void differentiate() {
    Arrays.fill(gradient, 0.0);
    Arrays.fill(slopes, 0.0);
    forest.down(this::differentiate);
  }

  private void differentiate(int s, int from, int to) {
    double[] rows = geometry.rows;
    for (int e = from; e < to; e++) {
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

  /** The range of Z over the answers to a root's prompt, less 1, anywhere on a cube; at least 0. */
  double bend(int root, double h) {
    double range = high[root] - low[root] + 2 * h * geometry.along[root];
    return Math.max(0, range - 1);
  }

  /**
   * Prepares a bound of the second order on a cube of half side h around a linear student: E(S² +
   * S′)g along a line is at most the Fisher information times the range of g, each root with its
   * own range; the information grows by at most e<sup>hΩ</sup> within the cube.
   *
   * @param bends the ranges by root; read
   */
  void bendBy(double[] bends, double h) {
    crude = 0;
    for (int r = 0; r < weights.length; r++) {
      crude += geometry.roots[r] * bends[r] * h * h * geometry.squares[r];
      weights[r] = bends[r] * Elementary.exp(Math.min(h * geometry.along[r], 700));
    }
    Arrays.fill(fisher, 0.0);
    forest.down(this::addInformation);
  }

  private void addInformation(int s, int from, int to) {
    double factor = weights[geometry.rootOf[s]] * reach[s];
    if (!(factor > 0)) {
      return;
    }
    double[] rows = geometry.rows;
    Arrays.fill(mean, 0.0);
    for (int e = from; e < to; e++) {
      for (int k = 0; k < d; k++) {
        mean[k] += law[e] * rows[e * d + k];
      }
    }
    for (int e = from; e < to; e++) {
      for (int k = 0; k < d; k++) {
        double left = factor * law[e] * (rows[e * d + k] - mean[k]);
        for (int l = 0; l < d; l++) {
          fisher[k * d + l] += left * (rows[e * d + l] - mean[l]);
        }
      }
    }
  }

  /** The bound of the second order at a step within the cube. */
  double secondOrder(double[] step) {
    return smaller(crude, SmallMatrix.form(fisher, step));
  }

  /** The smaller of two bounds; the crude one where the other is NaN by overflow. */
  private static double smaller(double crude, double fine) {
    return fine < crude ? fine : crude;
  }
}
