package dev.ccl.certificates;

import dev.ccl.algorithms.Memory;
import dev.ccl.core.math.Moments;

/**
 * Running mean and variance of P = e<sup>(R−1)/λ</sup> by the edge that the label chose, each
 * pulled to the mean over all edges as long as few are seen. They steer bets and decide nothing
 * about their validity.
 */
final class EdgeMoments {
  private static final int FIELDS = Moments.FIELDS;
  private static final double PRIOR = 1; // how many observations the overall mean counts for

  private final double priorVariance;
  private final double[] edges;
  private final double[] all;

  /** Starts with no observation, or with those that a memory has under the name. */
  EdgeMoments(double least, int edges, Memory memory, String name) {
    this.priorVariance = (1 - least) * (1 - least) / 12; // of a uniform law on [p_m, 1]
    this.edges = memory.keep(name + "-edges", new double[FIELDS * edges]);
    this.all = memory.keep(name + "-all", new double[] {1, (1 + least) / 2, priorVariance});
  }

  void add(int edge, double chance) {
    Moments.add(edges, FIELDS * edge, chance, 1);
    Moments.add(all, 0, chance, 1);
  }

  long count(int edge) {
    return (long) edges[FIELDS * edge];
  }

  double mean(int edge) {
    long n = count(edge);
    return n == 0 ? all[1] : (n * edges[FIELDS * edge + 1] + PRIOR * all[1]) / (n + PRIOR);
  }

  double variance(int edge) {
    long n = count(edge);
    double seen = n == 0 ? 0 : edges[FIELDS * edge + 2];
    return (seen + PRIOR * priorVariance) / (n + PRIOR);
  }
}
