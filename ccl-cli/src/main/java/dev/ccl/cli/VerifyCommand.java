package dev.ccl.cli;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import dev.ccl.cli.run.Interruption;
import dev.ccl.cli.run.Progress;
import dev.ccl.cli.run.WholeNumber;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.experiments.verify.VerifyInstances;
import dev.ccl.experiments.verify.VerifyText;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Claims;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Students;
import dev.ccl.theory.Subject;
import dev.ccl.theory.liars.ExtensionLiars;
import dev.ccl.theory.liars.Liar;
import dev.ccl.theory.liars.Liars;
import dev.ccl.theory.verify.Counterexample;
import dev.ccl.theory.verify.ForeignFamily;
import dev.ccl.theory.verify.Verdict;
import dev.ccl.theory.verify.Verification;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
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

  @Mixin private Threads threads;

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

  @Option(
      names = "--family",
      paramLabel = "CLASS",
      description = "verify a policy family: a class that is made from a FeatureMap")
  private String family;

  @Option(
      names = "--classpath",
      paramLabel = "JAR",
      split = "[:,]",
      description = "where the family is, with what it needs")
  private List<Path> classpath = new ArrayList<>();

  VerifyCommand() {}

  @Override
  public Integer call() throws IOException {
    threads.count(); // refuses a wrong number before work
    ImmutableList<Claim> claims = claims();
    ImmutableList<Instance> instances = VerifyInstances.named(names, seed, thorough);
    Verification verification =
        Verification.of(
            claims, instances, maker(), seed, thorough ? Effort.LONG_RUNS : Effort.RUNS);
    ImmutableList<Verdict> verdicts;
    Map<String, Path> written;
    try (Interruption interruption = Interruption.announce(INTERRUPTED)) {
      verdicts = evaluate(verification, claims.size() * instances.size(), interruption);
      written = counterexamples(verification, verdicts, interruption);
    }
    PrintWriter console = spec.commandLine().getOut();
    if (json) {
      console.println(Json.text(VerifyText.document(verdicts, instances.size(), seed, written)));
    } else if (table || !ids.isEmpty()) {
      console.println(VerifyText.table(verdicts, instances.size(), seed, written));
    } else {
      console.println(VerifyText.overview(verdicts, instances.size(), seed, written));
    }
    console.flush();
    return written.isEmpty() ? 0 : Failures.CHECK_FAILED;
  }

  private ImmutableList<Claim> claims() {
    return ids.isEmpty()
        ? Claims.all()
        : ids.stream()
            .map(String::trim)
            .map(Claims::named)
            .distinct()
            .collect(ImmutableList.toImmutableList());
  }

  private Function<Instance, Subject> maker() {
    if (family != null) {
      checkArgument(liar == null, "--family: a liar has the paper's students");
      Students students = ForeignFamily.load(family, classpath);
      return instance -> new Subject(instance, students);
    }
    if (liar == null) {
      return Subject::new;
    }
    return Stream.concat(Liars.all().stream(), ExtensionLiars.all().stream())
            .filter(l -> l.name().equals(liar))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "--liar: there is no \""
                            + liar
                            + "\"; there are "
                            + String.join(", ", Liars.all().stream().map(Liar::name).toList())))
        ::on;
  }

  private ImmutableList<Verdict> evaluate(
      Verification verification, int pairs, Interruption interruption) {
    try (Progress progress = Progress.of("ccl verify", "checks", pairs, interruption)) {
      return verification.run(threads.count(), (claim, instance) -> progress.completed(1));
    }
  }

  /** Writes a small counterexample for each claim that fails. */
  private Map<String, Path> counterexamples(
      Verification verification, List<Verdict> verdicts, Interruption interruption)
      throws IOException {
    List<Verdict> failing =
        verdicts.stream().filter(v -> v.status() == Verdict.Status.FAILS).toList();
    Map<String, Path> written = new TreeMap<>();
    if (failing.isEmpty()) {
      return written;
    }
    try (Progress progress =
        Progress.of("shrinking", "counterexamples", failing.size(), interruption)) {
      for (Verdict verdict : failing) {
        written.put(verdict.claim().id(), write(verdict.claim(), verification.shrink(verdict)));
        progress.completed(1);
      }
    }
    return written;
  }

  private Path write(Claim claim, Counterexample found) throws IOException {
    Files.createDirectories(out);
    Path file = out.resolve("counterexample-" + claim.id() + ".json");
    InstanceWriter.write(found.instance(), file);
    return file;
  }
}
