package dev.ccl.cli;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.cli.run.Interruption;
import dev.ccl.cli.run.Progress;
import dev.ccl.cli.run.WholeNumber;
import dev.ccl.experiments.run.Certificates;
import dev.ccl.experiments.run.FinishedRun;
import dev.ccl.experiments.run.Printable;
import dev.ccl.experiments.run.ResultTable;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.report.live.LiveReport;
import dev.ccl.report.tensorboard.TensorBoard;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code ccl run}. */
@Command(
    name = "run",
    description = "Runs a learner on an instance over seeds.",
    footer = {
      "",
      "Writes DIR/run.json and DIR/rows.csv; threads, checkpoints and interruptions",
      "change no bit of them. Recommended is --preset practical. ccl learners lists",
      "the learners, --help-settings the settings of the one that is chosen."
    })
final class RunCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private RunOptions options;

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
      description =
          "keep a checkpoint of each seed every R rounds (default: every 10 seconds, or every 2 with"
              + " --watch)")
  private Long checkpointEvery;

  @Option(names = "--resume", description = "go on with the run in DIR, if there is one")
  private boolean resume;

  @Option(
      names = "--evaluate",
      description =
          "also write the optimisation error and J of each row to DIR/rows.csv; a global"
              + " search for each")
  private boolean evaluate;

  @Mixin private Watching watching;

  @Option(
      names = "--tensorboard",
      paramLabel = "DIR",
      description = "write event files for TensorBoard to DIR as well, a directory per seed")
  private Path tensorBoard;

  RunCommand() {}

  @Override
  public Integer call() throws IOException {
    if (helpSettings) {
      spec.commandLine().getOut().print(SettingsText.settings(options.learner()));
      spec.commandLine().getOut().flush();
      return 0;
    }
    checkArgument(
        checkpointEvery == null || checkpointEvery >= 1,
        "--checkpoint-every: %s is not at least 1",
        checkpointEvery);
    return run(UnaryOperator.identity());
  }

  /** Runs and reports; what is given stands between the work and who watches it. */
  int run(UnaryOperator<Monitor> tap) throws IOException {
    int atOnce = threads.count();
    RunPlan plan = options.plan(options.learner());
    Path out = options.out();
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
        Monitor watcher = tap.apply(progress);
        end =
            watching.during(
                () -> LiveReport.of(plan, out, options.file()),
                out,
                watcher,
                err,
                monitor -> job.run(atOnce, cadence(), monitor));
        if (evaluate && end != RunJob.End.STOPPED) {
          evaluated = job.evaluate(atOnce, watcher);
        }
      }
    }
    if (end == RunJob.End.STOPPED || evaluated == RunJob.End.STOPPED) {
      return Interruption.EXIT_CODE;
    }
    if (tensorBoard != null) {
      TensorBoard.write(
          out, tensorBoard, out.toAbsolutePath().normalize().getFileName().toString());
    }
    report(plan, end, evaluated);
    return 0;
  }

  Cadence cadence() {
    return checkpointEvery == null ? watching.cadence() : Cadence.everyRounds(checkpointEvery);
  }

  private void report(RunPlan plan, RunJob.End end, RunJob.End evaluated) throws IOException {
    Path out = options.out();
    PrintWriter console = spec.commandLine().getOut();
    console.println(ResultTable.read(out));
    List<String> written = new ArrayList<>();
    Optional<String> bounds = Certificates.words(plan, out);
    bounds.ifPresent(console::println);
    if (end == RunJob.End.FINISHED || evaluated == RunJob.End.FINISHED) {
      written.addAll(List.of("run.json", FinishedRun.ROWS));
    }
    console.println(
        written.isEmpty()
            ? "already finished: nothing was written to " + Printable.of(out)
            : written.stream()
                .map(name -> Printable.of(out.resolve(name)))
                .collect(Collectors.joining(", ", "written: ", "")));
    console.flush();
  }
}
