package dev.ccl.spark.command;

import com.google.common.collect.ImmutableList;
import dev.ccl.cli.ReproduceOptions;
import dev.ccl.experiments.run.Printable;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.experiments.sweep.Sweep;
import dev.ccl.report.reproduce.Experiments;
import dev.ccl.report.reproduce.Reproduction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code ccl cluster reproduce}. */
@Command(
    name = "reproduce",
    description = "Reproduces the paper's message: runs, claims and a report with figures.",
    footer = {
      "",
      "The runs go to the cluster; claims and report are made here afterwards.",
      "The files in DIR are those of ccl reproduce; the same command goes on with them."
    })
final class ReproduceCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private ReproduceOptions options;

  @Mixin private Cluster cluster;

  @Mixin private CheckpointOptions checkpoints;

  ReproduceCommand() {}

  @Override
  public Integer call() throws IOException {
    checkpoints.check();
    Reproduction reproduction = options.reproduction(Runtime.getRuntime().availableProcessors());
    reproduction.begin(StartMode.RESUMED);
    return run(reproduction, options.experiments());
  }

  /** Runs the experiments of a reproduction on the cluster, and the rest of it here. */
  int run(Reproduction reproduction, List<Experiments.Experiment> experiments) throws IOException {
    Path runs = reproduction.runs();
    ImmutableList<Sweep.Cell> cells =
        experiments.stream()
            .map(it -> new Sweep.Cell(it.directory(), it.plan(), runs.resolve(it.directory())))
            .collect(ImmutableList.toImmutableList());
    String advice = "the same command continues from " + Printable.of(runs);
    int code =
        cluster.use(
            Cluster.Job.ofRounds(
                "ccl reproduce", cells, "interrupted; " + advice, Printable.of(runs)),
            spec.commandLine().getErr(),
            (spark, progress) -> Cluster.Ending.of(checkpoints.on(spark).run(cells, progress)));
    return code != 0
        ? code
        : options.run(reproduction, StartMode.RESUMED, advice, spec.commandLine().getOut());
  }
}
