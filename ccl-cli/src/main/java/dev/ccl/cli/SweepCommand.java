package dev.ccl.cli;

import dev.ccl.experiments.run.Printable;
import dev.ccl.experiments.sweep.Sweep;
import dev.ccl.experiments.sweep.SweepFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
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
      "Writes DIR/sweep.json, DIR/sweep.csv, DIR/cells.csv and a run in each directory",
      "DIR/cells/*; ccl report DIR compares the cells.",
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

  @Mixin private SweepWork work;

  SweepCommand() {}

  @Override
  public Integer call() throws IOException {
    SweepFile grid = SweepFile.open(file);
    Path directory = out == null ? SweepFile.standardDirectory(file) : out;
    Sweep sweep = Sweep.of(directory, grid.plans(), grid.question());
    Optional<Integer> interrupted = work.run(sweep, file.toString(), directory, spec);
    if (interrupted.isPresent()) {
      return interrupted.get();
    }
    PrintWriter console = spec.commandLine().getOut();
    console.printf(
        "%s; written: %s, %s%n",
        Printable.counted(grid.plans().size(), "cell"),
        Printable.of(directory.resolve("sweep.json")),
        Printable.of(directory.resolve("sweep.csv")));
    console.flush();
    return 0;
  }
}
