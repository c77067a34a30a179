package dev.ccl.cli;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.cli.run.Interruption;
import dev.ccl.cli.run.Progress;
import dev.ccl.core.instance.Instance;
import dev.ccl.experiments.run.Audience;
import dev.ccl.experiments.run.Printable;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.lm.compile.ShippedInstance;
import dev.ccl.report.reproduce.ClaimSheet;
import dev.ccl.report.reproduce.Effort;
import dev.ccl.report.reproduce.Experiments;
import dev.ccl.report.reproduce.Reproduction;
import dev.ccl.report.runs.SummaryText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * What is reproduced, and how it is told: the options of {@code ccl reproduce}, wherever it runs.
 */
public final class ReproduceOptions {
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

  /** Creates the options, which the parser fills. */
  public ReproduceOptions() {}

  /**
   * Returns what is to be reproduced.
   *
   * @param threads how many threads to use; no result depends on it
   * @return the reproduction
   */
  public Reproduction reproduction(int threads) {
    return Reproduction.of(effort(), seed.value(), threads, out, others());
  }

  /** The instances of a real language model, whose figures need no weights. */
  private static ImmutableMap<String, Instance> others() {
    return ImmutableMap.of("language-model", ShippedInstance.mixture());
  }

  private Effort effort() {
    return amount.quick ? Effort.QUICK : amount.full ? Effort.FULL : Effort.STANDARD;
  }

  /**
   * Returns the runs that it consists of.
   *
   * @return the experiments, in their order
   * @throws IOException if their instances cannot be written
   */
  public ImmutableList<Experiments.Experiment> experiments() throws IOException {
    return Experiments.of(effort(), seed.value(), out, others());
  }

  /**
   * Runs on this machine what is not yet run, and prints what came out.
   *
   * @param reproduction the reproduction
   * @param beginning whether runs that are there are taken over
   * @param advice what goes on after an interruption
   * @param console where to print
   * @return the exit code: 1 if a claim fails, 130 after an interruption
   * @throws IOException if a file cannot be written
   */
  public int run(Reproduction reproduction, StartMode beginning, String advice, PrintWriter console)
      throws IOException {
    Optional<Reproduction.Result> result;
    try (Interruption interruption = Interruption.listen("ccl: interrupted; " + advice)) {
      result = reproduction.run(beginning, audience(interruption));
    }
    return result.isEmpty() ? Interruption.EXIT_CODE : tell(result.get(), console);
  }

  /** Says what came out; returns the exit code. */
  int tell(Reproduction.Result result, PrintWriter console) {
    console.print(SummaryText.of(result.report()));
    int code = conclude(result.claims(), console);
    console.println("written: " + Printable.of(out.resolve("report.html")));
    console.flush();
    return code;
  }

  /** Says how many claims hold and which do not; returns the exit code. */
  static int conclude(ClaimSheet claims, PrintWriter console) {
    console.printf(Locale.ROOT, "claims: %d of %d hold%n", claims.held(), claims.entries().size());
    claims.entries().stream()
        .filter(entry -> !entry.holds())
        .limit(5)
        .forEach(entry -> console.println("  FAILS " + entry.claim() + ": " + entry.evidence()));
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
