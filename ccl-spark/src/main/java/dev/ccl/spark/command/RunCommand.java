package dev.ccl.spark.command;

import com.google.common.collect.ImmutableList;
import dev.ccl.cli.RunOptions;
import dev.ccl.experiments.run.Printable;
import dev.ccl.experiments.run.ResultTable;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.sweep.Sweep;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code ccl cluster run}. */
@Command(
    name = "run",
    description = "Runs a learner on an instance over seeds.",
    footer = {"", "The files in DIR are those of ccl run; the same command goes on with a run."})
final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private RunOptions options;

  @Mixin private Cluster cluster;

  @Mixin private CheckpointOptions checkpoints;

  RunCommand() {}

  @Override
  public Integer call() throws IOException {
    checkpoints.check();
    RunPlan plan = options.plan(options.learner());
    Path out = options.out();
    PrintWriter err = spec.commandLine().getErr();
    plan.warnings().forEach(warning -> err.println("ccl: warning: " + Printable.of(warning)));
    err.flush();
    ImmutableList<Sweep.Cell> cells =
        ImmutableList.of(new Sweep.Cell(Printable.of(out), plan, out));
    int code =
        cluster.use(
            Cluster.Job.ofRounds(
                "ccl run",
                cells,
                "interrupted; the same command continues the run in " + Printable.of(out),
                Printable.of(out)),
            err,
            (spark, progress) -> Cluster.Ending.of(checkpoints.on(spark).run(cells, progress)));
    if (code == 0) {
      PrintWriter console = spec.commandLine().getOut();
      console.println(ResultTable.read(out));
      console.println(
          "written: "
              + Printable.of(out.resolve("run.json"))
              + ", "
              + Printable.of(out.resolve("runs.csv")));
      console.flush();
    }
    return code;
  }
}
