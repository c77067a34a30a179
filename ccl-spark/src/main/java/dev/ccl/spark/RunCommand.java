package dev.ccl.spark;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.cli.run.WholeNumber;
import dev.ccl.experiments.run.LearnerChoice;
import dev.ccl.experiments.run.ResultTable;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.Subject;
import dev.ccl.experiments.sweep.Sweep;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ccl cluster run}. */
@Command(
    name = "run",
    description = "Runs a learner on an instance over seeds.",
    footer = {"", "The files in DIR are those of ccl run; the same command goes on with a run."})
final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "the instance (ccl-instance/1)")
  private Path file;

  @Option(
      names = "--rounds",
      paramLabel = "T",
      required = true,
      converter = WholeNumber.class,
      description = "rounds of each seed")
  private long rounds;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "1",
      description = "how many consecutive seeds (default: ${DEFAULT-VALUE})")
  private int seeds;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      converter = WholeNumber.class,
      description = "the first seed (default: ${DEFAULT-VALUE})")
  private long seed;

  @Option(names = "--out", paramLabel = "DIR", required = true, description = "where to write")
  private Path out;

  @Option(
      names = "--learner",
      paramLabel = "NAME",
      defaultValue = "ccl",
      description = "one of the learners of ccl run (default: ${DEFAULT-VALUE})")
  private String learner;

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      description = "paper or practical, of learner ccl (default: paper)")
  private String preset;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "a setting of the learner; may be repeated")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Mixin private Cluster cluster;

  RunCommand() {}

  @Override
  public Integer call() throws IOException {
    checkArgument(rounds >= 1, "--rounds: %s is not at least 1", rounds);
    RunPlan plan =
        RunPlan.of(
            Subject.read(file),
            LearnerChoice.find(learner, Optional.ofNullable(preset), settings),
            RecordedRounds.logarithmic(rounds),
            seed,
            seeds);
    PrintWriter err = spec.commandLine().getErr();
    plan.warnings().forEach(warning -> err.println("ccl: warning: " + warning));
    err.flush();
    ImmutableList<Sweep.Cell> cells =
        ImmutableList.of(new Sweep.Cell(out.getFileName().toString(), plan, out));
    int code =
        cluster.use("ccl run", cells, out, err, (runs, progress) -> runs.run(cells, progress));
    if (code == 0) {
      PrintWriter console = spec.commandLine().getOut();
      console.println(ResultTable.read(out));
      console.println("written: " + out.resolve("run.json") + ", " + out.resolve("runs.csv"));
      console.flush();
    }
    return code;
  }
}
