package dev.ccl.spark;

import dev.ccl.algorithms.run.Monitor;
import dev.ccl.experiments.sweep.Sweep;
import java.io.IOException;

/** A sweep on a cluster, with the files of {@code ccl sweep}. */
public final class SparkSweep {
  private SparkSweep() {}

  /**
   * Runs the cells that are not finished, and puts all together if all are.
   *
   * @param runs where to run
   * @param sweep the cells
   * @param monitor watches and may stop
   * @return how it ended
   * @throws IOException if the driver cannot read or write a file; what was written is kept
   */
  public static SparkRuns.Outcome run(SparkRuns runs, Sweep sweep, Monitor monitor)
      throws IOException {
    SparkRuns.Outcome outcome = runs.run(sweep.cells(), monitor);
    if (outcome.isComplete()) {
      sweep.summarize();
    }
    return outcome;
  }
}
