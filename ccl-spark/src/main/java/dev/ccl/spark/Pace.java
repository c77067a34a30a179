package dev.ccl.spark;

import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.experiments.run.RunPlan;

/**
 * How long a replicate lasts, by a short sample; tasks are packed by it, and no result depends on
 * it.
 */
final class Pace {
  private static final long SAMPLE_NANOSECONDS = 20_000_000;

  private Pace() {}

  static double seconds(RunPlan plan) {
    LearnerState initial = plan.learner().initial(plan.problem(), plan.firstSeed());
    long last = plan.recorded().last();
    try (Session session = plan.learner().open(plan.problem(), initial, 1)) {
      long began = System.nanoTime();
      long rounds = 0;
      long elapsed = 0;
      for (long step = 1; rounds + step <= last && elapsed < SAMPLE_NANOSECONDS; step *= 2) {
        session.advance(step);
        rounds += step;
        elapsed = System.nanoTime() - began;
      }
      return 1e-9 * Math.max(1, elapsed) * last / Math.max(1, rounds);
    }
  }
}
