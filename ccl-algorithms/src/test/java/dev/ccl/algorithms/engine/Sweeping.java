package dev.ccl.algorithms.engine;

import dev.ccl.algorithms.ccl.GradientEstimate;

/** Batches in the short notation of tests, in which 0 rollouts are the exact expectation. */
public final class Sweeping {
  private Sweeping() {}

  /** A batch by its size and name. */
  public static Rollouts rollouts(long number, long round, long update) {
    Rollouts rollouts = number == 0 ? Rollouts.exact() : Rollouts.of(number);
    return rollouts.at(round, update);
  }

  /** The gradient of an estimate. */
  public static double gradient(
      TargetBatches sweep,
      double[] theta,
      long number,
      GradientEstimate estimate,
      long round,
      long update,
      double[] out) {
    Credit credit = estimate == GradientEstimate.CAUSAL ? Credit.TOKEN : Credit.ANSWER;
    return sweep.gradient(theta, rollouts(number, round, update), credit, 0, out);
  }
}
