package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Splitter;
import com.google.common.math.Stats;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.core.exact.GlobalMinimizer;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.exact.Minimum;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.CramerRao;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.Realizability;
import dev.ccl.experiments.recording.Change;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.experiments.run.Subject;
import dev.ccl.report.paper.SeparationBounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tables of docs/algorithm.md. What is exact there is computed again; of what is measured a
 * cheap part is measured again with other seeds and has to agree within its error. {@code
 * -Dccl.update.docs=true} measures everything, which takes minutes, and writes the tables anew; its
 * runs are kept in {@code out/algorithm-page}.
 */
class AlgorithmPageTest {
  private static final Path PAGE = Path.of("..", "docs", "algorithm.md");
  private static final Path KEPT = Path.of("..", "out", "algorithm-page");

  /** How many standard errors two means may differ; of 20 seeds each, one in a million does. */
  private static final double ERRORS = 7;

  private static final int[] DIMENSIONS = {1, 2, 3, 4};
  private static final double[] LAMBDAS = {1, 2, 4};
  private static final int RANDOM_INSTANCES = 4;
  private static final long SHORT = 10_000;

  /** Calibration alone: alternatives come from θ_0, and the bound is that of a fixed design. */
  private static final Map<String, Learner> CALIBRATIONS = calibrations();

  @TempDir Path directory;

  private static Map<String, Learner> calibrations() {
    Map<String, Learner> all = new LinkedHashMap<>();
    Learner alone = Learners.named("ccl").with("first-stage", Long.toString(SHORT));
    all.put("controlled", alone.with("calibration", "newton").with("acceptance", "controlled"));
    all.put("newton", alone.with("calibration", "newton"));
    all.put("paper", alone);
    return all;
  }

  private static Instance separation(int d, double lambda) {
    return SeparationInstance.of(d, d + 1, lambda, 0.5);
  }

  private static Instance random(int seed) {
    return RandomInstance.of(RandomSpec.SMALL, seed).instance();
  }

  /** Rows of a table, in their order, by what stands in their first columns. */
  private static final class Table {
    private final Map<String, List<String>> rows = new LinkedHashMap<>();

    static Table read(String name) throws IOException {
      Table table = new Table();
      List<String> lines = Files.readAllLines(PAGE);
      int at = lines.indexOf("<!-- table " + name + " -->") + 3; // its head and a rule
      for (; at < lines.size() && lines.get(at).startsWith("|"); at++) {
        String line = lines.get(at);
        table.add(Splitter.on('|').trimResults().splitToList(line.substring(1, line.length() - 1)));
      }
      return table;
    }

    void add(List<String> cells) {
      rows.put(cells.get(0), cells);
    }

    void write(String name) throws IOException {
      List<String> lines = new ArrayList<>(Files.readAllLines(PAGE));
      int at = lines.indexOf("<!-- table " + name + " -->") + 3;
      while (at < lines.size() && lines.get(at).startsWith("|")) {
        lines.remove(at);
      }
      for (List<String> cells : rows.values()) {
        lines.add(at++, "| " + String.join(" | ", cells) + " |");
      }
      Files.write(PAGE, lines);
    }
  }

  /** The values of one column over seeds, by round. */
  private static SortedMap<Long, Stats> measured(
      Path place,
      String column,
      Instance instance,
      Learner learner,
      RecordedRounds rounds,
      long seed,
      int seeds)
      throws IOException {
    Files.createDirectories(place);
    Path file =
        place.resolve(instance.header().name().replaceAll("[^a-zA-Z0-9=.-]+", "_") + ".json");
    InstanceWriter.write(instance, file);
    RunPlan plan = RunPlan.of(Subject.read(file), learner, rounds, seed, seeds);
    Path out = place.resolve(plan.digest().substring(0, 16));
    try (RunJob job = RunJob.open(plan, out, StartMode.RESUMED)) {
      job.run(
          Runtime.getRuntime().availableProcessors(),
          Cadence.every(Duration.ofSeconds(10)),
          Monitor.NONE);
    }
    Map<Long, List<Double>> values = new TreeMap<>();
    List<String> lines = Files.readAllLines(out.resolve("rows.csv"));
    int index = Splitter.on(',').splitToList(lines.get(0)).indexOf(column);
    for (String line : lines.subList(1, lines.size())) {
      List<String> cells = Splitter.on(',').splitToList(line);
      values
          .computeIfAbsent(Long.valueOf(cells.get(1)), r -> new ArrayList<>())
          .add(Double.valueOf(cells.get(index)));
    }
    SortedMap<Long, Stats> stats = new TreeMap<>();
    values.forEach((round, list) -> stats.put(round, Stats.of(list)));
    return stats;
  }

  private static Stats last(
      Path place, String column, Instance instance, Learner learner, long seed, int seeds)
      throws IOException {
    RecordedRounds ends = RecordedRounds.of(new long[0], SHORT);
    return measured(place, column, instance, learner, ends, seed, seeds).get(SHORT);
  }

  private static double error(Stats stats) {
    return stats.sampleStandardDeviation() / Math.sqrt(stats.count());
  }

  private static String text(double value) {
    return String.format(Locale.ROOT, "%.2e", value);
  }

  private static String text(Stats stats) {
    return text(stats.mean()) + " ± " + String.format(Locale.ROOT, "%.1e", error(stats));
  }

  private static double[] numbers(String cell) {
    return Splitter.on('±')
        .trimResults()
        .splitToStream(cell)
        .mapToDouble(Double::parseDouble)
        .toArray();
  }

  private static void assertAgrees(String what, String cell, Stats again) {
    double[] page = numbers(cell);
    double allowed = ERRORS * Math.hypot(page[1], error(again));
    assertEquals(
        page[0],
        again.mean(),
        allowed,
        what + " has drifted: find the cause first; -Dccl.update.docs=true");
  }

  private static double directMatchingLimit(Instance instance) {
    GroundTruth truth = GroundTruth.of(instance);
    LearningProblem problem = truth.problem();
    Minimum end =
        GlobalMinimizer.minimize(LogRatioCost.directMatching(problem), problem.student().set());
    return truth.oracleDivergence(end.point().toArray());
  }

  private static double cramerRao(Instance instance) {
    GroundTruth truth = GroundTruth.of(instance);
    return CramerRao.of(
            truth,
            Realizability.of(truth).wStar().toArray(),
            truth.problem().source().student().law(instance.header().initial().toArray()))
        .bound(SHORT);
  }

  @BeforeAll
  static void update() throws IOException {
    if (Boolean.getBoolean("ccl.update.docs")) {
      preset().write("preset");
      calibration().write("calibration");
      literal().write("literal");
    }
  }

  private static Table preset() throws IOException {
    Table table = new Table();
    for (int d : DIMENSIONS) {
      for (double lambda : LAMBDAS) {
        Instance instance = separation(d, lambda);
        double limit = directMatchingLimit(instance);
        Stats reached = last(KEPT, "oracleKl", instance, Learners.named("practical"), 1, 20);
        table.add(
            List.of(
                String.format(Locale.ROOT, "%d, %.0f", d, lambda),
                text(limit),
                text(reached),
                reached.mean() < Change.ROUNDING
                    ? "rounding"
                    : String.format(Locale.ROOT, "%.0f", limit / reached.mean())));
      }
    }
    return table;
  }

  private static Table calibration() throws IOException {
    Table table = new Table();
    for (int k = 1; k <= RANDOM_INSTANCES; k++) {
      Instance instance = random(k);
      List<String> cells = new ArrayList<>(List.of("" + k, text(cramerRao(instance))));
      for (Learner learner : CALIBRATIONS.values()) {
        Stats reached = last(KEPT, "calibrationErrorSquared", instance, learner, 1, 200);
        cells.add(text(reached));
        cells.add(String.format(Locale.ROOT, "%.2f", reached.mean() / cramerRao(instance)));
      }
      table.add(cells);
    }
    return table;
  }

  private static Table literal() throws IOException {
    Table table = new Table();
    for (int d : DIMENSIONS) {
      Instance instance = separation(d, 2);
      table.add(literal(instance, d + ", 10⁶", RecordedRounds.logarithmic(1_000_000), 1, 20));
    }
    for (int d : DIMENSIONS) {
      RecordedRounds rounds = RecordedRounds.logarithmic(10_000_000);
      table.add(literal(separation(d, 2), d + ", 10⁷", rounds, 101, d == 1 ? 10 : 5));
    }
    return table;
  }

  private static List<String> literal(
      Instance instance, String name, RecordedRounds rounds, long seed, int seeds)
      throws IOException {
    SortedMap<Long, Stats> reached =
        measured(KEPT, "oracleKl", instance, Learners.named("ccl"), rounds, seed, seeds);
    double limit = directMatchingLimit(instance);
    long below = 0; // the last recorded round at which it is not
    for (Map.Entry<Long, Stats> entry : reached.entrySet()) {
      below = entry.getValue().mean() < limit ? below : entry.getKey();
    }
    SortedMap<Long, Stats> after = reached.tailMap(below + 1);
    return List.of(
        name,
        Integer.toString(seeds),
        text(limit),
        text(SeparationBounds.of(instance).orElseThrow().floor()),
        text(reached.get(SHORT)),
        text(reached.get(reached.lastKey())),
        after.isEmpty() ? "later" : text(after.firstKey()));
  }

  @Test
  void thePresetIsFarBelowDirectMatching() throws IOException {
    Table table = Table.read("preset");
    for (int d : DIMENSIONS) {
      for (double lambda : LAMBDAS) {
        List<String> row = table.rows.get(String.format(Locale.ROOT, "%d, %.0f", d, lambda));
        double limit = directMatchingLimit(separation(d, lambda));
        assertEquals(text(limit), row.get(1));
        double[] reached = numbers(row.get(2));
        assertTrue(5 * (reached[0] + 3 * reached[1]) < limit, "five times below: " + row);
      }
    }
    Stats again =
        last(directory, "oracleKl", separation(1, 2), Learners.named("practical"), 5001, 10);
    assertAgrees("the preset", table.rows.get("1, 2").get(2), again);
    Stats proven =
        last(directory, "oracleKl", separation(2, 2), Learners.named("practical"), 5001, 10);
    assertTrue(proven.mean() < Change.ROUNDING, "w* is proven: " + proven.mean());
  }

  @Test
  void calibrationIsCloseToTheStatisticalLimit() throws IOException {
    Table table = Table.read("calibration");
    for (int k = 1; k <= RANDOM_INSTANCES; k++) {
      List<String> row = table.rows.get("" + k);
      double bound = cramerRao(random(k));
      assertEquals(text(bound), row.get(1));
      assertTrue(numbers(row.get(2))[0] <= 1.3 * bound, "the best variant: " + row);
    }
    int column = 2;
    for (Map.Entry<String, Learner> entry : CALIBRATIONS.entrySet()) {
      Stats again =
          last(directory, "calibrationErrorSquared", random(1), entry.getValue(), 5001, 20);
      assertAgrees(entry.getKey(), table.rows.get("1").get(column), again);
      column += 2;
    }
  }

  @Test
  void theLiteralScheduleOvertakesLate() throws IOException {
    Table table = Table.read("literal");
    for (int d : DIMENSIONS) {
      List<String> row = table.rows.get(d + ", 10⁶");
      assertEquals(text(directMatchingLimit(separation(d, 2))), row.get(2));
      assertEquals(text(SeparationBounds.of(separation(d, 2)).orElseThrow().floor()), row.get(3));
    }
    for (int d : DIMENSIONS) {
      List<String> row = table.rows.get(d + ", 10⁷");
      double[] reached = numbers(row.get(5));
      assertTrue(reached[0] + 3 * reached[1] < Double.parseDouble(row.get(2)), "below: " + row);
    }
    double[] end = numbers(table.rows.get("1, 10⁷").get(5));
    assertTrue(end[0] + 3 * end[1] < Double.parseDouble(table.rows.get("1, 10⁷").get(3)));
    Stats again = last(directory, "oracleKl", separation(1, 2), Learners.named("ccl"), 5001, 20);
    assertAgrees("the literal schedule", table.rows.get("1, 10⁶").get(4), again);
  }

  /** The liar: a figure that belongs to another learner. */
  @Test
  void wrongFiguresAreSeen() throws IOException {
    String page = Table.read("calibration").rows.get("1").get(4); // newton
    Learner paper = CALIBRATIONS.get("paper");
    Stats again = last(directory, "calibrationErrorSquared", random(1), paper, 5001, 20);
    assertThrows(AssertionError.class, () -> assertAgrees("a liar", page, again));
  }
}
