package dev.ccl.certificates;

import dev.ccl.algorithms.Memory;
import dev.ccl.algorithms.ccl.RewardRegression;
import dev.ccl.core.exact.FisherInformation;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.Softmax;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import java.util.Arrays;

/**
 * Bounds of w* from the exact rewards of the source answers seen so far, without probability (claim
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
  private static final int PASSES = 60;
  private static final double WORK = 1e9; // numbers that the passes may read
  private static final int WIDE = 8; // tokens of a state, above which not all pairs are compared

  private final Forest forest;
  private final EdgeModel model;
  private final EdgeLaw reference;
  private final double lambda;
  private final double least;
  private final int dimension;
  private final double[] known; // rewards by leaf edge, NaN where not seen
  private int seen;

  private final double[] z; // of one strip
  private final double[] mean;
  private final double[] rows; // of one node, as the next two
  private final double[] logs;
  private final double[] law;

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
    int widest = forest.edgesOfNodes().longest();
    this.z = new double[dimension];
    this.mean = new double[dimension];
    this.rows = new double[widest * dimension];
    this.logs = new double[widest];
    this.law = new double[widest];
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

  /**
   * Cuts an ellipsoid that holds w* by all that is known, again and again as long as it shrinks.
   * Any number of cuts leaves an ellipsoid that holds w*, so the work is bounded where there are
   * many.
   */
  void cut(Ellipsoid set) {
    double[] strips = strips();
    int[] leaves = sortedLeaves();
    double work = (double) (strips.length + leaves.length) * dimension;
    int passes = (int) Math.max(1, Math.min(PASSES, WORK / work));
    for (int pass = 0; pass < passes && !set.isEmpty(); pass++) {
      double shrunk = 0;
      for (int at = 0; at < strips.length && !set.isEmpty(); at += dimension + 2) {
        System.arraycopy(strips, at, z, 0, dimension);
        shrunk += set.cut(z, strips[at + dimension], strips[at + dimension + 1]);
      }
      shrunk += solve(set, leaves);
      if (shrunk < 0.02) {
        break;
      }
    }
  }

  /** The strips low ≤ zᵀw* ≤ high of all comparisons, each z, low, high. */
  private double[] strips() {
    double[] lowest = new double[known.length];
    double[] highest = new double[known.length];
    for (int e = 0; e < known.length; e++) {
      double chance = Elementary.exp((known[e] - 1) / lambda);
      lowest[e] = Double.isNaN(known[e]) ? least : chance;
      highest[e] = Double.isNaN(known[e]) ? 1 : chance;
    }
    double[] lo = Sweeps.behind(reference, lowest);
    double[] hi = Sweeps.behind(reference, highest);
    int[] pairs = {0};
    forest.up((s, from, to) -> forEachPair(from, to, (a, b) -> pairs[0]++));
    double[] strips = new double[pairs[0] * (dimension + 2)];
    double[] origin = new double[dimension];
    int[] at = {0};
    forest.up(
        (s, from, to) -> {
          model.gradients(origin, s, rows);
          forEachPair(
              from,
              to,
              (a, b) -> {
                difference(a - from, b - from, strips, at[0]);
                double base = reference.log(a) - reference.log(b);
                double slack = 1e-13 * (1 + Math.abs(base));
                strips[at[0] + dimension] = base + Elementary.log(lo[a] / hi[b]) - slack;
                strips[at[0] + dimension + 1] = base + Elementary.log(hi[a] / lo[b]) + slack;
                at[0] += dimension + 2;
              });
        });
    return strips;
  }

  /** Two edges of a node that are compared. */
  @FunctionalInterface
  private interface Pair {
    void of(int a, int b);
  }

  private static void forEachPair(int from, int to, Pair action) {
    for (int a = from; a < to; a++) {
      for (int b = a + 1; b < (to - from > WIDE ? Math.min(to, a + 2) : to); b++) {
        action.of(a, b);
      }
    }
  }

  /** The difference of two tokens' features at the node whose features are in the rows. */
  private void difference(int a, int b, double[] out, int at) {
    for (int i = 0; i < dimension; i++) {
      out[at + i] = rows[a * dimension + i] - rows[b * dimension + i];
    }
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
    double[] gradient = new double[dimension];
    double[] terms = new double[2]; // log-likelihood and the bound of the variances
    double value = (known[y] - known[other]) / lambda + reference.logPath(y);
    value -= reference.logPath(other);
    addPath(set, y, other, 1, gradient, terms);
    double below = terms[1]; // second derivative at least −Σ variances along y …
    terms[1] = 0;
    addPath(set, other, y, -1, gradient, terms);
    double above = terms[1]; // … and at most Σ variances along the other
    double mid = value - terms[0];
    for (int i = 0; i < dimension; i++) {
      mid += gradient[i] * set.centre()[i];
    }
    double slack = 1e-13 * (4 + Math.abs(value));
    return set.cut(gradient, mid - above / 2 - slack, mid + below / 2 + slack);
  }

  /** Adds the path of one answer behind its common prefix with another. */
  private void addPath(
      Ellipsoid set, int leaf, int other, int sign, double[] gradient, double[] terms) {
    for (int e = leaf; e >= 0; e = forest.parentEdge(forest.node(e))) {
      int s = forest.node(e);
      boolean shared = passes(other, s); // by another token, as the answers differ
      int degree = forest.degree(s);
      model.gradients(set.centre(), s, rows);
      model.logits(set.centre(), s, s + 1, logs);
      Softmax.law(logs, 0, degree, law);
      FisherInformation.mean(law, 0, degree, rows, mean);
      int chosen = e - forest.firstEdge(s);
      terms[0] += sign * logs[chosen];
      for (int i = 0; i < dimension; i++) {
        gradient[i] += sign * (rows[chosen * dimension + i] - mean[i]);
      }
      if (shared) {
        return; // the normaliser of the last common state cancels
      }
      terms[1] += variance(set, degree);
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
  private double variance(Ellipsoid set, int degree) {
    boolean all = degree <= WIDE;
    double widest = 0;
    for (int a = 0; a < degree; a++) {
      for (int b = 0; b < (all ? a : 1); b++) {
        difference(a, b, z, 0);
        widest = Math.max(widest, set.halfWidth(z));
      }
    }
    double range = all ? widest : 2 * widest;
    return range * range / 4;
  }
}
