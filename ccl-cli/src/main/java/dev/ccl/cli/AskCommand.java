package dev.ccl.cli;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableMap;
import dev.ccl.cli.run.WholeNumber;
import dev.ccl.experiments.sweep.ReadyStudies;
import dev.ccl.experiments.sweep.Sweep;
import dev.ccl.experiments.sweep.SweepFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ccl ask}. */
@Command(
    name = "ask",
    description = "Answers a ready question by a sweep and a report across its cells.",
    footer = {
      "",
      "Without a name, the questions are listed. --print shows the file of the sweep, from",
      "which one of your own can be made: ccl ask bias --print > mine.yaml; ccl sweep mine.yaml"
    })
final class AskCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "STUDY", arity = "0..1", description = "calibrate-every, bias or budget")
  private String name;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "where to write (default: out/ask- and the name)")
  private Path out;

  @Option(names = "--print", description = "print the file of the sweep and run nothing")
  private boolean print;

  @Option(
      names = "--instance",
      paramLabel = "FILE",
      description = "ask it of this instance instead; may be repeated")
  private List<Path> instances = new ArrayList<>();

  @Option(
      names = "--rounds",
      paramLabel = "T",
      converter = WholeNumber.class,
      description = "other rounds than the study has")
  private Long rounds;

  @Option(names = "--seeds", paramLabel = "N", description = "other seeds than the study has")
  private Integer seeds;

  @Mixin private SweepWork work;

  AskCommand() {}

  @Override
  public Integer call() throws IOException {
    PrintWriter console = spec.commandLine().getOut();
    if (name == null) {
      checkArgument(!print, "--print: say which study");
      changed().ifPresent(option -> refuse(option + ": say which study"));
      for (String study : ReadyStudies.NAMES) {
        String question = ReadyStudies.yaml(study).lines().findFirst().orElse("");
        console.printf("  %-16s %s%n", study, question.replaceFirst("^# *", ""));
      }
      console.flush();
      return 0;
    }
    String yaml = ReadyStudies.yaml(name);
    if (print) {
      changed().ifPresent(option -> refuse(option + ": --print shows the study as it is"));
      console.print(yaml);
      console.flush();
      return 0;
    }
    SweepFile study = SweepFile.parse("study " + name, yaml, changes(), Path.of(""));
    Path directory = out == null ? Path.of("out", "ask-" + name) : out;
    Sweep sweep = Sweep.of(directory, study.plans(), study.question());
    Optional<Integer> interrupted = work.run(sweep, study.question().text(), directory, spec);
    if (interrupted.isPresent()) {
      return interrupted.get();
    }
    SweepReports.write(
        directory,
        directory.resolve("report"),
        study.question(),
        SweepReports.locator(directory, instances),
        console);
    return 0;
  }

  /** An option that asks for something else than the study, if there is one. */
  private Optional<String> changed() {
    return changes().keySet().stream()
        .findFirst()
        .map(key -> "--" + (key.equals("instances") ? "instance" : key));
  }

  private static void refuse(String message) {
    throw new IllegalArgumentException(message);
  }

  private Map<String, Object> changes() {
    Map<String, Object> changes = new LinkedHashMap<>();
    if (rounds != null) {
      changes.put("rounds", rounds);
    }
    if (seeds != null) {
      changes.put("seeds", seeds);
    }
    if (!instances.isEmpty()) {
      changes.put("instances", instances.stream().map(Path::toString).toList());
    }
    return ImmutableMap.copyOf(changes);
  }
}
