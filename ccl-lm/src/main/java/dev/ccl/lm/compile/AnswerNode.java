package dev.ccl.lm.compile;

import com.google.common.collect.ImmutableList;
import dev.ccl.lm.recipe.StateReading;

/**
 * A state of an answer tree as a model sees it.
 *
 * @param prefix the pieces before it
 * @param legal its legal pieces, the end among them as the empty piece
 * @param laws the model's law on them
 * @param reading what features are made of
 */
record AnswerNode(
    ImmutableList<String> prefix,
    ImmutableList<String> legal,
    Law laws,
    StateReading reading) {

  /** The model's law on the legal pieces. */
  static final class Law {
    private final double mass;
    private final double[] logs;

    Law(double mass, double[] logs) {
      this.mass = mass;
      this.logs = logs;
    }

    /** The probability that the model gives to the legal pieces together. */
    double mass() {
      return mass;
    }

    /** The log-probability of a piece among the legal ones. */
    double log(int k) {
      return logs[k];
    }

    int size() {
      return logs.length;
    }
  }
}
