package dev.ccl.algorithms.evidence;

import java.util.Arrays;

/**
 * Running mean and variance of P = e<sup>(R−1)/λ</sup> by the edge that the label chose, each
 * pulled to the mean over all edges as long as few are seen. They steer bets and decide nothing
 * about their validity.
 */
final class EdgeMoments {
  private static final int FIELDS = 3; // number, mean, sum of squared deviations
  private static final double PRIOR = 1; // how many observations the overall mean counts for

  private final double priorVariance;
  private double[] edges;
  private final double[] all = new double[FIELDS];

  EdgeMoments(double least, int edges) {
    this.priorVariance = (1 - least) * (1 - least) / 12; // of a uniform law on [p_m, 1]
    this.edges = new double[FIELDS * edges];
    all[0] = 1;
    all[1] = (1 + least) / 2;
    all[2] = priorVariance;
  }

  void add(int edge, double chance) {
    if (FIELDS * edge >= edges.length) {
      edges = Arrays.copyOf(edges, Math.max(FIELDS * (edge + 1), 2 * edges.length));
    }
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
    return FIELDS * edge < edges.length ? (long) edges[FIELDS * edge] : 0;
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

  double[] memory() {
    double[] memory = Arrays.copyOf(edges, edges.length + FIELDS);
    System.arraycopy(all, 0, memory, edges.length, FIELDS);
    return memory;
  }

  void restore(double[] memory) {
    edges = Arrays.copyOf(memory, memory.length - FIELDS);
    System.arraycopy(memory, edges.length, all, 0, FIELDS);
  }
}
