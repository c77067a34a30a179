package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.DemoInstance;
import dev.ccl.core.instance.generator.SeparationInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepCommandTest {
  private static final String GRID =
      """
      instances: [separation.json, demo.json]
      learners:
        - direct-matching
        - {learner: ccl, preset: practical}
        - learner: ccl
          settings: {updates: [1, 2], acceptance: [rejection, expectation], exploration: off}
      rounds: 20
      seeds: 2
      """;

  @TempDir Path directory;

  @BeforeEach
  void writeInstances() throws IOException {
    InstanceWriter.write(SeparationInstance.of(2, 3, 2, 0.5), directory.resolve("separation.json"));
    InstanceWriter.write(DemoInstance.of(), directory.resolve("demo.json"));
  }

  private Outcome sweep(String yaml, String... more) throws IOException {
    Path file = directory.resolve("grid.yaml");
    Files.writeString(file, yaml);
    Path out = directory.resolve("out");
    return Outcome.of(
        Stream.concat(Stream.of("sweep", file.toString(), "--out", out.toString()), Stream.of(more))
            .toArray(String[]::new));
  }

  private String read(String name) throws IOException {
    return Files.readString(directory.resolve("out").resolve(name));
  }

  @Test
  void everyCellIsRunAndCollected() throws IOException {
    Outcome outcome = sweep(GRID);
    assertEquals(0, outcome.code(), outcome.err());
    JsonNode cells = JsonFile.read(directory.resolve("out/sweep.json")).path("cells");
    assertEquals(2 * 6, cells.size());
    List<String> lines = read("sweep.csv").lines().toList();
    assertEquals(
        "cell,instance,learner,settings,seed,round,"
            + "oracleKl,excessCost,calibrationErrorSquared,cost",
        lines.get(0));
    int rounds = 14; // 0, 1, …, 10, 12, 15, 20
    assertEquals(1 + 12 * 2 * rounds, lines.size());
    for (JsonNode cell : cells) {
      Path run = directory.resolve("out").resolve(cell.path("directory").asText());
      String digest = JsonFile.read(run.resolve("run.json")).path("digest").asText();
      assertEquals(cell.path("digest").asText(), digest);
    }
    assertEquals("off", cells.get(2).at("/configuration/settings/exploration").asText());
  }

  @Test
  void aCellIsTheSameAsARun() throws IOException {
    assertEquals(0, sweep(GRID, "--threads", "5").code());
    Path alone = directory.resolve("alone");
    Outcome.of(
        "run",
        directory.resolve("demo.json").toString(),
        "--rounds=20",
        "--seeds=2",
        "--preset=practical",
        "--out=" + alone);
    JsonNode cell = JsonFile.read(directory.resolve("out/sweep.json")).path("cells").path(7);
    String place = cell.path("directory").asText();
    assertEquals(Files.readString(alone.resolve("rows.csv")), read(place + "/rows.csv"));
    assertEquals(Files.readString(alone.resolve("run.json")), read(place + "/run.json"));
  }

  /** Each seed of each cell has a file of its own, also where cells share learner and instance. */
  @Test
  void everySeedOfEveryCellHasItsEvents() throws IOException {
    Path logs = directory.resolve("logs");
    assertEquals(0, sweep(GRID).code());
    assertEquals(0, sweep(GRID, "--tensorboard", logs.toString()).code(), "also of finished runs");
    Set<String> expected = new TreeSet<>();
    for (JsonNode cell : JsonFile.read(directory.resolve("out/sweep.json")).path("cells")) {
      String name = cell.path("directory").asText().replace("cells/", "");
      expected.addAll(List.of(name + "/seed1", name + "/seed2"));
    }
    assertEquals(2 * 12, expected.size());
    Set<String> found = new TreeSet<>();
    try (Stream<Path> files = Files.walk(logs)) {
      files
          .filter(Files::isRegularFile)
          .forEach(file -> found.add(logs.relativize(file.getParent()).toString()));
    }
    assertEquals(expected, found);
  }

  @Test
  void finishedCellsAreKept() throws IOException {
    assertEquals(0, sweep(GRID).code());
    String csv = read("sweep.csv");
    String json = read("sweep.json");
    JsonNode cell = JsonFile.read(directory.resolve("out/sweep.json")).path("cells").path(0);
    Path kept = directory.resolve("out").resolve(cell.path("directory").asText());
    Files.writeString(kept.resolve("mark"), "left alone");
    assertEquals(0, sweep(GRID, "--threads", "1").code());
    assertEquals(csv, read("sweep.csv"));
    assertEquals(json, read("sweep.json"));
    assertTrue(Files.exists(kept.resolve("mark")));
    assertEquals(0, sweep(GRID + "seed: 4\n").code());
    try (Stream<Path> cells = Files.list(directory.resolve("out/cells"))) {
      assertEquals(24, cells.count(), "another seed makes other cells");
    }
  }

  @Test
  void badGridsAreOneLineWithTheirPlace() throws IOException {
    String[][] bad = {
      {"rounds: 20", "round: 20", "unknown key \"round\""},
      {"rounds: 20", "", "rounds: is missing"},
      {"rounds: 20", "rounds: 0", "rounds: 0 is not"},
      {"rounds: 20", "rounds: 2.0", "rounds: 2.0 is not"},
      {"rounds: 20", "rounds: 20\nrounds: 21", "line"},
      {"rounds: 20", "rounds: [", "line"},
      {"seeds: 2", "seeds: -1", "seeds: -1 is not"},
      {"seeds: 2", "record: [5, 21]", "record[1]: 21 is not"},
      {"seeds: 2", "record: 5", "record: is not a list"},
      {"demo.json", "absent.json", "instances[1]: "},
      {"demo.json", "separation.json", "twice"},
      {"[separation.json, demo.json]", "separation.json", "instances: is not a list"},
      {"- direct-matching", "- direct", "learners[0]: there is no learner"},
      {"preset: practical", "preset: best", "learners[1]: there is no preset"},
      {"preset: practical", "presets: practical", "learners[1]: unknown key"},
      {"updates: [1, 2]", "updates: [0]", "learners[2]: setting updates"},
      {"updates: [1, 2]", "updates: []", "learners[2].settings.updates: is empty"},
      {"updates: [1, 2]", "speed: 3", "learners[2]: there is no setting"},
      {"updates: [1, 2]", "updates: [[1]]", "learners[2].settings.updates: is not a value"},
    };
    for (String[] edit : bad) {
      assertTrue(GRID.contains(edit[0]), edit[0]);
      Outcome outcome = sweep(GRID.replace(edit[0], edit[1]));
      assertEquals(2, outcome.code(), edit[1]);
      outcome.assertOneLine();
      assertTrue(outcome.err().contains("grid.yaml: "), outcome.err());
      assertTrue(outcome.err().contains(edit[2]), outcome.err());
      assertTrue(Files.notExists(directory.resolve("out")), edit[1]);
    }
    assertEquals(2, sweep("").code());
    assertEquals(2, sweep("hello").code());
    assertEquals(2, Outcome.of("sweep", directory.resolve("absent.yaml").toString()).code());
    assertEquals(2, sweep(GRID, "--threads", "0").code());
  }

  @Test
  void foreignDirectoriesAreLeftAlone() throws IOException {
    Path out = Files.createDirectory(directory.resolve("out"));
    Files.writeString(out.resolve("thesis.txt"), "x");
    Outcome outcome = sweep(GRID);
    assertEquals(2, outcome.code());
    outcome.assertOneLine();
  }
}
