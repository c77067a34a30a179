package dev.ccl.cli;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableMap;
import dev.ccl.cli.run.WholeNumber;
import dev.ccl.experiments.run.Printable;
import dev.ccl.experiments.sweep.ReadyStudies;
import dev.ccl.experiments.sweep.Sweep;
import dev.ccl.experiments.sweep.SweepFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ccl sweep}. */
@Command(
    name = "sweep",
    description = "Runs a grid of instances, learners, settings and seeds.",
    footer = {
      "",
      "Writes DIR/sweep.json, DIR/sweep.csv, DIR/cells.csv and a run in each directory",
      "DIR/cells/*; ccl report DIR compares the cells, which a study does by itself.",
      "Run it again to go on after an interruption or to add cells: finished cells",
      "are kept. docs/experiments.md describes FILE. --study without a name lists the studies;",
      "with --print it shows the file of one, from which one of your own can be made."
    })
final class SweepCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", arity = "0..1", description = "the grid (YAML)")
  private Path file;

  @Option(
      names = "--study",
      paramLabel = "NAME",
      arity = "0..1",
      fallbackValue = "",
      description = "a built-in study in place of FILE: calibrate-every, bias or budget")
  private String study;

  @Option(names = "--print", description = "print the file of the study and run nothing")
  private boolean print;

  @Option(
      names = "--instance",
      paramLabel = "FILE",
      description = "run the study on this instance instead; may be repeated")
  private List<Path> instances = new ArrayList<>();

  @Option(
      names = "--rounds",
      paramLabel = "T",
      converter = WholeNumber.class,
      description = "other rounds than the study has")
  private Long rounds;

  @Option(names = "--seeds", paramLabel = "N", description = "other seeds than the study has")
  private Integer seeds;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "where to write (default: out/ and the name of the file or study)")
  private Path out;

  @Mixin private SweepWork work;

  SweepCommand() {}

  @Override
  public Integer call() throws IOException {
    checkArgument(file != null || study != null, "say what to run: FILE or --study NAME");
    checkArgument(file == null || study == null, "FILE and --study are mutually exclusive");
    if (study == null) {
      refuseChanges("it changes a study; FILE has its own", print);
      return runFile();
    }
    if (study.isEmpty()) {
      refuseChanges("say which study", print);
      return list();
    }
    if (print) {
      refuseChanges("--print shows the study as it is", false);
      print(ReadyStudies.yaml(study));
      return 0;
    }
    return runStudy();
  }

  private int runFile() throws IOException {
    SweepFile grid = SweepFile.open(file);
    Path directory = out == null ? SweepFile.standardDirectory(file) : out;
    Sweep sweep = Sweep.of(directory, grid.plans(), grid.question());
    Optional<Integer> interrupted = work.run(sweep, file.toString(), directory, spec);
    if (interrupted.isEmpty()) {
      print(
          String.format(
              "%s; written: %s, %s%n",
              Printable.counted(grid.plans().size(), "cell"),
              Printable.of(directory.resolve("sweep.json")),
              Printable.of(directory.resolve("sweep.csv"))));
    }
    return interrupted.orElse(0);
  }

  private int runStudy() throws IOException {
    SweepFile grid =
        SweepFile.parse("study " + study, ReadyStudies.yaml(study), changes(), Path.of(""));
    Path directory = out == null ? Path.of("out", study) : out;
    Sweep sweep = Sweep.of(directory, grid.plans(), grid.question());
    Optional<Integer> interrupted = work.run(sweep, grid.question().text(), directory, spec);
    if (interrupted.isEmpty()) {
      SweepReports.write(
          directory,
          directory.resolve("report"),
          grid.question(),
          SweepReports.locator(directory, instances),
          spec.commandLine().getOut());
    }
    return interrupted.orElse(0);
  }

  private int list() {
    for (String name : ReadyStudies.NAMES) {
      String question = ReadyStudies.yaml(name).lines().findFirst().orElse("");
      print(String.format("  %-16s %s%n", name, question.replaceFirst("^# *", "")));
    }
    return 0;
  }

  private void print(String text) {
    PrintWriter console = spec.commandLine().getOut();
    console.print(text);
    console.flush();
  }

  /** Refuses options that only the run of a study has. */
  private void refuseChanges(String why, boolean alsoPrint) {
    checkArgument(!alsoPrint, "--print: %s", why);
    for (String key : changes().keySet()) {
      throw new IllegalArgumentException(
          "--" + (key.equals("instances") ? "instance" : key) + ": " + why);
    }
  }

  private ImmutableMap<String, Object> changes() {
    ImmutableMap.Builder<String, Object> changes = ImmutableMap.builder();
    if (rounds != null) {
      changes.put("rounds", rounds);
    }
    if (seeds != null) {
      changes.put("seeds", seeds);
    }
    if (!instances.isEmpty()) {
      changes.put("instances", instances.stream().map(Path::toString).toList());
    }
    return changes.buildOrThrow();
  }
}
