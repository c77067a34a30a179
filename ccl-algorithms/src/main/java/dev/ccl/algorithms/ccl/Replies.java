package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.core.forest.Forest;

/** The verifier's replies to each answer, by leaf edge: their number and their sum. */
final class Replies implements RoundListener {
  private final double[] memory; // of each edge: how many, and their sum

  Replies(Forest forest) {
    this.memory = new double[2 * forest.edges()];
  }

  /** Returns all that is remembered; its own array, which may be overwritten to restore it. */
  double[] memory() {
    return memory;
  }

  @Override
  public void verified(SourceCursor walk, Comparison comparison, double reward) {
    record(walk.leaf(), reward);
  }

  void record(int leaf, double reward) {
    memory[2 * leaf]++;
    memory[2 * leaf + 1] += reward;
  }

  /** Tells whether an answer has been verified. */
  boolean has(int leaf) {
    return memory[2 * leaf] > 0;
  }

  /** The mean reply to an answer that somebody has asked about. */
  double mean(int leaf) {
    return memory[2 * leaf + 1] / memory[2 * leaf];
  }
}
