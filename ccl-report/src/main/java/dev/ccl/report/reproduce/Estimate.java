package dev.ccl.report.reproduce;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.experiments.run.RunPlan;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/** How long runs will take on this machine where nothing else is going on, by a sample of each. */
final class Estimate {
  private static final long SAMPLE_NANOSECONDS = 200_000_000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final LongSupplier clock; // nanoseconds

  /** With another clock than the processor's, for tests. */
  Estimate(LongSupplier clock) {
    this.clock = clock;
  }

  /**
   * Runs less than half a second of each plan.
   *
   * @return how long one processor would be busy with all of them, in seconds
   */
  static double seconds(List<RunPlan> plans) {
    return new Estimate(Estimate::now).of(plans);
  }

  double of(List<RunPlan> plans) {
    double sum = 0;
    for (RunPlan plan : plans) {
      sum += plan.work() * secondsOfARound(plan);
    }
    return sum;
  }

  /** A round costs about the same early and late, whatever its batches are. */
  private double secondsOfARound(RunPlan plan) {
    Learner learner = plan.learner();
    LearnerState initial = learner.initial(plan.problem(), plan.firstSeed());
    long last = plan.recorded().last();
    try (Session run = learner.open(plan.problem(), initial, 1)) {
      sample(run, last / 2); // warms up
      return sample(run, last - last / 2);
    }
  }

  /** The seconds of a round, from as many rounds as a sample has time for. */
  private double sample(Session run, long most) {
    long began = clock.getAsLong();
    long rounds = 0;
    for (long step = 1;
        rounds + step <= most && clock.getAsLong() - began < SAMPLE_NANOSECONDS;
        step *= 2) {
      run.advance(step);
      rounds += step;
    }
    return 1e-9 * (clock.getAsLong() - began) / Math.max(1, rounds);
  }

  /** The processor time of this thread, which other programs do not lengthen. */
  private static long now() {
    return THREADS.isCurrentThreadCpuTimeSupported()
        ? THREADS.getCurrentThreadCpuTime()
        : System.nanoTime();
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
