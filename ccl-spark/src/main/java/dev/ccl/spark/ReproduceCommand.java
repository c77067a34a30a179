package dev.ccl.spark;

import com.google.common.collect.ImmutableList;
import dev.ccl.experiments.report.SummaryText;
import dev.ccl.experiments.reproduce.Effort;
import dev.ccl.experiments.reproduce.Experiments;
import dev.ccl.experiments.reproduce.Reproduction;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.experiments.sweep.Sweep;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code ccl cluster reproduce}. */
@Command(
    name = "reproduce",
    description = "Reproduces the paper's message with many seeds and rounds.",
    footer = {
      "",
      "The runs go to the cluster; claims and report are made on this machine afterwards.",
      "The files in DIR are those of ccl reproduce --full."
    })
final class ReproduceCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--quick", description = "a first look instead of the whole")
  private boolean quick;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "out/reproduce",
      description = "where to write (default: ${DEFAULT-VALUE})")
  private Path out;

  @Mixin private Cluster cluster;

  ReproduceCommand() {}

  @Override
  public Integer call() throws IOException {
    Effort effort = quick ? Effort.QUICK : Effort.FULL;
    int processors = Runtime.getRuntime().availableProcessors();
    Reproduction reproduction = Reproduction.of(effort, 1, processors, out);
    Files.createDirectories(reproduction.runs());
    ImmutableList<Sweep.Cell> cells =
        Experiments.of(effort, 1, out).stream()
            .map(
                it ->
                    new Sweep.Cell(
                        it.directory(), it.plan(), reproduction.runs().resolve(it.directory())))
            .collect(ImmutableList.toImmutableList());
    PrintWriter err = spec.commandLine().getErr();
    int code =
        cluster.use(
            "ccl reproduce", cells, out, err, (runs, progress) -> runs.run(cells, progress));
    if (code != 0) {
      return code;
    }
    Reproduction.Result result = reproduction.run(StartMode.RESUMED).orElseThrow();
    PrintWriter console = spec.commandLine().getOut();
    console.print(SummaryText.of(result.report()));
    console.printf(
        "claims: %d of %d hold%nwritten: %s%n",
        result.claims().held(), result.claims().entries().size(), out.resolve("report.html"));
    console.flush();
    return result.claims().held() == result.claims().entries().size() ? 0 : 1;
  }
}
