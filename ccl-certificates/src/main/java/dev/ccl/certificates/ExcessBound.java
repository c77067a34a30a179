package dev.ccl.certificates;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import java.util.Arrays;

/**
 * The bracket whose supremum over θ′ bounds Δ(θ) when w* lies in an ellipsoid {ŵ + u: uᵀC⁻¹u ≤ 1}
 * (claim E08):
 *
 * <pre>  C_ŵ(θ) − C_ŵ(θ′) + ‖∂_w C_ŵ(θ) − ∂_w C_ŵ(θ′)‖_C + Rem(θ, θ′).</pre>
 *
 * As a function of w, C<sub>w</sub>(θ) − C<sub>w</sub>(θ′) is linear but for λ Σ<sub>s</sub>
 * [d<sub>θ</sub>(s) − d<sub>θ′</sub>(s)] A<sub>s</sub>(w) with convex A<sub>s</sub>(w) = log Σ
 * e<sup>wᵀφ</sup>, so Rem bounds the second order of the states with a positive sign; it vanishes
 * where answers have one free token. A trace stands for the largest eigenvalue.
 *
 * <p>On a cube of half side h around θ′ with a linear student: along a line, E<sub>θ</sub>g has the
 * second derivative E[(S² + S′)g] for a fixed g and one more E S² for g = log π<sub>θ</sub>, with
 * E(S² + S′) = 0 and E|S′| = E S². So a second-order remainder is at most the Fisher information
 * times the range of g ({@link TargetModel#bendBy}), and the first-order part is convex: its
 * maximum is at a vertex. All in units of λ.
 */
final class ExcessBound implements BoxSearch.Bounded {
  private final ConvexSet students;
  private final Forest forest;
  private final EdgeModel calibration;
  private final int big; // D
  private final TargetModel model;
  private final StudentGeometry geometry;
  private final double[] spread; // of T over the answers to each root's prompt
  private final double[] traces; // tr Cov_s in the metric of the set
  private final double[] ownReach; // d_θ(s)
  private final double[] ownVector; // E_θ T
  private double ownCost; // C_ŵ(θ)/λ
  private double psi;

  private final double[] bends;
  private final double[] origin;
  private final double[] corner;
  private double upper;
  private double value;

  ExcessBound(LearningProblem problem, StudentGeometry geometry) {
    this.students = problem.student().set();
    this.geometry = geometry;
    this.calibration = problem.target().calibration();
    this.forest = calibration.forest();
    this.big = calibration.dimension();
    this.model = new TargetModel(geometry, big);
    this.spread = new double[geometry.roots.length];
    this.traces = new double[forest.nodes()];
    this.ownReach = new double[forest.nodes()];
    this.ownVector = new double[big];
    this.bends = new double[geometry.roots.length];
    this.origin = new double[geometry.d];
    this.corner = new double[geometry.d];
  }

  /** Fixes the set and the student. */
  void prepare(Ellipsoid set, double[] theta) {
    double[] logs = calibration.law(set.centre()).logs();
    model.potential(logs);
    whiten(logs, set);
    spreads();
    model.walk(theta);
    ownCost = model.expect();
    System.arraycopy(model.vector, 0, ownVector, 0, big);
    System.arraycopy(model.reach, 0, ownReach, 0, ownReach.length);
  }

  /** T = Lᵀ(φ − Eφ) with C = LLᵀ, its variance at each state and its largest range. */
  private void whiten(double[] logs, Ellipsoid set) {
    double[] l = set.factor();
    double[] t = model.scores();
    double[] rows = new double[forest.edgesOfNodes().longest() * big];
    double[] mean = new double[big];
    double range = 0;
    for (int s = 0; s < forest.nodes(); s++) {
      int from = forest.firstEdge(s);
      int degree = forest.degree(s);
      calibration.gradients(set.centre(), s, rows);
      Arrays.fill(mean, 0.0);
      for (int k = 0; k < degree; k++) {
        double p = Elementary.exp(logs[from + k]);
        for (int i = 0; i < big; i++) {
          mean[i] += p * rows[k * big + i];
        }
      }
      double trace = 0;
      double longest = 0;
      for (int k = 0; k < degree; k++) {
        double square = 0;
        for (int j = 0; j < big; j++) {
          double sum = 0;
          for (int i = j; i < big; i++) {
            sum += l[i * big + j] * (rows[k * big + i] - mean[i]);
          }
          t[(from + k) * big + j] = sum;
          square += sum * sum;
        }
        trace += Elementary.exp(logs[from + k]) * square;
        longest = Math.max(longest, square);
      }
      traces[s] = trace;
      range = Math.max(range, 2 * Math.sqrt(longest));
    }
    psi = psi(range);
  }

  /** 2(eˣ − 1 − x)/x², by its series rounded up where x is small. */
  static double psi(double x) {
    return x < 1e-3 ? 1 + x * (1.0 / 3 + x * 0.09) : 2 * (Elementary.exp(x) - 1 - x) / (x * x);
  }

  /** The largest distance of T of an answer from the mean over the answers to the same prompt. */
  private void spreads() {
    double[] t = model.scores();
    double[] path = new double[forest.nodes() * big];
    double[] mean = new double[geometry.roots.length * big];
    double[] leaves = new double[geometry.roots.length];
    for (int round = 0; round < 2; round++) {
      Arrays.fill(spread, 0.0);
      for (int e = 0; e < forest.edges(); e++) {
        int s = forest.node(e);
        int c = forest.child(e);
        int root = geometry.rootOf[s];
        double square = 0;
        for (int i = 0; i < big; i++) {
          double sum = path[s * big + i] + t[e * big + i];
          if (c != Forest.LEAF) {
            path[c * big + i] = sum;
          } else if (round == 0) {
            mean[root * big + i] += sum;
          } else {
            double off = sum - mean[root * big + i] / leaves[root];
            square += off * off;
          }
        }
        if (c == Forest.LEAF) {
          leaves[root] += round == 0 ? 1 : 0;
          spread[root] = Math.max(spread[root], Math.sqrt(square));
        }
      }
    }
  }

  @Override
  public void look(double[] centre, double halfSide) {
    model.walk(centre);
    double cost = model.expect();
    double distance = 0;
    for (int i = 0; i < big; i++) {
      double off = ownVector[i] - model.vector[i];
      distance += off * off;
    }
    boolean member = students.contains(centre);
    value = member ? ownCost - cost + Math.sqrt(distance) + remainder(0) : Double.NEGATIVE_INFINITY;
    if (geometry.linear && halfSide > 0) {
      model.differentiate();
      upper = ownCost - cost + firstOrder(halfSide) + remainder(halfSide) + 1e-14;
    }
  }

  /** The largest first-order change with the second order of its vertex, or all of it crudely. */
  private double firstOrder(double h) {
    for (int r = 0; r < bends.length; r++) {
      bends[r] = model.bend(r, h) + 2 * spread[r];
    }
    model.bendBy(bends, h);
    int d = corner.length;
    double best = Double.NEGATIVE_INFINITY;
    for (int mask = 0; mask < 1 << d; mask++) {
      BoxSearch.corner(origin, h, mask, corner);
      double change = 0;
      for (int k = 0; k < d; k++) {
        change -= model.gradient[k] * corner[k];
      }
      double square = 0;
      for (int i = 0; i < big; i++) {
        double off = ownVector[i] - model.vector[i];
        for (int k = 0; k < d; k++) {
          off -= model.slopes[i * d + k] * corner[k];
        }
        square += off * off;
      }
      best = Math.max(best, change + Math.sqrt(square) + model.secondOrder(corner) / 2);
    }
    return best;
  }

  private double remainder(double h) {
    double sum = 0;
    for (int s = geometry.roots.length; s < ownReach.length; s++) {
      double least =
          h == 0 ? model.reach[s] : model.reach[s] * Elementary.exp(-h * geometry.before[s]);
      sum += Math.max(0, ownReach[s] - least) * traces[s];
    }
    return sum > 0 ? psi / 2 * sum : 0; // ψ may be infinite where the set is wide
  }

  @Override
  public double upper() {
    return upper;
  }

  @Override
  public double value() {
    return value;
  }
}
