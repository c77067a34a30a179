package dev.ccl.cli;

import dev.ccl.cli.run.Interruption;
import dev.ccl.cli.run.Progress;
import dev.ccl.experiments.report.SummaryText;
import dev.ccl.experiments.reproduce.ClaimSheet;
import dev.ccl.experiments.reproduce.Effort;
import dev.ccl.experiments.reproduce.Reproduction;
import dev.ccl.experiments.run.Audience;
import dev.ccl.experiments.run.Printable;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.lm.compile.ShippedInstance;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
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

  @ArgGroup private Amount amount = new Amount();

  /** One of two flags. */
  static final class Amount {
    @Option(names = "--quick", description = "a first look, in about 20 seconds")
    private boolean quick;

    @Option(
        names = "--full",
        description = "with many seeds and rounds, for hours; begins with an estimate")
    private boolean full;
  }

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "out/reproduce",
      description = "where to write (default: ${DEFAULT-VALUE})")
  private Path out;

  @Mixin private FirstSeed seed;

  @Mixin private Threads threads;

  @Option(names = "--resume", description = "take over the runs of an interrupted reproduction")
  private boolean resume;

  ReproduceCommand() {}

  @Override
  public Integer call() throws IOException {
    Effort effort = amount.quick ? Effort.QUICK : amount.full ? Effort.FULL : Effort.STANDARD;
    Reproduction reproduction =
        Reproduction.of(effort, seed.value(), threads.count(), out)
            .with("language-model", ShippedInstance.mixture());
    String advice =
        "ccl: interrupted; the same command with --resume continues from "
            + Printable.of(reproduction.runs());
    Optional<Reproduction.Result> result;
    try (Interruption interruption = Interruption.listen(advice)) {
      result =
          reproduction.run(resume ? StartMode.RESUMED : StartMode.FRESH, audience(interruption));
    }
    if (result.isEmpty()) {
      return Interruption.EXIT_CODE;
    }
    ClaimSheet claims = result.get().claims();
    PrintWriter console = spec.commandLine().getOut();
    console.print(SummaryText.of(result.get().report()));
    console.printf("claims: %d of %d hold%n", claims.held(), claims.entries().size());
    claims.entries().stream()
        .filter(entry -> !entry.holds())
        .limit(5)
        .forEach(entry -> console.println("  FAILS " + entry.claim() + ": " + entry.evidence()));
    console.println("written: " + Printable.of(out.resolve("report.html")));
    console.flush();
    return claims.held() == claims.entries().size() ? 0 : Failures.CHECK_FAILED;
  }

  private static Audience audience(Interruption interruption) {
    return new Audience() {
      @Override
      public Stage begin(String task, String unit, long total) {
        return Progress.of(task, unit, total, interruption);
      }

      @Override
      public void note(String sentence) {
        System.err.println("ccl: " + sentence);
      }
    };
  }
}
