package dev.ccl.algorithms.batch;

import dev.ccl.core.random.Multinomial;
import dev.ccl.core.random.Stream;

/**
 * Splits the number of rollouts over prompts and then over tokens by exact multinomials. Given the
 * number at a node, the rollouts there continue independently, so the flow has the same law as that
 * of rollouts drawn one at a time; the cost is that of the edges visited, whatever the number.
 */
final class CountSplitting implements BatchSampler {
  private final Layout layout;
  private final double[] scratch;

  CountSplitting(Layout layout) {
    this.layout = layout;
    this.scratch = new double[layout.rootWeights.length];
  }

  @Override
  public void begin(Stream random, double rollouts, NodeLaw law, double[] counts) {
    Multinomial.splitWithTails(
        random,
        rollouts,
        layout.rootWeights,
        layout.rootTails,
        0,
        layout.rootWeights.length,
        scratch,
        counts);
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
    Multinomial.splitWithTails(random, n, weights, tails, from, to, scratch, out);
  }
}
