package dev.ccl.cli;

import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.cli.run.Interruption;
import dev.ccl.cli.run.Progress;
import dev.ccl.experiments.run.Printable;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.sweep.LocalThreads;
import dev.ccl.experiments.sweep.Sweep;
import dev.ccl.report.live.LiveReport;
import dev.ccl.report.tensorboard.TensorBoard;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Runs sweeps, with what they may be asked for on the way. */
final class SweepWork {
  @Mixin private Threads threads;

  @Mixin private Watching watching;

  @Option(
      names = "--tensorboard",
      paramLabel = "DIR",
      description = "write event files for TensorBoard to DIR as well, a directory per seed")
  private Path tensorBoard;

  /** Runs what is not finished; returns the exit code if it was interrupted or cells failed. */
  Optional<Integer> run(Sweep sweep, String title, Path directory, CommandSpec spec)
      throws IOException {
    return run(sweep, title, directory, spec.commandLine().getErr(), UnaryOperator.identity());
  }

  /** The same; what is given stands between the work and who watches it. */
  Optional<Integer> run(
      Sweep sweep, String title, Path directory, PrintWriter err, UnaryOperator<Monitor> tap)
      throws IOException {
    int atOnce = threads.count();
    Cadence cadence = watching.cadence();
    List<Exception> failures = Collections.synchronizedList(new ArrayList<>());
    RunJob.End end;
    try (Interruption interruption =
            Interruption.listen(
                "ccl: interrupted; the same command continues in " + Printable.of(directory));
        Progress progress = Progress.of("ccl sweep", "rounds", sweep.work(), interruption)) {
      end =
          watching.during(
              () -> LiveReport.of(title, sweep, SweepReports.locator(directory, List.of())),
              directory,
              tap.apply(progress),
              err,
              monitor ->
                  sweep.run(
                      new LocalThreads(atOnce, cadence),
                      monitor,
                      (cell, reason) -> {
                        failures.add(reason);
                        String name = Printable.of(cell.name());
                        progress.say(err, "ccl: cell " + name + ": " + Failures.describe(reason));
                      }));
    }
    if (end == RunJob.End.STOPPED) {
      return Optional.of(Interruption.EXIT_CODE);
    }
    if (end == RunJob.End.FAILED) {
      if (failures.size() < sweep.cells().size()) {
        err.printf(
            "ccl: %d of %s failed; the others are finished, and the same command runs the rest%n",
            failures.size(), Printable.counted(sweep.cells().size(), "cell"));
        err.flush();
      }
      return Optional.of(Failures.code(failures));
    }
    if (tensorBoard != null) {
      for (Sweep.Cell cell : sweep.cells()) {
        TensorBoard.write(cell.directory(), tensorBoard, cell.name());
      }
    }
    return Optional.empty();
  }
}
