package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

  @Test
  void aTeacherThatIsNotThereIsOneLine() throws IOException {
    Path none = directory.resolve("none");
    Path out = directory.resolve("out.json");
    for (String option : List.of("--teacher", "--teacher-examples")) {
      Outcome outcome =
          lm("compile", "comparisons", "--out", out.toString(), option, none.toString());
      assertEquals(2, outcome.code(), outcome.err());
      outcome.assertOneLine();
      assertTrue(outcome.err().contains("none"), outcome.err());
    }
    try (var left = Files.list(directory)) {
      assertEquals(3, left.count(), "nothing is written");
    }
  }

  /** A student is shown after as many rewards as stand beside it: that of a run of as many. */
  @Test
  void studentsAreThoseOfRunsOnTheCompiledInstance() throws IOException {
    compile("own");
    Path instance = directory.resolve("own.json");
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
        "1",
        "--evaluate"
      };
      assertEquals(0, Outcome.of(run).code());
      List<String> rows = Files.readAllLines(out.resolve("evaluation.csv"));
      int column = List.of(rows.get(0).split(",", -1)).indexOf("objective");
      double value = Double.parseDouble(rows.get(rows.size() - 1).split(",", -1)[column]);
      String line = String.format(Locale.ROOT, "%10s  %.4f", rewards, value);
      assertTrue(learned.out().contains(line), line + " in " + learned.out());
    }
  }
}
