package dev.ccl.algorithms.engine;

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
      Credit credit,
      long round,
      long update,
      double[] out) {
    return sweep.gradient(theta, rollouts(number, round, update), credit, out);
  }
}
