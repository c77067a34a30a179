package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.sweep.Generator;
import dev.ccl.experiments.sweep.ReadyStudies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Questions: ready ones, those of a sweep, and those that a report is asked. */
class AskCommandTest {
  @TempDir private Path directory;

  private Path grid() throws IOException {
    Path file = directory.resolve("grid.yaml");
    Files.writeString(
        file,
        """
        instances: [{generate: separation, d: 1, lambda: [1, 2], alpha: [0.5, 0.9]}]
        learners: [practical]
        rounds: 20
        seeds: 2
        """);
    return file;
  }

  @Test
  void questionsAreListedAndCanBePrinted() {
    String list = Outcome.of("ask").out();
    for (String name : List.of("calibrate-every", "bias", "budget")) {
      assertTrue(list.contains("  " + name + " "), list);
      Outcome yaml = Outcome.of("ask", name, "--print");
      assertEquals(0, yaml.code());
      assertEquals(ReadyStudies.yaml(name), yaml.out());
    }
  }

  @Test
  void anAnswerIsASweepWithAReport() throws IOException {
    Path instance = directory.resolve("mine.json");
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), instance);
    Path out = directory.resolve("out");
    String[] line = {
      "ask",
      "calibrate-every",
      "--instance",
      instance.toString(),
      "--rounds=200",
      "--seeds=2",
      "--out=" + out
    };
    Outcome outcome = Outcome.of(line);
    assertEquals(0, outcome.code(), outcome.err());
    assertTrue(outcome.out().contains("calibrate-every"), outcome.out());
    assertTrue(outcome.out().contains("report.html"), outcome.out());
    String page = Files.readString(out.resolve("report/report.html"));
    assertTrue(page.contains("<h1>How often must the teacher be calibrated?</h1>"));
    assertTrue(page.contains("id=\"across-calibrate-every\""));
    assertEquals(6, Files.readAllLines(out.resolve("cells.csv")).size());
    assertEquals(0, Outcome.of(line).code(), "again, from the finished cells");
  }

  @Test
  void aReportCanBeAskedSomethingElse() throws IOException {
    Path out = directory.resolve("out");
    assertEquals(0, Outcome.of("sweep", grid().toString(), "--out=" + out).code());
    assertEquals(0, Outcome.of("report", out.toString()).code());
    assertTrue(Files.exists(out.resolve("report/figures/across-lambda.csv")));
    Path other = directory.resolve("other");
    Outcome outcome =
        Outcome.of(
            "report",
            out.toString(),
            "--against=alpha",
            "--by=lambda",
            "--measure=cost",
            "--out=" + other);
    assertEquals(0, outcome.code(), outcome.err());
    String csv = Files.readString(other.resolve("figures/across-alpha.csv"));
    assertTrue(csv.contains("lambda=2,0.9,"), csv);
    assertTrue(outcome.out().contains("cost at T"), outcome.out());
    for (String[] bad :
        new String[][] {
          {"--against=beta", "there is no coordinate \"beta\""},
          {"--by=learner,beta", "there is no coordinate \"beta\""},
          {"--map=beta", "there is no coordinate \"beta\""},
          {"--measure=accuracy", "there is no measure \"accuracy\""}
        }) {
      Outcome refused = Outcome.of("report", out.toString(), bad[0]);
      assertEquals(2, refused.code(), bad[0]);
      refused.assertOneLine();
      assertTrue(refused.err().contains(bad[1]), refused.err());
    }
  }

  @Test
  void aRunHasNoQuestion() throws IOException {
    Path instance = directory.resolve("mine.json");
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), instance);
    Path out = directory.resolve("run");
    Path logs = directory.resolve("logs");
    Outcome outcome =
        Outcome.of(
            "run",
            instance.toString(),
            "--rounds=5",
            "--seeds=2",
            "--watch",
            "--tensorboard=" + logs,
            "--out=" + out);
    assertEquals(0, outcome.code(), outcome.err());
    assertTrue(outcome.err().contains("ccl: watch at http://127.0.0.1:"), outcome.err());
    try (Stream<Path> files = Files.walk(logs)) {
      assertEquals(2, files.filter(f -> f.toString().contains("tfevents")).count());
    }
    Outcome refused = Outcome.of("report", out.toString(), "--against=lambda");
    assertEquals(2, refused.code());
    refused.assertOneLine();
  }

  @Test
  void badInputIsOneLine() throws IOException {
    Path file = grid();
    for (String line :
        List.of(
            "ask nothing",
            "ask --print",
            "ask bias --rounds 0",
            "ask bias --seeds x",
            "ask bias --instance absent.json",
            "sweep " + file + " --watch-port 80",
            "run absent.json --rounds 1 --watch-port 80",
            "sweep " + file + " --watch --watch-port 65536")) {
      Outcome outcome = Outcome.of((line + " --out=" + directory.resolve("none")).split(" "));
      assertEquals(2, outcome.code(), line);
      outcome.assertOneLine();
      assertFalse(Files.exists(directory.resolve("none/sweep.json")), line);
    }
  }

  /** The parameters of a generator are the options of the command that writes such an instance. */
  @Test
  void generatorsHaveTheParametersOfTheCommand() throws IOException {
    CommandLine instance = Main.grammar().subcommands().get("instance");
    for (String name : List.of("separation", "random", "demo")) {
      Set<String> options = new TreeSet<>();
      for (OptionSpec option : instance.getSubcommands().get(name).getCommandSpec().options()) {
        options.add(option.longestName().replaceFirst("^-+", ""));
      }
      Set<String> common =
          Set.of("out", "without-target-rewards", "budget", "help", "version", "stacktrace");
      options.removeAll(common);
      assertEquals(options, new TreeSet<>(Generator.named(name).parameters().keySet()), name);
    }
    Path file = directory.resolve("x.json");
    assertEquals(0, Outcome.of("instance", "random", "--seed=1", "--out=" + file).code());
    assertEquals(InstanceReader.read(file).digest(), Generator.named("random").instance().digest());
    assertEquals(0, Outcome.of("instance", "separation", "--out=" + file).code());
    assertEquals(
        InstanceReader.read(file).digest(), Generator.named("separation").instance().digest());
    assertEquals(Map.of(), Generator.named("demo").parameters());
  }
}
