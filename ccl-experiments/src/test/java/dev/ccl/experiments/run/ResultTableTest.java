package dev.ccl.experiments.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.common.hash.Hashing;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.certificates.Certification;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.sweep.LocalThreads;
import dev.ccl.experiments.sweep.Sweep;
import dev.ccl.experiments.sweep.SweepFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
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
        String cell = cell(column(out.resolve("rows.csv"), measure.column(), round));
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

  /**
   * Certificates end seeds at different rounds: a mean is of the seeds that came so far, and says
   * how many they are; what was spent and the last line are of the end of each.
   */
  @Test
  void meansOverTheSeedsThatAreLeftSayHowManyAreLeft() throws IOException {
    RunPlan plan =
        RunPlan.of(
                Subject.of("judge.json", SeparationInstance.of(1, 2, 2, 0.5)),
                Learners.named("practical"),
                RecordedRounds.of(new long[] {1, 10, 20, 50, 90}, 120),
                3,
                SEEDS)
            .certified(Certification.of(Map.of("certify", "0.1", "stop-when", "excess<0.01")));
    Path out = directory.resolve("out");
    try (RunJob job = RunJob.open(plan, out, StartMode.FRESH)) {
      assertEquals(RunJob.End.FINISHED, job.run(1, Cadence.AT_THE_END, Monitor.NONE));
    }
    List<String> lines = Files.readAllLines(out.resolve("rows.csv"));
    Map<String, String[]> last = new LinkedHashMap<>();
    Map<String, Integer> left = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      last.put(cells[0], cells);
      left.merge(cells[1], 1, Integer::sum);
    }
    assertTrue(left.values().stream().distinct().count() > 1, "seeds end apart: " + left);
    String table = ResultTable.read(out).toString();
    assertTrue(table.contains(SEEDS + " seeds") && table.contains(" round  seeds "), table);
    left.forEach(
        (round, seeds) ->
            assertTrue(
                table.lines().anyMatch(l -> l.matches(" *" + round + " +" + seeds + " .*")),
                round + " with " + seeds + " in\n" + table));
    assertEquals(left.keySet().stream().toList(), rounds(table), "and no round nobody reached");
    String end = table.lines().filter(l -> l.startsWith(" end of each")).findFirst().orElseThrow();
    List<Double> ends = last.values().stream().map(cells -> Double.parseDouble(cells[2])).toList();
    assertTrue(end.matches(" end of each +" + SEEDS + " .*") && end.contains(cell(ends)), end);
    double rounds =
        last.values().stream().mapToDouble(cells -> Double.parseDouble(cells[1])).sum() / SEEDS;
    String spent = String.format(Locale.ROOT, "%,.0f", rounds);
    assertTrue(table.lines().anyMatch(l -> l.strip().matches("rounds +" + spent)), table);
    assertTrue(table.lines().anyMatch(l -> l.strip().matches("sourceQueries +" + spent)), table);
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
    assertEquals(List.of("0", "1", "10", "100", "250"), rounds(ResultTable.read(out).toString()));
  }

  /** A run by hand: so many rounds are recorded, and each seed has spent so much. */
  private String table(int rounds, long... spent) throws IOException {
    return table(LongStream.range(0, rounds).toArray(), spent);
  }

  private String table(long[] rounds, long... spent) throws IOException {
    Path out = Files.createTempDirectory(directory, "hand");
    StringBuilder rows =
        new StringBuilder("seed,round,oracleKl,excessCost,calibrationErrorSquared,cost\n");
    for (int seed = 0; seed < spent.length; seed++) {
      for (long round : rounds) {
        String kl = seed > 0 && round == 2 ? "" : seed + 1 + ".5";
        rows.append(seed).append(',').append(round).append(',').append(kl).append(",,2,3\n");
      }
    }
    Files.writeString(out.resolve("rows.csv"), rows.toString());
    String digest = Hashing.sha256().hashString(rows, StandardCharsets.UTF_8).toString();
    JsonFile.writeSealed(
        out.resolve("run.json"),
        json -> {
          json.writeStringField("format", "ccl-run/2");
          json.writeObjectFieldStart("configuration");
          json.writeStringField("learner", "a\u001bb");
          json.writeStringField("instance", "c\nd");
          json.writeNumberField("rounds", rounds[rounds.length - 1]);
          json.writeNumberField("seeds", spent.length);
          json.writeFieldName("recorded");
          json.writeArray(rounds, 0, rounds.length);
          json.writeEndObject();
          json.writeObjectFieldStart("files");
          json.writeStringField("rows.csv", digest);
          json.writeEndObject();
          json.writeArrayFieldStart("replicates");
          for (long queries : spent) {
            json.writeStartObject();
            json.writeObjectFieldStart("ledger");
            json.writeNumberField("queries\t", queries);
            json.writeEndObject();
            json.writeEndObject();
          }
          json.writeEndArray();
        });
    return ResultTable.read(out).toString().replace(System.lineSeparator(), "\n");
  }

  private static List<String> rounds(String table) {
    return table
        .lines()
        .filter(line -> line.matches(" *[0-9]+ .*"))
        .map(line -> line.strip().split(" ", 2)[0])
        .toList();
  }

  @Test
  void twelveRoundsAreShownAndOfMoreTheDecades() throws IOException {
    List<String> twelve = List.of("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11");
    assertEquals(twelve, rounds(table(12, 1)));
    assertEquals(List.of("0", "1", "10", "12"), rounds(table(13, 1)));
    assertEquals(List.of("0", "1", "10", "100"), rounds(table(101, 1)));
  }

  /** Powers of ten have up to 19 digits, and the last round may be any. */
  @Test
  void decadesOf64BitsAreShown() throws IOException {
    long billions = 10_000_000_000L;
    long most = 1_000_000_000_000_000_000L;
    long[] rounds = {
      0,
      1,
      2,
      9,
      10,
      11,
      99,
      1_410_065_408,
      billions - 1,
      billions,
      2 * billions,
      most,
      most + 1,
      Long.MAX_VALUE - 1,
      Long.MAX_VALUE
    };
    assertEquals(
        List.of("0", "1", "10", "" + billions, "" + most, "" + Long.MAX_VALUE),
        rounds(table(rounds, 1)));
  }

  @Test
  void cellsOfNoneOneAndTwoNumbersAndLargeLedgers() throws IOException {
    assertEquals(
        "a\\u001bb on c\\u000ad, 2 seeds; mean (standard error) after each round\n"
            + "       round  oracleKl             excessCost           |w - w*|^2"
            + "           cost\n"
            + row(0, "2.000e+00 (5.0e-01)")
            + row(1, "2.000e+00 (5.0e-01)")
            + row(2, "1.500e+00")
            + "spent by each seed, on average:\n"
            + "  queries\\u0009        999,999,999",
        table(3, 999_999_000, 1_000_000_998));
    assertTrue(table(3, 1_000_000_000, 1_000_000_000).endsWith(" 1.000e+09"));
    assertTrue(table(3, 3_000_000_000L, 7_000_000_000_000L).endsWith(" 3.502e+12"), "64 bits");
    assertTrue(table(3, 0).endsWith(" 0"));
    assertTrue(table(3, 0).contains(" on c\\u000ad, 1 seed; "));
  }

  private static String row(int round, String kl) {
    String line = String.format("%12d  %-19s  %-19s", round, kl, "-");
    return line + "  2.000e+00 (0.0e+00)  3.000e+00 (0.0e+00)\n";
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
    sweep.run(new LocalThreads(1, Cadence.AT_THE_END), Monitor.NONE);
    Path csv = sweep.cells().get(0).directory().resolve("rows.csv");
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
