package dev.ccl.cli;

import com.google.common.collect.ImmutableList;
import com.google.common.io.MoreFiles;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.cli.run.Interruption;
import dev.ccl.cli.run.Progress;
import dev.ccl.experiments.run.Printable;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.sweep.Sweep;
import dev.ccl.experiments.sweep.SweepFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ccl sweep}. */
@Command(
    name = "sweep",
    description = "Runs a grid of instances, learners, settings and seeds.",
    footer = {
      "",
      "Writes DIR/sweep.json, DIR/sweep.csv and a run in each directory DIR/cells/*.",
      "Run it again to go on after an interruption or to add cells: finished cells",
      "are kept. docs/experiments.md describes FILE."
    })
final class SweepCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "the grid (YAML)")
  private Path file;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "where to write (default: out/ and the name of the file)")
  private Path out;

  @Mixin private Threads threads;

  SweepCommand() {}

  @Override
  public Integer call() throws IOException {
    int atOnce = threads.count();
    ImmutableList<RunPlan> plans = SweepFile.read(file);
    Path directory = out == null ? Path.of("out", MoreFiles.getNameWithoutExtension(file)) : out;
    Sweep sweep = Sweep.of(directory, plans);
    RunJob.End end;
    try (Interruption interruption =
            Interruption.listen(
                "ccl: interrupted; the same command continues in " + Printable.of(directory));
        Progress progress = Progress.of("ccl sweep", "rounds", sweep.work(), interruption)) {
      end = sweep.run(atOnce, Cadence.every(Duration.ofSeconds(10)), progress);
    }
    if (end == RunJob.End.STOPPED) {
      return Interruption.EXIT_CODE;
    }
    PrintWriter console = spec.commandLine().getOut();
    console.printf(
        "%s; written: %s, %s%n",
        Printable.counted(plans.size(), "cell"),
        Printable.of(directory.resolve("sweep.json")),
        Printable.of(directory.resolve("sweep.csv")));
    console.flush();
    return 0;
  }
}
