package dev.ccl.algorithms.batch;

import dev.ccl.core.random.Stream;

/** The expected flow: the sweeps over it give exact costs and gradients. */
final class Expectation implements BatchSampler {
  private final Layout layout;

  Expectation(Layout layout) {
    this.layout = layout;
  }

  @Override
  public void begin(Stream random, double rollouts, NodeLaw law, double[] counts) {
    for (int r = 0; r < layout.rootWeights.length; r++) {
      counts[r] = rollouts * layout.rootWeights[r];
    }
  }

  @Override
  public void split(
      Stream random,
      int node,
      double n,
      double[] weights,
      double[] tails,
      int from,
      int to,
      double[] scratch,
      double[] out) {
    double share = n / tails[from];
    for (int e = from; e < to; e++) {
      out[e] = share * weights[e];
    }
  }
}
