package dev.ccl.experiments.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.WrittenFiles;
import dev.ccl.judge.Recorded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All that a sweep writes, of a grid on which no two cells and no two seeds are alike. */
class SweepFilesTest {
  /** Seeds of the second learner end apart; the file has no target rewards and a comma. */
  private static final String GRID =
      """
      instances:
        - {generate: random, horizon: 2, source: 3, target: 2, repeated: 1, d: 2, lambda: [0.5, 2],
           bound: 0.8, seed: 3}
        - "own, blind.json"
      learners:
        - {learner: direct-matching, settings: {batch: 2}}
        - {settings: {calibrate-every: [1, 2]},
           certification: {certify: 0.1, stop-when: excess<0.005}}
      rounds: 8
      seeds: 4
      seed: 5
      record: [0, 1, 5, 6, 7]
      ask: {question: 'Which, and "why"?', measure: cost, against: lambda, by: [learner],
            map: calibrate-every}
      """;

  @TempDir private Path directory;
  private SweepFile file;

  @BeforeEach
  void read() throws IOException {
    RandomSpec spec =
        RandomSpec.SMALL
            .withHorizon(1)
            .withLetters(3)
            .withPrompts(2, 3)
            .withShared(1)
            .withDimensions(2, 1)
            .withLambda(0.25)
            .withBound(1.5)
            .withInitialNorm(0.5);
    InstanceWriter.write(
        RandomInstance.of(spec, 9).instance().withoutTargetRewards(),
        directory.resolve("own, blind.json"));
    Path yaml = Files.writeString(directory.resolve("grid.yaml"), GRID);
    file = SweepFile.open(yaml);
  }

  private Sweep sweep(String out) throws IOException {
    return Sweep.of(directory.resolve(out), file.plans(), file.question());
  }

  @Test
  void everyFileIsAsRecorded() throws IOException {
    Path out = directory.resolve("out");
    assertEquals(
        RunJob.End.FINISHED,
        sweep("out").run(new LocalThreads(2, Cadence.AT_THE_END), Monitor.NONE));
    WrittenFiles files = WrittenFiles.in(out, file.plans());
    List<String> tables = List.of("cells.csv", "study.json", "sweep.json");
    assertSameSummary(out);
    assertSameRows(out);
    assertCutOffEqualsWhole(out);
    Recorded.check(
        getClass(),
        "sweep.txt",
        files.text(tables::contains) + "== rows\n" + files.named(rows(out)));
  }

  /** The names of the columns and the first row of each cell, whose numbers are those of a run. */
  private static String rows(Path out) throws IOException {
    return Files.readAllLines(out.resolve("sweep.csv")).stream()
        .filter(line -> line.startsWith("cell,") || line.contains(",5,0,"))
        .collect(Collectors.joining("\n"));
  }

  /** Means, standard errors and rewards from the rows and the ledgers, by plain sums. */
  private void assertSameSummary(Path out) throws IOException {
    List<List<String>> table = csv(out.resolve("cells.csv"));
    List<String> head = table.get(0);
    assertEquals(1 + file.plans().size(), table.size());
    TreeSet<String> ends = new TreeSet<>();
    for (int i = 0; i < file.plans().size(); i++) {
      List<String> row = table.get(1 + i);
      Path cell = out.resolve("cells").resolve(row.get(0));
      RunPlan plan = file.plans().get(i);
      JsonNode json = new JsonMapper().readTree(Files.readString(cell.resolve("run.json")));
      assertEquals(plan.digest(), json.path("digest").asText());
      assertEquals("4", row.get(head.indexOf("seeds")));
      double queries = 0;
      double rounds = 0;
      for (JsonNode end : json.path("replicates")) {
        queries += end.path("ledger").path("sourceQueries").asDouble() / 4;
        rounds += end.path("rounds").asDouble() / 4;
        ends.add(i + " " + end.path("rounds"));
      }
      assertEquals(rounds, number(row.get(head.indexOf("rounds"))), "those that were reached");
      assertEquals(queries, Double.parseDouble(row.get(head.indexOf("sourceQueries"))), 1e-12);
      Map<String, List<String>> last = new LinkedHashMap<>();
      List<List<String>> runs = csv(cell.resolve("rows.csv"));
      runs.subList(1, runs.size()).forEach(r -> last.put(r.get(0), r));
      for (Measure measure : Measure.RECORDED) {
        int at = runs.get(0).indexOf(measure.column());
        int to = head.indexOf(measure.column());
        assertEquals(measure.column() + "Error", head.get(to + 1));
        if (last.get("5").get(at).isEmpty()) {
          assertEquals(List.of("", ""), row.subList(to, to + 2));
          continue;
        }
        double[] x = last.values().stream().mapToDouble(r -> number(r.get(at))).toArray();
        double mean = (x[0] + x[1] + x[2] + x[3]) / 4;
        double squares = 0;
        for (double value : x) {
          squares += (value - mean) * (value - mean);
        }
        assertEquals(mean, number(row.get(to)), 1e-12);
        assertEquals(Math.sqrt(squares / 3 / 4), number(row.get(to + 1)), 1e-12);
      }
    }
    assertTrue(ends.size() > file.plans().size() + 1, "seeds that end apart: " + ends);
  }

  /** Each row of a run is a row of the sweep, without w and θ, in the same order. */
  private void assertSameRows(Path out) throws IOException {
    List<List<String>> all = csv(out.resolve("sweep.csv"));
    int next = 1;
    for (RunPlan plan : file.plans()) {
      String name = all.get(next).get(0);
      assertTrue(name.endsWith(plan.digest().substring(0, 12)), name);
      List<List<String>> runs = csv(out.resolve("cells").resolve(name).resolve("rows.csv"));
      for (List<String> run : runs.subList(1, runs.size())) {
        List<String> row = all.get(next++);
        assertEquals(name, row.get(0));
        assertEquals(plan.subject().fileName(), row.get(1));
        assertEquals(plan.learner().name(), row.get(2));
        assertEquals(run.subList(0, 6), row.subList(4, row.size()));
      }
    }
    assertEquals(all.size(), next);
  }

  /** Stopped again and again, with one thread or more, a sweep ends with the same bytes. */
  private void assertCutOffEqualsWhole(Path whole) throws IOException {
    Path out = directory.resolve("cut");
    int attempts = 0;
    RunJob.End end = RunJob.End.STOPPED;
    while (end == RunJob.End.STOPPED) {
      assertTrue(++attempts < 100, "never finished");
      assertTrue(Files.notExists(out.resolve("cells.csv")), "before all cells are there");
      end =
          sweep("cut")
              .run(
                  new LocalThreads(1 + attempts % 3, Cadence.AT_THE_END),
                  stopAfter(75L * attempts));
    }
    assertTrue(attempts > 2, "it was cut off: " + attempts);
    assertEquals(bytes(whole), bytes(out));
    assertEquals(
        RunJob.End.FINISHED,
        sweep("cut").run(new LocalThreads(1, Cadence.AT_THE_END), Monitor.NONE));
    assertEquals(bytes(whole), bytes(out));
  }

  private static Monitor stopAfter(long rounds) {
    AtomicLong left = new AtomicLong(rounds);
    return new Monitor() {
      @Override
      public void completed(long more) {
        left.addAndGet(-more);
      }

      @Override
      public boolean stopping() {
        return left.get() <= 0;
      }
    };
  }

  private static Map<String, String> bytes(Path out) throws IOException {
    Map<String, String> bytes = new LinkedHashMap<>();
    try (Stream<Path> walk = Files.walk(out)) {
      for (Path path : walk.sorted(Comparator.naturalOrder()).toList()) {
        bytes.put(
            out.relativize(path).toString(),
            Files.isDirectory(path) ? "a directory" : Files.readString(path));
      }
    }
    return bytes;
  }

  private static double number(String cell) {
    return Double.parseDouble(cell);
  }

  /** Cells with quotes where there are commas. */
  private static List<List<String>> csv(Path file) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      List<String> cells = new ArrayList<>();
      StringBuilder cell = new StringBuilder();
      boolean quoted = false;
      for (char c : (line + ",").toCharArray()) {
        if (c == '"') {
          quoted = !quoted;
        } else if (c == ',' && !quoted) {
          cells.add(cell.toString());
          cell.setLength(0);
        } else {
          cell.append(c);
        }
      }
      rows.add(cells);
    }
    return rows;
  }
}
