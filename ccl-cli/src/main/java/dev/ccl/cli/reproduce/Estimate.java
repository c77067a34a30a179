package dev.ccl.cli.reproduce;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Session;
import dev.ccl.cli.run.RunPlan;
import java.util.List;
import java.util.Locale;

/** How long runs will take on this machine, by a short sample of each. */
final class Estimate {
  private static final long SAMPLE_NANOSECONDS = 100_000_000;

  private Estimate() {}

  /**
   * Runs a tenth of a second or so of each plan.
   *
   * @return how long one thread would be busy with all of them, in seconds
   */
  static double seconds(List<RunPlan> plans) {
    double sum = 0;
    for (RunPlan plan : plans) {
      sum += plan.work() * secondsOfARound(plan);
    }
    return sum;
  }

  /** The first rounds warm up; a round costs the same later, whatever its batches are. */
  private static double secondsOfARound(RunPlan plan) {
    Learner learner = plan.learner();
    long seed = plan.firstSeed();
    try (Session run = learner.open(plan.problem(), learner.initial(plan.problem(), seed), 1)) {
      long step = Math.max(1, Math.min(100, plan.recorded().last() / 4));
      run.advance(step);
      long began = System.nanoTime();
      long rounds = 0;
      long spent = 0;
      do {
        run.advance(step);
        rounds += step;
        spent = System.nanoTime() - began;
      } while (spent < SAMPLE_NANOSECONDS && rounds + 2 * step <= plan.recorded().last());
      return 1e-9 * spent / rounds;
    }
  }

  /** Seconds as people say them. */
  static String text(double seconds) {
    if (seconds < 90) {
      return Math.max(1, Math.round(seconds)) + " seconds";
    }
    return seconds < 5400
        ? Math.round(seconds / 60) + " minutes"
        : String.format(Locale.ROOT, "%.1f hours", seconds / 3600);
  }
}
