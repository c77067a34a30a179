package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ObjectArrays;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who teaches, as the options of {@code ccl lm} choose it: nobody else moves. */
class LmTeacherTest {
  @TempDir Path directory;
  private Path model;
  private Path other;
  private Path examples;

  @BeforeEach
  void files() throws IOException {
    model = TinyModelFile.write(directory.resolve("model.bin"), 1);
    other = TinyModelFile.write(directory.resolve("other.bin"), 2);
    examples = Files.writeString(directory.resolve("examples.txt"), "3 or 5? 5\n");
  }

  private Outcome lm(String command, String... more) {
    List<String> args = new ArrayList<>(List.of("lm", command));
    args.addAll(List.of(more));
    args.addAll(List.of("--weights", model.toString()));
    return Outcome.of(args.toArray(new String[0]));
  }

  /** Returns the provenance of a compiled split. */
  private JsonNode compile(String name, String... more) throws IOException {
    List<String> args =
        new ArrayList<>(List.of("comparisons", "--shift", "mixture", "--prompts", "5"));
    args.addAll(List.of("--features", "log,embedding=2,hidden=1x1"));
    args.addAll(List.of("--student-features", "log,embedding=2"));
    args.addAll(List.of("--out", directory.resolve(name + ".json").toString()));
    args.addAll(List.of(more));
    Outcome outcome = lm("compile", args.toArray(new String[0]));
    assertEquals(0, outcome.code(), outcome.err());
    return new ObjectMapper().readTree(directory.resolve(name + ".provenance.json").toFile());
  }

  @Test
  void aTeacherChangesWhatIsTaughtAndNoFeature() throws IOException {
    JsonNode own = compile("own");
    JsonNode taught = compile("taught", "--teacher", other.toString());
    JsonNode shown = compile("shown", "--teacher-examples", examples.toString());
    JsonNode same = compile("same", "--teacher", model.toString());
    assertEquals(own.get("reference"), own.get("teacher"));
    assertNotEquals(taught.get("reference"), taught.get("teacher"));
    assertEquals(own.get("reference"), taught.get("reference"));
    assertEquals(own.get("teacher"), shown.get("teacher"));
    assertEquals("", taught.get("preamble").textValue());
    assertEquals("3 or 5? 5\n", shown.get("preamble").textValue());
    assertEquals(own.get("instance"), same.get("instance"), "the model itself, named");
    assertNotEquals(own.get("instance"), taught.get("instance"));
    assertNotEquals(own.get("instance"), shown.get("instance"));
    assertNotEquals(taught.get("instance"), shown.get("instance"));
    for (JsonNode one : List.of(taught, shown)) {
      assertEquals(own.get("phi"), one.get("phi"), "features are the reference's");
      assertEquals(own.get("phiStu"), one.get("phiStu"));
    }
  }

  /** No option of a compilation is lost: each is in the instance or changes it. */
  @Test
  void everyOptionOfACompilationCounts() throws IOException {
    JsonNode own = compile("own");
    for (String option :
        List.of(
            "--lambda=0.5",
            "--bound=9",
            "--temperature=0.9",
            "--smoothing=0.3",
            "--split=2",
            "--split=-5000000000")) {
      JsonNode other = compile("other", option);
      assertNotEquals(own.get("instance"), other.get("instance"), option);
      String key = option.substring(2, option.indexOf('='));
      double value = Double.parseDouble(option.substring(option.indexOf('=') + 1));
      assertEquals(value, other.get(key.equals("split") ? "seed" : key).doubleValue(), option);
      Instance.Header header = InstanceReader.read(directory.resolve("other.json")).header();
      assertEquals(key.equals("lambda") ? 0.5 : 0.25, header.lambda(), option);
      assertEquals(key.equals("bound") ? 9 : 25, header.bound(), option);
    }
  }

  /** What is printed of a compilation is what its provenance has found. */
  @Test
  void whatWasFoundIsSaid() throws IOException {
    Path out = directory.resolve("said.json");
    Outcome outcome =
        lm(
            "compile",
            "comparisons",
            "--shift=mixture",
            "--prompts=5",
            "--features=log,embedding=2,hidden=1x1",
            "--student-features=log,embedding=2",
            "--out=" + out);
    assertEquals(0, outcome.code(), outcome.err());
    JsonNode said = new ObjectMapper().readTree(directory.resolve("said.provenance.json").toFile());
    JsonNode found = said.get("found");
    assertTrue(found.get("meanMass").doubleValue() > found.get("leastMass").doubleValue());
    Instance instance = InstanceReader.read(out);
    assertEquals(
        String.format(
            Locale.ROOT,
            "%s: %d source and %d target prompts, D = %d, d = %d, %d states, %d answers judged%n"
                + "the model's mass on the legal answers: %.3g on average, %.3g at least; the"
                + " teacher's fit leaves %.2g nats%n",
            out,
            instance.source().size(),
            instance.target().size(),
            instance.header().calibrationDimension(),
            instance.header().studentDimension(),
            found.get("states").intValue(),
            found.get("rewards").intValue(),
            found.get("meanMass").doubleValue(),
            found.get("leastMass").doubleValue(),
            found.get("teacherFit").doubleValue()),
        outcome.out());
  }

  @Test
  void anotherTeacherIsCorrectedOnDemand() {
    String[] small = {
      "words",
      "--on-demand",
      "--prompts",
      "2",
      "--rewards",
      "2",
      "--rollouts",
      "2",
      "--features",
      "log",
      "--student-features",
      "log"
    };
    String own = lm("run", small).out();
    for (String[] option :
        new String[][] {
          {"--teacher", other.toString()}, {"--teacher-examples", examples.toString()}
        }) {
      List<String> args = new ArrayList<>(List.of(small));
      args.addAll(List.of(option));
      Outcome outcome = lm("run", args.toArray(new String[0]));
      assertEquals(0, outcome.code(), outcome.err());
      assertTrue(outcome.out().contains("states, each once"), outcome.out());
      assertNotEquals(own, outcome.out());
    }
  }

  /** Features, where none are chosen, are those that the help names for either way to run. */
  @Test
  void featuresAreThoseOfTheWayToRun() {
    String[] usual = {"log,embedding=9,hidden=8x1", "log,embedding=9"};
    String[] growing = {"log,embedding=6,hidden=4x1", "log,embedding=6"};
    String[] listed = {"comparisons", "--prompts=3", "--rewards=1"};
    String[] grown = {"words", "--on-demand", "--prompts=2", "--rewards=1", "--rollouts=2"};
    assertEquals(said(listed, usual), said(listed));
    assertNotEquals(said(listed, growing), said(listed));
    assertEquals(said(grown, growing), said(grown));
    assertNotEquals(said(grown, usual), said(grown));
  }

  /** As many rewards as the help says where none are asked for: 20000, on demand 1000. */
  @Test
  void rewardsAreThoseOfTheWayToRun() {
    String[] learner = {"--learner=direct-matching", "--features=log", "--student-features=log"};
    String[] listed = {"comparisons", "--prompts=1"};
    String[] grown = {"words", "--prompts=1", "--on-demand", "--rollouts=2"};
    assertEquals("20000", lastCount(ObjectArrays.concat(listed, learner, String.class)));
    assertEquals("1000", lastCount(ObjectArrays.concat(grown, learner, String.class)));
  }

  private String lastCount(String... args) {
    Outcome outcome = lm("run", args);
    assertEquals(0, outcome.code(), outcome.err());
    List<String> rows =
        outcome.out().lines().filter(l -> l.matches(" +[0-9]+ +[0-9.-]+.*")).toList();
    return rows.get(rows.size() - 1).strip().split(" ", 2)[0];
  }

  /** What is printed but for times, with recipes of teacher and student or without. */
  private String said(String[] args, String... recipes) {
    List<String> all = new ArrayList<>(List.of(args));
    if (recipes.length > 0) {
      all.addAll(List.of("--features", recipes[0], "--student-features", recipes[1]));
    }
    Outcome outcome = lm("run", all.toArray(new String[0]));
    assertEquals(0, outcome.code(), outcome.err());
    return outcome.out().replaceAll("(?m)^( +(?:start|[0-9]+) .*) [0-9]+$", "$1");
  }

  @Test
  void aTeacherThatIsNotThereIsOneLine() throws IOException {
    Path none = directory.resolve("none");
    Path out = directory.resolve("out.json");
    for (String option : List.of("--teacher", "--teacher-examples", "--teacher-template")) {
      String value = option.endsWith("template") ? "chatml" : none.toString();
      Outcome outcome = lm("compile", "comparisons", "--out", out.toString(), option, value);
      assertEquals(2, outcome.code(), outcome.err());
      outcome.assertOneLine();
      String named = option.endsWith("template") ? "no --teacher is there" : "none";
      assertTrue(outcome.err().contains(named), outcome.err());
    }
    try (var left = Files.list(directory)) {
      assertEquals(3, left.count(), "nothing is written");
    }
  }

  /** A student is shown after as many rewards as stand beside it: that of a run of as many. */
  @Test
  void studentsAreThoseOfRunsOnTheCompiledInstance() throws IOException {
    compile("second", "--split", "2");
    Path instance = directory.resolve("second.json");
    Outcome learned =
        lm(
            "run",
            "comparisons",
            "--shift",
            "mixture",
            "--prompts",
            "5",
            "--features",
            "log,embedding=2,hidden=1x1",
            "--student-features",
            "log,embedding=2",
            "--rewards",
            "60",
            "--seed",
            "2",
            "--learner",
            "practical");
    assertEquals(0, learned.code(), learned.err());
    for (String rewards : List.of("50", "60")) {
      Path out = directory.resolve("out" + rewards);
      String[] run = {
        "run",
        instance.toString(),
        "--learner",
        "practical",
        "--rounds",
        rewards,
        "--out",
        out.toString(),
        "--seed",
        "2",
        "--evaluate"
      };
      assertEquals(0, Outcome.of(run).code());
      List<String> rows = Files.readAllLines(out.resolve("rows.csv"));
      int column = List.of(rows.get(0).split(",", -1)).indexOf("objective");
      double value = Double.parseDouble(rows.get(rows.size() - 1).split(",", -1)[column]);
      String line = String.format(Locale.ROOT, "%10s  %.4f", rewards, value);
      assertTrue(learned.out().contains(line), line + " in " + learned.out());
    }
  }

  /**
   * A student that has left the reference pays for it: its J is below its reward. Each count of
   * rewards has one line, also where the last is one of those that are always shown.
   */
  @Test
  void eachCountHasItsLineAndJIsLessThanTheReward() {
    Outcome outcome =
        lm(
            "run",
            "words",
            "--on-demand",
            "--prompts=2",
            "--rewards=50",
            "--rollouts=20",
            "--lambda=2",
            "--features=log",
            "--student-features=log");
    assertEquals(0, outcome.code(), outcome.err());
    List<String> rows =
        outcome.out().lines().filter(l -> l.matches(" +(start|[0-9]+) .*")).toList();
    assertEquals(2, rows.size(), outcome.out());
    assertTrue(rows.get(0).stripLeading().startsWith("start "), rows.get(0));
    assertTrue(rows.get(1).stripLeading().startsWith("50 "), rows.get(1));
    Matcher values =
        Pattern.compile("50 +(\\S+) in \\[\\S+ \\S+\\] +(\\S+) in \\[").matcher(rows.get(1));
    assertTrue(values.find(), rows.get(1));
    double reward = Double.parseDouble(values.group(1));
    double objective = Double.parseDouble(values.group(2));
    assertTrue(objective < reward - 1e-3, rows.get(1));
  }
}
