package dev.ccl.algorithms.batch;

import dev.ccl.core.random.Stream;

/**
 * Turns a law and a number of rollouts into a flow: how many rollouts pass through each edge. All
 * samplers of whole flows are equal in law; {@link Expectation} gives the mean of that law.
 */
interface BatchSampler {
  /**
   * Begins a batch and spreads its rollouts over the roots.
   *
   * @param random the stream of the batch
   * @param rollouts their number, an integer held as a double
   * @param law whose rollouts they are
   * @param counts overwritten at the roots
   */
  void begin(Stream random, double rollouts, NodeLaw law, double[] counts);

  /**
   * Spreads the rollouts at a node over its edges.
   *
   * @param random the stream of the node's block
   * @param node the node
   * @param n the number of rollouts there, positive
   * @param weights the unnormalised probabilities of the edges; read
   * @param tails the sums of the weights from an edge to the last one of the node; read
   * @param from the first edge
   * @param to the edge after the last
   * @param scratch overwritten
   * @param out overwritten from {@code from} to {@code to}
   */
  void split(
      Stream random,
      int node,
      double n,
      double[] weights,
      double[] tails,
      int from,
      int to,
      double[] scratch,
      double[] out);
}
