package dev.ccl.lm.answer;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.math.Elementary;

/**
 * A model's law of the legal pieces at a state: how likely they are together, and which among them.
 */
public final class PieceLaw {
  private final double mass;
  private final double[] logs;

  private PieceLaw(double mass, double[] logs) {
    this.mass = mass;
    this.logs = logs;
  }

  /** Normalises log-probabilities, which are overwritten and kept. */
  static PieceLaw of(double[] logs) {
    double total = Elementary.logSumExp(logs, 0, logs.length);
    checkArgument(
        total > Double.NEGATIVE_INFINITY, "the model gives no legal piece any probability");
    for (int k = 0; k < logs.length; k++) {
      logs[k] -= total;
    }
    return new PieceLaw(Elementary.exp(total), logs);
  }

  /** Returns how likely the legal pieces are together. */
  double mass() {
    return mass;
  }

  /**
   * Returns the logarithm of a piece's probability among the legal ones.
   *
   * @param k which of the legal pieces
   * @return at most 0
   */
  public double log(int k) {
    return logs[k];
  }

  /** What a logit of a teacher may be below the largest: e to this power is no probability. */
  private static final double LOWEST = -100;

  /** Half the distance between the largest and the least logit of a teacher, at most. */
  public static final double TEACHER_RANGE = -0.5 * LOWEST;

  /**
   * Returns the law at a temperature: what a teacher is, in a file and on demand.
   *
   * @param temperature the temperature
   * @return log-probabilities among the legal pieces over the temperature, 100 below the largest at
   *     least, so that they are bounded; a fresh array
   */
  public double[] atTemperature(double temperature) {
    double[] out = new double[logs.length];
    double largest = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < out.length; k++) {
      out[k] = logs[k] / temperature;
      largest = Math.max(largest, out[k]);
    }
    for (int k = 0; k < out.length; k++) {
      out[k] = Math.max(out[k], largest + LOWEST);
    }
    return out;
  }

  /**
   * Returns the logarithm of (1 − share) · law + share · uniform.
   *
   * @param share the share of the uniform law
   * @return one number per legal piece, a fresh array
   */
  public double[] smoothed(double share) {
    double[] out = new double[logs.length];
    for (int k = 0; k < out.length; k++) {
      out[k] = Elementary.log((1 - share) * Elementary.exp(logs[k]) + share / out.length);
    }
    return out;
  }
}
