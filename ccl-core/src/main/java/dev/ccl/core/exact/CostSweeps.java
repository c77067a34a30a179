package dev.ccl.core.exact;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import java.util.Arrays;

/**
 * The sweeps at one parameter. Averages over the tokens of a node are taken about the value of its
 * most likely token, so that the advantage Q(e) − V(s) has a small relative error even where the
 * student is almost deterministic and the difference of Q and V would be rounding alone.
 */
final class CostSweeps {
  private final LogRatioCost cost;
  private final Forest forest;
  private final double[] theta;
  private final EdgeLaw law;
  private final double[] reach;
  private final int[] likeliest; // the most likely edge of each node
  private final double[] toGo; // V, one value per node
  private final double[] advantage; // Q − V, one value per edge

  private CostSweeps(LogRatioCost cost, double[] theta) {
    this.cost = cost;
    this.forest = cost.student().forest();
    this.theta = theta;
    this.law = cost.student().law(theta);
    this.reach = Sweeps.reach(law, cost.rootWeights());
    this.likeliest = new int[forest.nodes()];
    this.toGo = new double[forest.nodes()];
    this.advantage = new double[forest.edges()];
    forest.up(this::evaluate);
  }

  private void evaluate(int s, int from, int to) {
    int best = from;
    for (int e = from; e < to; e++) {
      advantage[e] = edgeToGo(e);
      best = law.log(e) > law.log(best) ? e : best;
    }
    likeliest[s] = best;
    double base = advantage[best];
    toGo[s] = base + centre(advantage, s);
  }

  static CostSweeps of(LogRatioCost cost, double[] theta) {
    checkArgument(
        theta.length == cost.dimension(),
        "theta: %s numbers for dimension %s",
        theta.length,
        cost.dimension());
    return new CostSweeps(cost, theta);
  }

  double ratio(int e) {
    return cost.weight() * law.log(e) - cost.potential(e);
  }

  private double edgeToGo(int e) {
    int c = forest.child(e);
    return ratio(e) + (c == Forest.LEAF ? 0 : toGo[c]);
  }

  /**
   * Subtracts the mean under the law from the values at a node; returns by how much the mean
   * exceeds the value of the most likely token.
   */
  private double centre(double[] values, int s) {
    int from = forest.firstEdge(s);
    int to = forest.firstEdge(s + 1);
    double base = values[likeliest[s]];
    double excess = 0;
    for (int e = from; e < to; e++) {
      values[e] -= base;
      excess += law.probability(e) * values[e];
    }
    for (int e = from; e < to; e++) {
      values[e] -= excess;
    }
    return excess;
  }

  double value() {
    double sum = 0;
    for (int r = 0; r < cost.rootWeights().length; r++) {
      sum += cost.rootWeights()[r] * toGo[r];
    }
    return sum;
  }

  /** ∂C/∂f(e) = reach(s) π(e) [Q(e) − V(s)]; the term κ E[S] of the product rule vanishes. */
  double[] coefficients() {
    double[] c = new double[forest.edges()];
    for (int e = 0; e < c.length; e++) {
      c[e] = reach[forest.node(e)] * law.probability(e) * advantage[e];
    }
    return c;
  }

  /** The derivative of {@link #coefficients} in a direction of the parameter space. */
  double[] coefficientSlopes(double[] direction) {
    double[] logSlope = new double[forest.edges()]; // of log π(e)
    cost.student().pushforward(theta, direction, 0, forest.nodes(), logSlope);
    double[] logReachSlope = new double[forest.nodes()];
    forest.down(
        (s, from, to) -> {
          centre(logSlope, s);
          for (int e = from; e < to; e++) {
            if (forest.child(e) != Forest.LEAF) {
              logReachSlope[forest.child(e)] = logReachSlope[s] + logSlope[e];
            }
          }
        });
    double[] toGoSlope = new double[forest.nodes()];
    double[] slope = new double[forest.edges()]; // of Q, then of Q − V, then of the coefficient
    forest.up(
        (s, from, to) -> {
          double moved = 0; // V changes because the law moves …
          for (int e = from; e < to; e++) {
            int c = forest.child(e);
            slope[e] = cost.weight() * logSlope[e] + (c == Forest.LEAF ? 0 : toGoSlope[c]);
            moved += law.probability(e) * logSlope[e] * advantage[e];
          }
          double base = slope[likeliest[s]];
          toGoSlope[s] = moved + base + centre(slope, s); // … and because Q does
          for (int e = from; e < to; e++) {
            slope[e] =
                reach[s]
                    * law.probability(e)
                    * ((logReachSlope[s] + logSlope[e]) * advantage[e] + slope[e] - moved);
          }
        });
    return slope;
  }

  /** E‖S·Z − centre‖² over the leaves. */
  double sampleMoment(double[] centre) {
    int d = cost.dimension();
    double[] scores = new double[forest.nodes() * d]; // score of the path to each node
    double[] costs = new double[forest.nodes()]; // Z of the path to each node
    double[] rows = new double[forest.edgesOfNodes().longest() * d];
    double[] mean = new double[d];
    double moment = 0;
    for (int s = 0; s < forest.nodes(); s++) {
      int from = forest.firstEdge(s);
      int degree = forest.degree(s);
      cost.student().gradients(theta, s, rows);
      Arrays.fill(mean, 0.0);
      for (int k = 0; k < degree; k++) {
        for (int i = 0; i < d; i++) {
          mean[i] += law.probability(from + k) * rows[k * d + i];
        }
      }
      for (int k = 0; k < degree; k++) {
        int c = forest.child(from + k);
        double z = costs[s] + ratio(from + k);
        double square = 0;
        for (int i = 0; i < d; i++) {
          double score = scores[s * d + i] + rows[k * d + i] - mean[i];
          if (c != Forest.LEAF) {
            scores[c * d + i] = score;
          }
          double deviation = score * z - centre[i];
          square += deviation * deviation;
        }
        if (c != Forest.LEAF) {
          costs[c] = z;
        } else {
          moment += reach[s] * law.probability(from + k) * square;
        }
      }
    }
    return moment;
  }
}
