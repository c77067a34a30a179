package dev.ccl.cli;

import dev.ccl.experiments.run.Printable;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.report.reproduce.Reproduction;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code ccl reproduce}. */
@Command(
    name = "reproduce",
    description = "Reproduces the paper's message: runs, claims and a report with figures.",
    footer = {
      "",
      "Takes about two minutes on two processors. Writes DIR/report.html, the files behind each",
      "figure, DIR/manifest.json and, apart from everything else, DIR/times.json."
    })
final class ReproduceCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private ReproduceOptions options;

  @Mixin private Threads threads;

  @Option(names = "--resume", description = "take over the runs of an interrupted reproduction")
  private boolean resume;

  ReproduceCommand() {}

  @Override
  public Integer call() throws IOException {
    Reproduction reproduction = options.reproduction(threads.count());
    return options.run(
        reproduction,
        resume ? StartMode.RESUMED : StartMode.FRESH,
        "the same command with --resume continues from " + Printable.of(reproduction.runs()),
        spec.commandLine().getOut());
  }
}
