package dev.ccl.experiments.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableLongArray;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.DemoInstance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.RunTable;
import dev.ccl.experiments.run.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What sweeps just allow; what they refuse is in {@link SweepRefusalsTest}. */
class SweepLimitsTest {
  @TempDir private Path directory;

  private SweepFile open(String yaml) {
    return SweepFile.parse("grid.yaml", yaml, Map.of(), directory);
  }

  /** The least and the largest of everything that has a least or a largest. */
  @Test
  void whatIsJustAllowedIsAccepted() {
    String grid =
        "instances: [{generate: demo}]\nlearners: [{preset: practical, settings: {exploration:"
            + " off}}]\n";
    RunPlan least =
        open(grid + "rounds: 1\nseeds: 1\nseed: -9223372036854775808\nrecord: [0]\n")
            .plans()
            .get(0);
    assertEquals(1, least.recorded().last());
    assertEquals(1, least.seeds());
    assertEquals(Long.MIN_VALUE, least.firstSeed());
    assertEquals("practical", least.learner().name());
    assertEquals("off", least.learner().settings().texts().get("exploration"));
    RunPlan most =
        open(grid + "rounds: 9223372036854775807\nseeds: 2147483647\nrecord: [7, 0]\n")
            .plans()
            .get(0);
    assertEquals(Long.MAX_VALUE, most.recorded().last());
    assertEquals(Integer.MAX_VALUE, most.seeds());
    assertEquals(1, most.firstSeed(), "where nothing is said");
    assertEquals(
        ImmutableLongArray.of(0, 3, 30),
        open(grid + "rounds: 30\nrecord: [3, 30]").plans().get(0).recorded().all());
    RunPlan open = open(grid + "rounds: 30").plans().get(0);
    assertEquals(1, open.seeds());
    assertEquals(RecordedRounds.logarithmic(30).all(), open.recorded().all());
    List<String> numbers = IntStream.range(0, 100).mapToObj(Integer::toString).toList();
    String map = "a: " + numbers + "\nb: " + numbers + "\n";
    assertEquals(10_000, YamlNode.parse("f", map).combinations().size());
    assertEquals(
        ImmutableMap.of("a", "0", "b", "99"), YamlNode.parse("f", map).combinations().get(99));
    YamlNode many = YamlNode.parse("f", map.replace("[0,", "[-1, 0,"));
    assertEquals(
        "f: the document: has more than 10000 combinations",
        assertThrows(IllegalArgumentException.class, many::combinations).getMessage());
  }

  @Test
  void aSweepMayBeginInAnEmptyDirectoryAndCountsItsRounds() throws IOException {
    SweepFile file =
        open(
            """
            instances: [{generate: separation, d: 1, lambda: [1, 2]}]
            learners: [practical, {settings: {updates: [1, 2]}}, sft]
            rounds: 5
            seeds: 3
            """);
    Path out = Files.createDirectories(directory.resolve("empty"));
    assertEquals(2 * 4 * 5 * 3, Sweep.of(out, file.plans()).work());
    Study.write(out, Question.OPEN, Sweep.of(out, file.plans()).cells());
    Files.writeString(out.resolve("notes.txt"), "");
    assertEquals(8, Sweep.of(out, file.plans()).cells().size(), "notes beside a study");
    assertEquals(Question.OPEN, Sweep.of(out, file.plans()).study().question());
    assertEquals("a b", Sweep.quoted("a b"));
    assertEquals("\"a,b\"", Sweep.quoted("a,b"));
    assertEquals("\"a\"\"b\"", Sweep.quoted("a\"b"));
  }

  /** More rounds than 64 bits can count are the most that can be said, as in a single run. */
  @Test
  void theWorkOfEndlessCellsIsTheMost() throws IOException {
    String grid = "instances: [{generate: demo}]\nlearners: [practical, oracle, ccl]\n";
    SweepFile endless = open(grid + "rounds: 9223372036854775807\n");
    assertEquals(Long.MAX_VALUE, Sweep.of(directory, endless.plans()).work());
    SweepFile half = open(grid + "rounds: 4611686018427387904\n");
    assertEquals(Long.MAX_VALUE, Sweep.of(directory, half.plans()).work());
  }

  /** The ending alone is left out of the name of a cell. */
  @Test
  void cellsAreNamedAfterTheirFiles() throws IOException {
    for (String[] name :
        new String[][] {
          {"a.json.old.json", "a.json.old"}, {"xjson", "xjson"}, {"b.cclz", "b.cclz"}
        }) {
      RunPlan plan =
          RunPlan.of(
              Subject.of(name[0], SeparationInstance.of(1, 2, 2, 0.5)),
              Learners.named("sft"),
              RecordedRounds.of(new long[0], 3),
              1,
              1);
      Sweep.Cell cell = Sweep.of(directory, ImmutableList.of(plan)).cells().get(0);
      assertEquals(name[1] + "-sft-" + plan.digest().substring(0, 12), cell.name());
      assertEquals(directory.resolve("cells").resolve(cell.name()), cell.directory());
    }
  }

  /** Rewards are counted in 64 bits, and their mean need not be whole. */
  @Test
  void manyRewardsAreAveragedWhole() throws IOException {
    SweepFile file =
        open("instances: [{generate: demo}]\nlearners: [practical]\nrounds: 2\nseeds: 2\n");
    Path out = directory.resolve("out");
    Sweep sweep = Sweep.of(out, file.plans());
    sweep.run(new LocalThreads(1, Cadence.AT_THE_END), Monitor.NONE);
    Path json = sweep.cells().get(0).directory().resolve("run.json");
    ObjectNode run = (ObjectNode) new JsonMapper().readTree(Files.readString(json));
    run.remove("checksum");
    long[] spent = {5_000_000_000L, 5_000_000_001L};
    for (int i = 0; i < 2; i++) {
      ((ObjectNode) run.path("replicates").path(i).path("ledger")).put("sourceQueries", spent[i]);
    }
    JsonFile.writeSealed(
        json,
        generator -> {
          for (Map.Entry<String, JsonNode> field : run.properties()) {
            generator.writeFieldName(field.getKey());
            new JsonMapper().writeTree(generator, field.getValue());
          }
        });
    sweep.summarize();
    List<String> lines = Files.readAllLines(out.resolve("cells.csv"));
    int column = List.of(lines.get(0).split(",", -1)).indexOf("sourceQueries");
    assertEquals(5_000_000_000.5, Double.parseDouble(lines.get(1).split(",", -1)[column]));
    List<Double> ends = new ArrayList<>();
    RunTable.read(
        json.resolveSibling("rows.csv"),
        List.of(Measure.COST),
        row -> {
          if (row.round() == 2) {
            ends.add(row.value(Measure.COST));
          }
        });
    int error = List.of(lines.get(0).split(",", -1)).indexOf("costError");
    assertEquals(
        Math.abs(ends.get(0) - ends.get(1)) / 2, // of two, which have an error
        Double.parseDouble(lines.get(1).split(",", -1)[error]),
        1e-15);
  }

  /** Also where a generator is left at its defaults; files from elsewhere are not copied. */
  @Test
  void everyGeneratedInstanceIsWritten() throws IOException {
    InstanceWriter.write(SeparationInstance.of(1, 2, 3, 0.5), directory.resolve("own.json"));
    SweepFile file =
        open(
            "instances: [own.json, {generate: demo}, {generate: separation, d: 1}]\n"
                + "learners: [sft]\nrounds: 1\n");
    Path out = directory.resolve("out");
    Sweep.of(out, file.plans()).run(new LocalThreads(1, Cadence.AT_THE_END), Monitor.NONE);
    try (Stream<Path> written = Files.list(out.resolve("instances"))) {
      assertEquals(
          List.of("demo.json", "separation-d1.json"),
          written.map(path -> path.getFileName().toString()).sorted().toList());
    }
    assertEquals(
        DemoInstance.of().digest(),
        InstanceReader.read(out.resolve("instances/demo.json")).digest());
  }

  /** Whoever stops between two cells has stopped the sweep, and nothing is summed up. */
  @Test
  void aSweepThatIsStoppedBeforeACellIsNotFinished() throws IOException {
    SweepFile file = open("instances: [{generate: demo}]\nlearners: [sft, practical]\nrounds: 2\n");
    Path out = directory.resolve("out");
    Monitor stopped =
        new Monitor() {
          @Override
          public void completed(long more) {}

          @Override
          public boolean stopping() {
            return true;
          }
        };
    Sweep sweep = Sweep.of(out, file.plans());
    assertEquals(RunJob.End.STOPPED, sweep.run(new LocalThreads(1, Cadence.AT_THE_END), stopped));
    assertTrue(Files.notExists(out.resolve("cells.csv")));
    assertEquals(
        RunJob.End.FINISHED, sweep.run(new LocalThreads(1, Cadence.AT_THE_END), Monitor.NONE));
    assertEquals(3, Files.readAllLines(out.resolve("cells.csv")).size());
  }

  /** What is in a file makes the cell: not its name, nor that which it gives its instance. */
  @Test
  void cellsAreToldApartByWhatIsInTheirFiles() throws IOException {
    Instance instance = SeparationInstance.of(1, 2, 3, 0.5);
    Files.createDirectories(directory.resolve("a"));
    Files.createDirectories(directory.resolve("b"));
    InstanceWriter.write(instance, directory.resolve("a/own.json"));
    InstanceWriter.write(instance.withoutTargetRewards(), directory.resolve("b/own.json"));
    InstanceWriter.write(instance, directory.resolve("b/copy.json"));
    String rest = "]\nlearners: [practical]\nrounds: 2\n";
    List<RunPlan> two = open("instances: [a/own.json, b/own.json" + rest).plans();
    assertEquals(2, two.size());
    assertEquals(two.get(0).configuration(), two.get(1).configuration());
    assertEquals(
        "grid.yaml: the document: a cell is listed twice: practical on copy.json",
        assertThrows(
                IllegalArgumentException.class,
                () -> open("instances: [a/own.json, b/copy.json" + rest))
            .getMessage());
  }

  /** A study of another format is refused by its name, however well it is sealed. */
  @Test
  void aStudyOfAnotherFormatIsRefused() throws IOException {
    Path study = directory.resolve("study.json");
    JsonFile.writeSealed(study, json -> json.writeStringField("format", "ccl-study/2"));
    assertEquals(
        study + " is not of the format ccl-study/1",
        assertThrows(IllegalArgumentException.class, () -> Study.read(directory)).getMessage());
  }

  /** A pattern may begin at the root, wherever the sweep is. */
  @Test
  void aPatternMayBeAbsolute() throws IOException {
    Path mine = Files.createDirectories(directory.resolve("mine"));
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), mine.resolve("a.json"));
    String pattern = mine.toAbsolutePath().toString().replace('\\', '/') + "/*.json";
    String yaml = "instances: ['" + pattern + "']\nlearners: [practical]\nrounds: 3\n";
    Path elsewhere = directory.resolve("elsewhere");
    SweepFile file = SweepFile.parse("grid.yaml", yaml, Map.of(), elsewhere);
    assertEquals("a.json", file.plans().get(0).subject().fileName());
  }

  /** Numbers of an instance are written whole where they are, and short of a billion. */
  @Test
  void whatIsMeasuredOfAnInstanceIsWrittenPlainly() {
    double[] lambdas = {1, 0.5, 999_999_999, 1e9};
    String[] texts = {"1", "0.5", "999999999", "1.0E9"};
    for (int i = 0; i < lambdas.length; i++) {
      Instance instance = SeparationInstance.of(1, 3, lambdas[i], 0.5);
      RunPlan plan =
          RunPlan.of(
              Subject.of("own.json", instance),
              Learners.named("direct-matching"),
              RecordedRounds.of(new long[0], 3),
              1,
              1);
      assertEquals(texts[i], Coordinates.of(plan).measured().get("lambda"));
    }
  }

  /** File systems have room for 255 bytes in a name; a user's own file may fill them. */
  @Test
  void longNamesAreCutAndKeptApart() throws IOException {
    String own = "é".repeat(120); // two bytes each
    Path written = directory.resolve("written.json");
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), written);
    Files.move(written, directory.resolve(own + ".json"));
    SweepFile file =
        open(
            """
            instances:
              - OWN.json
              - {generate: random, seed: [1, 2], horizon: 1, letters: 1, source: 2, target: 2,
                 shared: 1, repeated: 1, D: 3, d: 2, lambda: 1.0123456789012345,
                 bound: 2.0123456789012345, set: ball, teacher-distance: 0.6123456789012345,
                 initial-norm: 0.1234567890123456, geometry: cube, feasibility: eos-padded,
                 construction: rewards-first, precision: double}
            learners: [sft]
            rounds: 2
            """
                .replace("OWN", own));
    Path out = directory.resolve("out");
    Sweep sweep = Sweep.of(out, file.plans());
    assertEquals(
        RunJob.End.FINISHED, sweep.run(new LocalThreads(1, Cadence.AT_THE_END), Monitor.NONE));
    assertEquals(3, sweep.cells().stream().map(Sweep.Cell::name).distinct().count());
  }
}
