package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.sweep.Generator;
import dev.ccl.experiments.sweep.Question;
import dev.ccl.experiments.sweep.ReadyStudies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Questions: ready ones, those of a sweep, and those that a report is asked. */
class StudiesTest {
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
    String list = Outcome.of("sweep", "--study").out();
    for (String name : List.of("calibrate-every", "bias", "budget")) {
      assertTrue(list.contains("  " + name + " "), list);
      Outcome yaml = Outcome.of("sweep", "--study", name, "--print");
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
      "sweep",
      "--study",
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
    List<String> cells = Files.readAllLines(out.resolve("cells.csv"));
    assertEquals(6, cells.size());
    List<String> head = List.of(cells.get(0).split(",", -1));
    for (String row : cells.subList(1, cells.size())) {
      List<String> cell = List.of(row.split(",", -1));
      assertEquals("mine.json", cell.get(head.indexOf("instance")));
      assertEquals("200", cell.get(head.indexOf("rounds")));
      assertEquals("2", cell.get(head.indexOf("seeds")));
    }
    assertEquals(0, Outcome.of(line).code(), "again, from the finished cells");
  }

  @Test
  void aReportCanBeAskedSomethingElse() throws IOException {
    Path out = directory.resolve("out");
    assertEquals(0, Outcome.of("sweep", grid().toString(), "--out=" + out).code());
    assertEquals(0, Outcome.of("report", out.toString()).code());
    assertTrue(Files.exists(out.resolve("report/figures/across-lambda.csv")));
    try (Stream<Path> figures = Files.list(out.resolve("report/figures"))) {
      List<Path> own = figures.filter(f -> f.toString().endsWith("-divergence.csv")).toList();
      assertFalse(own.isEmpty());
      for (Path figure : own) { // the instances that the sweep has made are where it keeps them
        assertTrue(Files.readString(figure).contains("direct-matching-limit"), figure.toString());
      }
    }
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

  /** Each option takes the place of what the study asks, alone and beside the others. */
  @Test
  void anOptionReplacesItsPartOfTheQuestion() {
    Question asked =
        new Question(
            "why?",
            Measure.ORACLE_KL,
            Optional.of("alpha"),
            Optional.of(ImmutableList.of("learner")),
            Optional.of("lambda"));
    assertEquals(asked, over(asked));
    assertEquals(
        new Question("", Measure.COST, asked.against(), asked.by(), asked.map()),
        over(asked, "--measure=cost"));
    assertEquals(
        new Question("", asked.measure(), Optional.of("d"), asked.by(), asked.map()),
        over(asked, "--against=d"));
    Optional<ImmutableList<String>> lines = Optional.of(ImmutableList.of("d", "alpha"));
    assertEquals(
        new Question("", asked.measure(), asked.against(), lines, asked.map()),
        over(asked, "--by=d,alpha"));
    assertEquals(
        new Question("", asked.measure(), asked.against(), asked.by(), Optional.of("d")),
        over(asked, "--map=d"));
    assertEquals(
        new Question("", Measure.EXCESS_COST, Optional.of("D"), lines, Optional.of("B")),
        over(asked, "--measure=excessCost", "--against=D", "--by=d,alpha", "--map=B"));
  }

  private static Question over(Question asked, String... args) {
    return CommandLine.populateCommand(new QuestionOptions(), args).over(asked);
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
    assertTrue(
        outcome.err().contains("ccl: watch " + out.resolve("report/report.html")), outcome.err());
    try (Stream<Path> files = Files.walk(logs)) {
      assertEquals(2, files.filter(f -> f.toString().contains("tfevents")).count());
    }
    Outcome refused = Outcome.of("report", out.toString(), "--against=lambda");
    assertEquals(2, refused.code());
    refused.assertOneLine();
  }

  @Test
  void badInputIsOneLine() throws IOException {
    for (String line :
        List.of(
            "ask nothing",
            "ask --print",
            "ask --seeds 3",
            "ask bias --print --rounds 5",
            "ask bias --print --seeds 5",
            "ask bias --print --instance absent.json",
            "ask bias --rounds 0",
            "ask bias --seeds x",
            "ask bias --instance absent.json",
            "run absent.json --rounds 1 --watch")) {
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
    for (String option :
        List.of(
            "--horizon=2",
            "--letters=3",
            "--source=3",
            "--target=1",
            "--shared=1",
            "--repeated=1",
            "-D=4",
            "-d=1",
            "--lambda=2",
            "--bound=3",
            "--set=box",
            "--teacher-distance=0.1",
            "--initial-norm=1",
            "--geometry=sphere",
            "--feasibility=explicit",
            "--construction=reference-first",
            "--precision=single")) {
      assertEquals(0, Outcome.of("instance", "random", "--seed=7", option, "--out=" + file).code());
      int equals = option.indexOf('=');
      Generator generator =
          Generator.named("random")
              .with("seed", "7")
              .with(
                  option.substring(0, equals).replaceFirst("^-+", ""),
                  option.substring(equals + 1));
      assertEquals(InstanceReader.read(file).digest(), generator.instance().digest(), option);
    }
  }
}
