package dev.ccl.experiments.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ccl.algorithms.Learners;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.sweep.Sweep;
import dev.ccl.experiments.sweep.SweepFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Means and errors that people read, from the rows by their definitions. */
class ResultTableTest {
  private static final int SEEDS = 3;

  @TempDir private Path directory;

  private static List<Double> column(Path csv, String name, long round) throws IOException {
    List<String> lines = Files.readAllLines(csv);
    List<String> head = List.of(lines.get(0).split(",", -1));
    List<Double> values = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      List<String> cells = List.of(line.split(",", -1));
      if (Long.parseLong(cells.get(head.indexOf("round"))) == round) {
        values.add(Double.parseDouble(cells.get(head.indexOf(name))));
      }
    }
    assertEquals(SEEDS, values.size());
    return values;
  }

  private static double mean(List<Double> values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.size();
  }

  /** Of the mean: √(Σ(x − x̄)²/((n − 1)n)). */
  private static double error(List<Double> values) {
    double squares = 0;
    for (double value : values) {
      squares += (value - mean(values)) * (value - mean(values));
    }
    return Math.sqrt(squares / (values.size() - 1) / values.size());
  }

  private static String cell(List<Double> values) {
    return String.format(Locale.ROOT, "%.3e (%.1e)", mean(values), error(values));
  }

  @Test
  void aRunIsSummedUpByMeansStandardErrorsAndMeanLedgers() throws IOException {
    Path instance = directory.resolve("judge.json");
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), instance);
    RunPlan plan =
        RunPlan.of(
            Subject.read(instance),
            Learners.named("ccl").with("queries", "informative"),
            RecordedRounds.of(new long[] {5}, 20),
            1,
            SEEDS);
    Path out = directory.resolve("out");
    try (RunJob job = RunJob.open(plan, out, StartMode.FRESH)) {
      assertEquals(RunJob.End.FINISHED, job.run(1, Cadence.AT_THE_END, Monitor.NONE));
    }
    String table = ResultTable.read(out).toString();
    for (long round : new long[] {5, 20}) {
      String line =
          table.lines().filter(l -> l.strip().startsWith(round + " ")).findFirst().orElseThrow();
      for (Measure measure : Measure.RECORDED) {
        String cell = cell(column(out.resolve("runs.csv"), measure.column(), round));
        assertTrue(line.contains(cell), measure + ": " + cell + " in " + line);
      }
    }
    JsonNode ends =
        new JsonMapper().readTree(Files.readString(out.resolve("run.json"))).path("replicates");
    boolean differ = false;
    for (Map.Entry<String, JsonNode> entry : ends.get(0).path("ledger").properties()) {
      double sum = 0;
      for (JsonNode end : ends) {
        sum += end.path("ledger").path(entry.getKey()).asDouble();
      }
      String mean = String.format(Locale.ROOT, "%,.0f", sum / SEEDS);
      differ |= !mean.equals(String.format(Locale.ROOT, "%,.0f", entry.getValue().asDouble()));
      assertTrue(
          table.lines().anyMatch(l -> l.strip().matches(entry.getKey() + " +" + mean)),
          entry.getKey() + " " + mean + " in " + table);
    }
    assertTrue(differ, "all seeds spend the same");
  }

  /** Of many rounds the powers of ten are shown, the start and the end. */
  @Test
  void aLongTableHasTheDecadesAndTheEnd() throws IOException {
    RunPlan plan =
        RunPlan.of(
            Subject.of("judge.json", SeparationInstance.of(1, 2, 2, 0.5)),
            Learners.named("practical"),
            RecordedRounds.logarithmic(250),
            1,
            1);
    Path out = directory.resolve("out");
    try (RunJob job = RunJob.open(plan, out, StartMode.FRESH)) {
      job.run(1, Cadence.AT_THE_END, Monitor.NONE);
    }
    assertEquals(
        List.of("0", "1", "10", "100", "250"),
        ResultTable.read(out)
            .toString()
            .lines()
            .filter(line -> line.matches(" +[0-9]+ .*"))
            .map(line -> line.strip().split(" ", 2)[0])
            .toList());
  }

  @Test
  void aSweepHasTheSameMeansAndErrorsOfItsCells() throws IOException {
    String yaml =
        """
        instances: [{generate: separation, d: 1, lambda: 2}]
        learners: [practical]
        rounds: 20
        seeds: 3
        """;
    SweepFile file = SweepFile.parse("grid", yaml, Map.of(), directory);
    Path out = directory.resolve("sweep");
    Sweep sweep = Sweep.of(out, file.plans(), file.question());
    sweep.run(1, Cadence.AT_THE_END, Monitor.NONE);
    Path csv = sweep.cells().get(0).directory().resolve("runs.csv");
    List<String> lines = Files.readAllLines(out.resolve("cells.csv"));
    List<String> head = List.of(lines.get(0).split(",", -1));
    List<String> row = List.of(lines.get(1).split(",", -1));
    assertEquals(head.size(), row.size(), "no cell has a comma: " + lines.get(1));
    for (Measure measure : Measure.RECORDED) {
      List<Double> ends = column(csv, measure.column(), 20);
      int at = head.indexOf(measure.column());
      assertEquals(mean(ends), Double.parseDouble(row.get(at)), 1e-12 * Math.abs(mean(ends)));
      assertEquals(head.get(at + 1), measure.column() + "Error");
      assertEquals(error(ends), Double.parseDouble(row.get(at + 1)), 1e-9 * error(ends));
    }
  }
}
