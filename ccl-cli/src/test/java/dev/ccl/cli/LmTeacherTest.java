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
}
