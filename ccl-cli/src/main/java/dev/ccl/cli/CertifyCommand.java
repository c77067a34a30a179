package dev.ccl.cli;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.experiments.run.Certificates;
import dev.ccl.experiments.run.FinishedRun;
import dev.ccl.experiments.run.Printable;
import dev.ccl.experiments.run.RunPlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ccl certify}. */
@Command(
    name = "certify",
    description = "Bounds the students of a finished run without target rewards.",
    footer = {
      "",
      "Does the rounds once more, watches them and adds columns to DIR/rows.csv;",
      "docs/certificates.md says what the numbers mean."
    })
final class CertifyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "DIR", description = "what ccl run has written")
  private Path directory;

  @Parameters(index = "1", paramLabel = "FILE", description = "the instance of the run")
  private Path instance;

  @Option(
      names = "--delta",
      paramLabel = "P",
      defaultValue = "0.05",
      description = "the probability with which bounds may fail (default: ${DEFAULT-VALUE})")
  private double delta;

  @Option(
      names = "--residual",
      paramLabel = "E",
      description =
          "also bound the students for a model that is wrong: by how much each token's"
              + " log-probability may be off on target prompts")
  private Double residual;

  @Mixin private Threads threads;

  CertifyCommand() {}

  @Override
  public Integer call() throws IOException {
    checkArgument(delta > 0 && delta < 1, "--delta: %s is not between 0 and 1", delta);
    RunPlan plan = Certificates.plan(directory, instance);
    checkArgument(
        residual == null || (residual >= 0 && residual < 1e9),
        "--residual: %s is not a number of at least 0",
        residual);
    double unexplained = Certificates.replay(plan, directory, delta, threads.count());
    PrintWriter console = spec.commandLine().getOut();
    console.println(Certificates.words(plan.problem(), directory, delta));
    if (!Double.isNaN(unexplained)) {
      console.printf(
          Locale.ROOT, "Of the exact rewards seen no w explains %.2g (rms).%n", unexplained);
    }
    if (residual != null) {
      console.println(Certificates.agnostic(plan.problem(), directory, residual));
    }
    console.println("written: " + Printable.of(directory.resolve(FinishedRun.ROWS)));
    console.flush();
    return 0;
  }
}
