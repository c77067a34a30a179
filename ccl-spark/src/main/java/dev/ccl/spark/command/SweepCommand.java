package dev.ccl.spark.command;

import dev.ccl.experiments.run.Printable;
import dev.ccl.experiments.sweep.Sweep;
import dev.ccl.experiments.sweep.SweepFile;
import dev.ccl.spark.SparkSweep;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ccl cluster sweep}. */
@Command(
    name = "sweep",
    description = "Runs a grid of instances, learners, settings and seeds.",
    footer = {"", "FILE and the files in DIR are those of ccl sweep."})
final class SweepCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "the grid (YAML)")
  private Path file;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "where to write (default: out/ and the name of the file)")
  private Path out;

  @Mixin private Cluster cluster;

  @Mixin private CheckpointOptions checkpoints;

  SweepCommand() {}

  @Override
  public Integer call() throws IOException {
    checkpoints.check();
    SweepFile grid = SweepFile.open(file);
    Path directory = out == null ? SweepFile.standardDirectory(file) : out;
    Sweep sweep = Sweep.of(directory, grid.plans(), grid.question());
    String place = Printable.of(directory);
    int code =
        cluster.use(
            Cluster.Job.ofRounds(
                "ccl sweep",
                sweep.cells(),
                "interrupted; the same command continues in " + place,
                place),
            spec.commandLine().getErr(),
            (spark, progress) ->
                Cluster.Ending.of(SparkSweep.run(checkpoints.on(spark), sweep, progress)));
    if (code == 0) {
      PrintWriter console = spec.commandLine().getOut();
      console.printf(
          "%s; written: %s, %s%n",
          Printable.counted(grid.plans().size(), "cell"),
          Printable.of(directory.resolve("sweep.json")),
          Printable.of(directory.resolve("sweep.csv")));
      console.flush();
    }
    return code;
  }
}
