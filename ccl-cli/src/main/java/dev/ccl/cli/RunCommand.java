package dev.ccl.cli;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Learners;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.cli.run.Interruption;
import dev.ccl.cli.run.Progress;
import dev.ccl.cli.run.WholeNumber;
import dev.ccl.experiments.run.CertificateFile;
import dev.ccl.experiments.run.LearnerChoice;
import dev.ccl.experiments.run.Printable;
import dev.ccl.experiments.run.ResultTable;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.experiments.run.Subject;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ccl run}. */
@Command(
    name = "run",
    description = "Runs a learner on an instance over seeds.",
    footer = {
      "",
      "Writes DIR/run.json and DIR/runs.csv; threads, checkpoints and interruptions",
      "change no bit of them. Recommended is --preset practical. ccl learners lists",
      "the learners, --help-settings the settings of the one that is chosen."
    })
final class RunCommand implements Callable<Integer> {
  private static final Cadence DEFAULT_CADENCE = Cadence.every(Duration.ofSeconds(10));

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

  @Mixin private FirstSeed seed;

  @Option(names = "--out", paramLabel = "DIR", required = true, description = "where to write")
  private Path out;

  @Option(
      names = "--learner",
      paramLabel = "NAME",
      defaultValue = "ccl",
      completionCandidates = LearnerNames.class,
      description = "one of ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
  private String learner;

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      description = "paper or practical, of learner ccl (default: paper)")
  private String preset;

  @Option(
      names = "--sampler",
      paramLabel = "NAME",
      description = "counts or trajectories: short for --set sampler=NAME")
  private String sampler;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "a setting of the learner; may be repeated")
  private List<String> settings = new ArrayList<>();

  @Option(
      names = "--help-settings",
      help = true,
      description = "show the settings of the learner, with defaults and meaning, and run nothing")
  private boolean helpSettings;

  @Mixin private Threads threads;

  @Option(
      names = "--checkpoint-every",
      paramLabel = "R",
      converter = WholeNumber.class,
      description = "keep a checkpoint of each seed every R rounds (default: every 10 seconds)")
  private Long checkpointEvery;

  @Option(
      names = "--record",
      paramLabel = "R",
      split = ",",
      converter = WholeNumber.class,
      description = "rounds to record besides 0 and T (default: about ten a decade)")
  private List<Long> record;

  @Option(names = "--resume", description = "go on with the run in DIR, if there is one")
  private boolean resume;

  @Option(
      names = "--evaluate",
      description =
          "write DIR/evaluation.csv as well: oracle KL, excess cost, optimisation error,"
              + " calibration error and J of each row; a global search for each")
  private boolean evaluate;

  @Option(
      names = "--certify",
      description =
          "write DIR/certificate.csv as well: bounds of the students without target rewards; short"
              + " for --set certify=P")
  private boolean certify;

  @Option(
      names = "--stop-when",
      paramLabel = "RULE",
      description =
          "end a seed at the first recorded round whose certificate says so: excess<X or"
              + " oracle-kl<X; implies --certify")
  private String stopWhen;

  @Option(
      names = "--delta",
      paramLabel = "P",
      defaultValue = "0.05",
      description = "the probability with which bounds may fail (default: ${DEFAULT-VALUE})")
  private double delta;

  RunCommand() {}

  @Override
  public Integer call() throws IOException {
    if (helpSettings) {
      Learner shown = LearnerChoice.find(learner, Optional.ofNullable(preset), chosenSettings());
      spec.commandLine().getOut().print(SettingsText.settings(shown));
      spec.commandLine().getOut().flush();
      return 0;
    }
    checkArgument(rounds >= 1, "--rounds: %s is not at least 1", rounds);
    checkArgument(seeds >= 1, "--seeds: %s is not at least 1", seeds);
    checkArgument(
        checkpointEvery == null || checkpointEvery >= 1,
        "--checkpoint-every: %s is not at least 1",
        checkpointEvery);
    checkArgument(delta > 0 && delta < 1, "--delta: %s is not between 0 and 1", delta);
    int atOnce = threads.count();
    RecordedRounds recorded = recorded();
    Learner chosen = LearnerChoice.find(learner, Optional.ofNullable(preset), chosenSettings());
    if (certify || stopWhen != null) {
      chosen = CertificateFile.certifying(chosen, delta);
    }
    if (stopWhen != null) {
      chosen = chosen.with("stop-when", stopWhen);
    }
    RunPlan plan = RunPlan.of(Subject.read(file), chosen, recorded, seed.value(), seeds);
    Cadence cadence =
        checkpointEvery == null ? DEFAULT_CADENCE : Cadence.everyRounds(checkpointEvery);
    StartMode beginning = resume ? StartMode.RESUMED : StartMode.FRESH;
    String advice =
        "ccl: interrupted; the same command with --resume continues the run in "
            + Printable.of(out);
    RunJob.End end;
    RunJob.End evaluated = RunJob.End.FOUND;
    try (RunJob job = RunJob.open(plan, out, beginning);
        Interruption interruption = Interruption.listen(advice)) {
      PrintWriter err = spec.commandLine().getErr();
      plan.warnings().forEach(warning -> err.println("ccl: warning: " + Printable.of(warning)));
      err.flush();
      try (Progress progress = Progress.of("ccl run", "rounds", plan.work(), interruption)) {
        end = job.run(atOnce, cadence, progress);
        if (evaluate && end != RunJob.End.STOPPED) {
          evaluated = job.evaluate(atOnce, progress);
        }
      }
    }
    if (end == RunJob.End.STOPPED || evaluated == RunJob.End.STOPPED) {
      return Interruption.EXIT_CODE;
    }
    report(plan, end, evaluated);
    return 0;
  }

  private void report(RunPlan plan, RunJob.End end, RunJob.End evaluated) throws IOException {
    PrintWriter console = spec.commandLine().getOut();
    console.println(ResultTable.read(out));
    List<String> written = new ArrayList<>();
    Optional<String> bounds = CertificateFile.words(plan, out);
    bounds.ifPresent(console::println);
    if (end == RunJob.End.FINISHED) {
      written.addAll(List.of("run.json", "runs.csv"));
      bounds.ifPresent(words -> written.add(CertificateFile.NAME));
    }
    if (evaluated == RunJob.End.FINISHED) {
      written.add("evaluation.csv");
    }
    console.println(
        written.isEmpty()
            ? "already finished: nothing was written to " + Printable.of(out)
            : written.stream()
                .map(name -> Printable.of(out.resolve(name)))
                .collect(Collectors.joining(", ", "written: ", "")));
    console.flush();
  }

  private RecordedRounds recorded() {
    if (record == null) {
      return RecordedRounds.logarithmic(rounds);
    }
    for (long round : record) {
      checkArgument(
          round >= 0 && round <= rounds, "--record: %s is not between 0 and %s", round, rounds);
    }
    return RecordedRounds.of(record.stream().mapToLong(Long::longValue).toArray(), rounds);
  }

  private ImmutableMap<String, String> chosenSettings() {
    Map<String, String> chosen = new LinkedHashMap<>();
    for (String setting : settings) {
      int split = setting.indexOf('=');
      checkArgument(split > 0, "--set: \"%s\" is not of the form KEY=VALUE", setting);
      String key = setting.substring(0, split);
      checkArgument(
          chosen.put(key, setting.substring(split + 1)) == null,
          "--set: %s is given twice: give it once",
          key);
    }
    checkArgument(
        sampler == null || !chosen.containsKey("sampler"),
        "--sampler and --set sampler=… say the same thing: give one of them");
    if (sampler != null) {
      chosen.put("sampler", sampler);
    }
    return ImmutableMap.copyOf(chosen);
  }

  /** The names of all learners, for the help. */
  static final class LearnerNames implements Iterable<String> {
    LearnerNames() {}

    @Override
    public Iterator<String> iterator() {
      return Learners.all().stream().map(Learner::name).iterator();
    }
  }
}
