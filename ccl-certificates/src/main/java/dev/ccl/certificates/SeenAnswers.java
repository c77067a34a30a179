package dev.ccl.certificates;

import dev.ccl.algorithms.Memory;
import dev.ccl.algorithms.ccl.RewardRegression;
import dev.ccl.core.exact.FisherInformation;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.Softmax;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the exact rewards of the source answers seen so far say about w*, without probability (claim
 * E07).
 *
 * <p><b>Strips.</b> Rewards not seen lie in [0,1], so the mean M of e<sup>(R−1)/λ</sup> behind
 * every edge lies in an interval, and zᵀw* = log(π<sub>pre</sub>(a|s)/π<sub>pre</sub>(b|s)) +
 * log(M<sub>a</sub>/M<sub>b</sub>) in another.
 *
 * <p><b>Equations.</b> log π<sub>w*</sub>(y|x) − log π<sub>pre</sub>(y|x) − R(x,y)/λ is the same
 * for all answers y of a prompt. The difference for two answers is linearised at the centre of what
 * is known; its second derivative is a difference of variances, each at most a quarter of a squared
 * range, so the equation is a strip again, and repeating it shrinks the set like Newton's method.
 */
final class SeenAnswers {
  /** low ≤ zᵀw* ≤ high. */
  private static final class Strip {
    final double[] z;
    final double low;
    final double high;

    Strip(double[] z, double low, double high) {
      this.z = z;
      this.low = low;
      this.high = high;
    }
  }

  private static final int PASSES = 60;
  private static final int WIDE = 8; // tokens of a state, above which not all pairs are compared

  private final Forest forest;
  private final EdgeModel model;
  private final EdgeLaw reference;
  private final double lambda;
  private final double least;
  private final int dimension;
  private final double[] known; // rewards by leaf edge, NaN where not seen
  private int seen;

  /** Starts with no answer, or with those that a memory has. */
  SeenAnswers(LearningProblem problem, Memory memory) {
    this.model = problem.source().calibration();
    this.forest = model.forest();
    this.reference = problem.source().reference();
    this.lambda = problem.lambda();
    this.least = Elementary.exp(-1 / lambda);
    this.dimension = model.dimension();
    double[] unknown = new double[forest.edges()];
    Arrays.fill(unknown, Double.NaN);
    this.known = memory.keep("certificate-answers", unknown);
    for (double reward : known) {
      seen += Double.isNaN(reward) ? 0 : 1;
    }
  }

  void record(int leaf, double reward) {
    if (Double.isNaN(known[leaf])) {
      seen++;
      known[leaf] = reward;
    }
  }

  void tell(RewardRegression regression) {
    for (int e = 0; e < known.length; e++) {
      if (!Double.isNaN(known[e])) {
        regression.add(e, known[e]);
      }
    }
  }

  int distinct() {
    return seen;
  }

  /** Cuts an ellipsoid that holds w* by all that is known. */
  void cut(Ellipsoid set) {
    List<Strip> strips = strips();
    int[] leaves = sortedLeaves();
    for (int pass = 0; pass < PASSES && !set.isEmpty(); pass++) {
      double shrunk = 0;
      for (int k = 0; k < strips.size() && !set.isEmpty(); k++) {
        Strip strip = strips.get(k);
        shrunk += set.cut(strip.z, strip.low, strip.high);
      }
      shrunk += solve(set, leaves);
      if (shrunk < 0.02) {
        break;
      }
    }
  }

  private List<Strip> strips() {
    List<Strip> strips = new ArrayList<>();
    double[] lo = new double[forest.edges()];
    double[] hi = new double[forest.edges()];
    double[] atNodeLo = new double[forest.nodes()];
    double[] atNodeHi = new double[forest.nodes()];
    double[] rows = new double[forest.edgesOfNodes().longest() * dimension];
    for (int s = forest.nodes() - 1; s >= 0; s--) {
      int from = forest.firstEdge(s);
      int degree = forest.degree(s);
      for (int e = from; e < from + degree; e++) {
        int c = forest.child(e);
        if (c != Forest.LEAF) {
          lo[e] = atNodeLo[c];
          hi[e] = atNodeHi[c];
        } else {
          double chance = Elementary.exp((known[e] - 1) / lambda);
          lo[e] = Double.isNaN(known[e]) ? least : chance;
          hi[e] = Double.isNaN(known[e]) ? 1 : chance;
        }
        atNodeLo[s] += reference.probability(e) * lo[e];
        atNodeHi[s] += reference.probability(e) * hi[e];
      }
      model.gradients(new double[dimension], s, rows);
      compare(from, degree, rows, lo, hi, strips);
    }
    return strips;
  }

  private void compare(
      int from, int degree, double[] rows, double[] lo, double[] hi, List<Strip> strips) {
    for (int a = 0; a < degree; a++) {
      for (int b = a + 1; b < (degree > WIDE ? Math.min(degree, a + 2) : degree); b++) {
        double base = reference.log(from + a) - reference.log(from + b);
        double low = base + Elementary.log(lo[from + a] / hi[from + b]);
        double high = base + Elementary.log(hi[from + a] / lo[from + b]);
        double slack = 1e-13 * (1 + Math.abs(base));
        strips.add(new Strip(difference(rows, a, b), low - slack, high + slack));
      }
    }
  }

  private double[] difference(double[] rows, int a, int b) {
    double[] z = new double[dimension];
    for (int i = 0; i < dimension; i++) {
      z[i] = rows[a * dimension + i] - rows[b * dimension + i];
    }
    return z;
  }

  /** The seen leaves in an order in which neighbours share long prefixes. */
  private int[] sortedLeaves() {
    int[] leaves = new int[seen];
    int n = 0;
    int[] stack = new int[forest.nodes() + 1];
    for (int root = forest.prompts().size() - 1; root >= 0; root--) {
      int top = 0;
      stack[top++] = root;
      while (top > 0) {
        int s = stack[--top];
        for (int e = forest.firstEdge(s); e < forest.firstEdge(s) + forest.degree(s); e++) {
          if (forest.child(e) != Forest.LEAF) {
            stack[top++] = forest.child(e);
          } else if (!Double.isNaN(known[e])) {
            leaves[n++] = e;
          }
        }
      }
    }
    return leaves;
  }

  private double solve(Ellipsoid set, int[] leaves) {
    double shrunk = 0;
    for (int k = 1; k < leaves.length && !set.isEmpty(); k++) {
      if (forest.root(leaves[k]) == forest.root(leaves[k - 1])) {
        shrunk += equation(set, leaves[k - 1], leaves[k]);
      }
    }
    return shrunk;
  }

  /** log π_w(y) − log π_w(y′) is known; its linearisation at the centre with its remainder. */
  private double equation(Ellipsoid set, int y, int other) {
    double[] z = new double[dimension];
    double[] terms = new double[2]; // log-likelihood and the bound of the variances
    double value = (known[y] - known[other]) / lambda + reference.logPath(y);
    value -= reference.logPath(other);
    addPath(set, y, other, 1, z, terms);
    double below = terms[1]; // second derivative at least −Σ variances along y …
    terms[1] = 0;
    addPath(set, other, y, -1, z, terms);
    double above = terms[1]; // … and at most Σ variances along the other
    double mid = value - terms[0];
    for (int i = 0; i < dimension; i++) {
      mid += z[i] * set.centre()[i];
    }
    double slack = 1e-13 * (4 + Math.abs(value));
    return set.cut(z, mid - above / 2 - slack, mid + below / 2 + slack);
  }

  /** Adds the path of one answer behind its common prefix with another. */
  private void addPath(Ellipsoid set, int leaf, int other, int sign, double[] z, double[] terms) {
    double[] mean = new double[dimension];
    for (int e = leaf; e >= 0; e = forest.parentEdge(forest.node(e))) {
      int s = forest.node(e);
      boolean shared = passes(other, s); // by another token, as the answers differ
      int degree = forest.degree(s);
      double[] rows = new double[degree * dimension];
      double[] log = new double[degree];
      double[] law = new double[degree];
      model.gradients(set.centre(), s, rows);
      model.logits(set.centre(), s, s + 1, log);
      Softmax.law(log, 0, degree, law);
      FisherInformation.mean(law, 0, degree, rows, mean);
      int chosen = e - forest.firstEdge(s);
      terms[0] += sign * log[chosen];
      for (int i = 0; i < dimension; i++) {
        z[i] += sign * (rows[chosen * dimension + i] - mean[i]);
      }
      if (shared) {
        return; // the normaliser of the last common state cancels
      }
      terms[1] += variance(set, degree, rows);
    }
  }

  private boolean passes(int leaf, int node) {
    for (int e = leaf; e >= 0; e = forest.parentEdge(forest.node(e))) {
      if (forest.node(e) == node) {
        return true;
      }
    }
    return false;
  }

  /** A bound of Var(uᵀφ) over the laws of a state and the u that the set allows: range²/4. */
  private double variance(Ellipsoid set, int degree, double[] rows) {
    boolean all = degree <= WIDE;
    double widest = 0;
    for (int a = 0; a < degree; a++) {
      for (int b = 0; b < (all ? a : 1); b++) {
        widest = Math.max(widest, set.halfWidth(difference(rows, a, b)));
      }
    }
    double range = all ? widest : 2 * widest;
    return range * range / 4;
  }
}
