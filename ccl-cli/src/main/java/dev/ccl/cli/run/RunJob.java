package dev.ccl.cli.run;

import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Checkpoints;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.Replicates;
import java.io.IOException;
import java.nio.file.Path;

/** Takes a plan to its files, from wherever an earlier attempt has left it. */
public final class RunJob {
  private RunJob() {}

  /** How a job ended. */
  public enum End {
    /** The files are there, made by this job or found complete. */
    FINISHED,
    /** The monitor stopped it; it can be resumed. */
    STOPPED
  }

  /**
   * Runs a plan.
   *
   * @param plan what to run
   * @param out the directory
   * @param beginning what may be in the directory
   * @param threads how many threads, which changes no result
   * @param cadence how often to keep a checkpoint, which changes no result
   * @param monitor watches and may stop the job
   * @return how it ended
   * @throws IOException if a file cannot be written
   * @throws IllegalArgumentException if something else is in the directory
   */
  public static End run(
      RunPlan plan, Path out, Beginning beginning, int threads, Cadence cadence, Monitor monitor)
      throws IOException {
    try (RunDirectory directory = RunDirectory.open(out, beginning)) {
      if (directory.holds(plan)) {
        monitor.completed(plan.work());
        return End.FINISHED;
      }
      Checkpoints checkpoints = Checkpoints.in(directory.checkpoints(), plan.identity(), cadence);
      boolean complete =
          Replicates.of(plan.learner(), plan.problem(), plan.recorded())
              .run(plan.firstSeed(), plan.seeds(), threads, checkpoints, monitor);
      if (!complete) {
        return End.STOPPED;
      }
      RunFiles.write(plan, checkpoints, directory, threads);
      return End.FINISHED;
    }
  }
}
