package dev.ccl.algorithms.engine;

import dev.ccl.core.random.RandomStream;

/**
 * Turns a law and a number of rollouts into a flow: how many rollouts pass through each edge. All
 * samplers of whole flows are equal in law; {@link Expectation} gives the mean of that law.
 */
interface BatchSampler {
  /** Whether rollouts are drawn one by one, with the law of a walker. */
  default boolean walks() {
    return false;
  }

  /**
   * Begins a batch and spreads its rollouts over the roots.
   *
   * @param random the stream of the batch
   * @param rollouts their number, an integer held as a double
   * @param law whose rollouts they are
   * @param counts overwritten at the roots
   */
  void begin(RandomStream random, double rollouts, NodeLaw law, double[] counts);

  /**
   * Spreads the rollouts at the nodes of a block over their edges.
   *
   * @param random the stream of the block
   * @param block the block
   * @param worker the worker that asks; workers have scratch of their own
   * @param counts the number of rollouts at each node of the forest; read
   * @param weights the unnormalised probabilities of the block's edges; read
   * @param tails the sums of the weights from an edge to the last one of its node; read
   * @param out overwritten at the edges of nodes with rollouts: how many take each edge
   */
  void split(
      RandomStream random,
      int block,
      int worker,
      double[] counts,
      double[] weights,
      double[] tails,
      double[] out);
}
