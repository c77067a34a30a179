package dev.ccl.cli;

import com.google.common.collect.ImmutableList;
import dev.ccl.cli.run.Interruption;
import dev.ccl.cli.run.Progress;
import dev.ccl.cli.run.WholeNumber;
import dev.ccl.core.instance.Instance;
import dev.ccl.judge.Verdict;
import dev.ccl.report.verify.VerifyInstances;
import dev.ccl.report.verify.VerifyPlan;
import dev.ccl.report.verify.VerifyText;
import dev.ccl.theory.search.ClaimReport;
import dev.ccl.theory.search.Counterexample;
import dev.ccl.theory.search.Verification;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/**
 * What is verified, and how it is told: the options of {@code ccl verify} on one machine or many.
 */
public final class VerifyOptions {
  @Option(
      names = "--claims",
      paramLabel = "ID",
      split = ",",
      description = "claims such as C01,E05 (default: all of the paper)")
  private List<String> ids = new ArrayList<>();

  @Option(
      names = "--instances",
      paramLabel = "NAME|FILE",
      split = ",",
      arity = "1..*",
      description = "built-in, tight, separation, random or files (default: the four names)")
  private List<String> names = List.of("built-in", "tight", "separation", "random");

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      converter = WholeNumber.class,
      description = "seed of instances, parameters and samples (default: ${DEFAULT-VALUE})")
  private long seed;

  @Option(names = "--thorough", description = "more instances and longer runs: ten minutes or so")
  private boolean thorough;

  @Option(names = "--table", description = "a line for each claim, also where all are verified")
  private boolean table;

  @Option(names = "--json", description = "print a JSON document instead of a table")
  private boolean json;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "where counterexamples go (default: the current directory)")
  private Path out;

  @Option(
      names = "--liar",
      paramLabel = "NAME",
      description = "verify a broken implementation, to see what the claims can see")
  private String liar;

  /** Creates the options, which the parser fills. */
  public VerifyOptions() {}

  /**
   * Returns what is looked at on each instance.
   *
   * @return the plan
   * @throws IllegalArgumentException if there is no such claim or liar
   */
  public VerifyPlan plan() {
    return VerifyPlan.of(ids, Optional.ofNullable(liar), seed, thorough);
  }

  /**
   * Returns the instances.
   *
   * @return each once, in the order of the names
   * @throws IOException if a file cannot be read
   */
  public ImmutableList<Instance> instances() throws IOException {
    return VerifyInstances.named(names, seed, thorough);
  }

  /** {@return where counterexamples go: a directory, which need not be there yet} */
  public Path out() {
    return out;
  }

  /**
   * Shrinks and writes what refutes a claim, and prints the verdicts.
   *
   * @param verification what was verified
   * @param verdicts one report per claim
   * @param instances how many instances there were
   * @param interruption may stop the shrinking
   * @param console where to print
   * @return the exit code: 1 if a claim fails
   * @throws IOException if a counterexample cannot be written
   */
  public int conclude(
      Verification verification,
      List<ClaimReport> verdicts,
      int instances,
      Interruption interruption,
      PrintWriter console)
      throws IOException {
    Map<String, Path> written = counterexamples(verification, verdicts, interruption);
    if (json) {
      console.println(Json.text(VerifyText.document(verdicts, instances, seed, written)));
    } else if (table || !ids.isEmpty()) {
      console.println(VerifyText.table(verdicts, instances, seed, written));
    } else {
      console.println(VerifyText.overview(verdicts, instances, seed, written));
    }
    console.flush();
    return written.isEmpty() ? 0 : Failures.CHECK_FAILED;
  }

  /** Writes a small counterexample for each claim that fails. */
  private Map<String, Path> counterexamples(
      Verification verification, List<ClaimReport> verdicts, Interruption interruption)
      throws IOException {
    List<ClaimReport> failing =
        verdicts.stream().filter(v -> v.status() == Verdict.Status.FAILS).toList();
    Map<String, Path> written = new TreeMap<>();
    if (failing.isEmpty()) {
      return written;
    }
    try (Progress progress =
        Progress.of("shrinking", "counterexamples", failing.size(), interruption)) {
      for (ClaimReport report : failing) {
        Counterexample found = report.counterexample().orElseThrow().shrunk(verification.maker());
        written.put(report.claim().id(), found.write(out));
        progress.completed(1);
      }
    }
    return written;
  }
}
