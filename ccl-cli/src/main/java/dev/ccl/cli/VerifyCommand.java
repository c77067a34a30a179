package dev.ccl.cli;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import dev.ccl.cli.run.Interruption;
import dev.ccl.cli.run.Progress;
import dev.ccl.core.instance.Instance;
import dev.ccl.report.verify.VerifyPlan;
import dev.ccl.theory.ForeignFamily;
import dev.ccl.theory.search.ClaimReport;
import dev.ccl.theory.search.Verification;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ccl verify}: the claims of the paper, evaluated. */
@Command(
    name = "verify",
    description = {
      "Evaluates the claims of the paper on instances.",
      "The exit code is 1 if a claim fails; a small counterexample is then written to DIR."
    },
    footer = {
      "",
      "docs/paper-map.md tells what each claim says, how it is checked and which broken",
      "implementations it rejects. The result depends on the seed, not on the threads."
    })
final class VerifyCommand implements Callable<Integer> {
  private static final String INTERRUPTED =
      "ccl: interrupted; not all claims were evaluated, and there is nothing to go on with";

  @Spec private CommandSpec spec;

  @Mixin private VerifyOptions options;

  @Mixin private Threads threads;

  @Option(
      names = "--family",
      paramLabel = "CLASS",
      description = "verify a policy family: a class that is made from a FeatureMap")
  private String family;

  @Option(
      names = "--classpath",
      paramLabel = "JAR",
      description =
          "where the family is, with what it needs; commas between them, or what the system"
              + " has on class paths")
  private List<String> classpath = new ArrayList<>();

  VerifyCommand() {}

  @Override
  public Integer call() throws IOException {
    threads.count(); // refuses a wrong number before work
    VerifyPlan plan = plan();
    ImmutableList<Instance> instances = options.instances();
    Verification verification = plan.on(instances);
    try (Interruption interruption = Interruption.announce(INTERRUPTED)) {
      ImmutableList<ClaimReport> verdicts;
      int pairs = plan.ids().size() * instances.size();
      try (Progress progress = Progress.of("ccl verify", "checks", pairs, interruption)) {
        verdicts = verification.run(threads.count(), (claim, instance) -> progress.completed(1));
      }
      return options.conclude(
          verification, verdicts, instances.size(), interruption, spec.commandLine().getOut());
    }
  }

  private VerifyPlan plan() {
    VerifyPlan plan = options.plan();
    if (family == null) {
      return plan;
    }
    checkArgument(plan.liar().isEmpty(), "--family: a liar has the paper's students");
    return plan.with(ForeignFamily.load(family, paths(classpath, File.pathSeparator)));
  }

  /** The entries of class paths; a colon may be part of one where the separator is another. */
  static List<Path> paths(List<String> given, String separator) {
    Splitter splitter = Splitter.on(CharMatcher.anyOf("," + separator)).omitEmptyStrings();
    return given.stream().flatMap(splitter::splitToStream).map(Path::of).toList();
  }
}
