package dev.ccl.algorithms.ccl;

import dev.ccl.core.forest.Forest;

/** What the verifier has said about each answer to a source prompt, by leaf edge. */
final class Replies {
  private final double[] memory; // of each edge: how many, and their sum

  Replies(Forest forest) {
    this.memory = new double[2 * forest.edges()];
  }

  /** Returns all that is remembered; its own array, which may be overwritten to restore it. */
  double[] memory() {
    return memory;
  }

  void record(int leaf, double reward) {
    memory[2 * leaf]++;
    memory[2 * leaf + 1] += reward;
  }

  /** Tells whether anybody has asked about an answer. */
  boolean has(int leaf) {
    return memory[2 * leaf] > 0;
  }

  /** The mean reply to an answer that somebody has asked about. */
  double mean(int leaf) {
    return memory[2 * leaf + 1] / memory[2 * leaf];
  }
}
