package dev.ccl.certificates;

import dev.ccl.algorithms.Memory;

/**
 * Running mean and variance of P = e<sup>(R−1)/λ</sup> by the edge that the label chose, each
 * pulled to the mean over all edges as long as few are seen. They steer bets and decide nothing
 * about their validity.
 */
final class EdgeMoments {
  private static final int FIELDS = 3; // number, mean, sum of squared deviations
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
    add(edges, FIELDS * edge, chance);
    add(all, 0, chance);
  }

  private static void add(double[] fields, int at, double value) {
    fields[at]++;
    double before = value - fields[at + 1];
    fields[at + 1] += before / fields[at];
    fields[at + 2] += before * (value - fields[at + 1]);
  }

  long count(int edge) {
    return (long) edges[FIELDS * edge];
  }

  /** The mean of an edge as seen, NaN before it is seen. */
  double rawMean(int edge) {
    return count(edge) == 0 ? Double.NaN : edges[FIELDS * edge + 1];
  }

  /** The variance of an edge as seen, over n − 1. */
  double rawVariance(int edge) {
    return edges[FIELDS * edge + 2] / (count(edge) - 1);
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
