package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.Subject;
import org.junit.jupiter.api.Test;

/** How long replicates last, against the time that it takes to find out. */
class PaceTest {
  private static RunPlan plan(long rounds) {
    return RunPlan.of(
        Subject.of("judge.json", SeparationInstance.of(1, 2, 2, 0.5)),
        Ccl.practical(),
        RecordedRounds.logarithmic(rounds),
        1,
        1);
  }

  /** Fifteen rounds are tried, all or at least one of them, in less time than the whole call. */
  @Test
  void aShortRunLastsNoLongerThanItsSample() {
    RunPlan plan = plan(15);
    Pace.seconds(plan);
    long began = System.nanoTime();
    double seconds = Pace.seconds(plan);
    double whole = 1e-9 * (System.nanoTime() - began);
    assertTrue(seconds > 0 && seconds <= 15 * whole, seconds + " of " + whole);
  }

  /** Of a billion rounds a few thousand are tried. */
  @Test
  void aLongRunLastsLongerThanItsSample() {
    long began = System.nanoTime();
    double seconds = Pace.seconds(plan(1_000_000_000));
    double whole = 1e-9 * (System.nanoTime() - began);
    assertTrue(seconds > whole, seconds + " of " + whole);
  }
}
