package dev.ccl.report.across;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.sweep.Coordinates;
import dev.ccl.experiments.sweep.LocalThreads;
import dev.ccl.experiments.sweep.Question;
import dev.ccl.experiments.sweep.Study;
import dev.ccl.experiments.sweep.Sweep;
import dev.ccl.experiments.sweep.SweepFile;
import dev.ccl.report.paper.Guides;
import dev.ccl.report.paper.InstanceLocator;
import dev.ccl.report.runs.Browser;
import dev.ccl.report.runs.HandmadeRecord;
import dev.ccl.report.runs.PageCheck;
import dev.ccl.report.runs.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports across small sweeps; every number is compared with one made from the rows by hand. */
class StudyReportTest {
  private static final String GRID =
      """
      instances:
        - {generate: separation, d: 1, lambda: [1, 2], alpha: [0.5, 0.7, 0.9]}
      learners: [practical, ccl]
      rounds: 200
      seeds: 6
      """;

  @TempDir private static Path shared;

  private static Path grid; // the sweep of GRID, which tests only read

  @TempDir private Path directory;

  @BeforeAll
  static void runTheGrid() throws IOException {
    grid = sweep(shared, GRID);
  }

  private static Path sweep(Path directory, String yaml) throws IOException {
    SweepFile file = SweepFile.parse("grid", yaml, Map.of(), directory);
    Path out = directory.resolve("out");
    Sweep.of(out, file.plans(), file.question())
        .run(new LocalThreads(2, Cadence.AT_THE_END), Monitor.NONE);
    return out;
  }

  private static StudyReport read(Path out, Question question) throws IOException {
    return StudyReport.read(
        out, question, InstanceLocator.of(List.of(), List.of(out.resolve("instances"))));
  }

  /** The rows of a CSV, each by the names of its columns. */
  private static List<Map<String, String>> rows(List<String> lines) {
    String[] head = lines.get(0).split(",", -1);
    List<Map<String, String>> rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1);
      ImmutableMap.Builder<String, String> row = ImmutableMap.builder();
      for (int i = 0; i < head.length; i++) {
        row.put(head[i], cells[i].replace("\"", ""));
      }
      rows.add(row.buildOrThrow());
    }
    return rows;
  }

  @Test
  void theLinesHaveTheMediansOfTheCells() throws IOException {
    Path out = grid;
    ImmutableMap<String, String> files = read(out, Question.OPEN).files("T");
    List<Map<String, String>> points =
        rows(files.get("figures/across-alpha.csv").lines().toList()); // the longest axis
    List<Map<String, String>> cells = rows(Files.readAllLines(out.resolve("cells.csv")));
    int compared = 0;
    for (Map<String, String> point : points) {
      if (point.get("series").equals("direct-matching-limit")) {
        continue;
      }
      for (Map<String, String> cell : cells) {
        boolean here =
            point.get("series").equals("lambda=" + cell.get("lambda") + ", " + cell.get("learner"))
                && Double.parseDouble(point.get("x")) == Double.parseDouble(cell.get("alpha"));
        if (here) {
          double[] ends = ends(out, cell.get("cell"), "oracleKl");
          double median = (ends[2] + ends[3]) / 2;
          assertEquals(median, Double.parseDouble(point.get("y")), 1e-9 * median);
          assertEquals(ends[0], Double.parseDouble(point.get("low")), 1e-9 * ends[0]);
          assertEquals(ends[5], Double.parseDouble(point.get("high")), 1e-9 * ends[5]);
          compared++;
        }
      }
    }
    assertEquals(12, compared);
  }

  /** What the seeds of a cell ended at, in order. */
  private static double[] ends(Path out, String cell, String measure) throws IOException {
    Map<String, Double> ends = new LinkedHashMap<>();
    for (Map<String, String> row : rows(Files.readAllLines(out.resolve("sweep.csv")))) {
      if (row.get("cell").equals(cell)) {
        ends.put(row.get("seed"), Double.parseDouble(row.get(measure)));
      }
    }
    return ends.values().stream().mapToDouble(v -> v).sorted().toArray();
  }

  @Test
  void theMapMarksWhatFails() throws IOException {
    ImmutableMap<String, String> files = read(grid, Question.OPEN).files("T");
    List<Map<String, String>> rows = rows(Files.readAllLines(grid.resolve("sweep.csv")));
    Set<String> marks = new TreeSet<>();
    for (String learner : List.of("practical", "ccl")) {
      String map = "figures/across-map-" + (learner.equals("ccl") ? 2 : 1) + ".csv";
      for (Map<String, String> tile : rows(files.get(map).lines().toList())) {
        String cell = "separation-d1-lambda" + tile.get("y") + "-alpha" + tile.get("x") + ".json";
        double start = 0;
        List<Double> ends = new ArrayList<>();
        for (Map<String, String> row : rows) {
          if (row.get("instance").equals(cell) && row.get("learner").equals(learner)) {
            start = row.get("round").equals("0") ? Double.parseDouble(row.get("oracleKl")) : start;
            if (row.get("round").equals("200")) {
              ends.add(Double.parseDouble(row.get("oracleKl")));
            }
          }
        }
        double before = start;
        // Six seeds that agree are enough.
        if (ends.stream().allMatch(end -> end > before)) {
          assertEquals("fails", tile.get("mark"), cell + ends);
        } else if (ends.stream().allMatch(end -> end < before)) {
          assertEquals("", tile.get("mark"), cell + ends);
        } else {
          assertEquals("unclear", tile.get("mark"), cell + ends);
        }
        marks.add(tile.get("mark"));
      }
    }
    assertTrue(marks.size() > 1, "some places differ: " + marks);
    assertTrue(files.get("report.html").contains("worse than at the start"));
  }

  @Test
  void theTableIsSortedByWhatWasAsked() throws IOException {
    Path out = grid;
    for (Measure measure : List.of(Measure.ORACLE_KL, Measure.COST)) {
      Question question =
          new Question("", measure, Optional.empty(), Optional.empty(), Optional.empty());
      StudyReport report = read(out, question);
      int alpha = report.table().head().indexOf("alpha");
      int lambda = report.table().head().indexOf("lambda");
      int learner = report.table().head().indexOf("learner");
      List<Double> medians = new ArrayList<>();
      List<Map<String, String>> cells = rows(Files.readAllLines(out.resolve("cells.csv")));
      for (List<String> row : report.table().rows()) {
        for (Map<String, String> cell : cells) {
          if (cell.get("alpha").equals(row.get(alpha))
              && cell.get("lambda").equals(row.get(lambda))
              && cell.get("learner").equals(row.get(learner))) {
            double[] ends = ends(out, cell.get("cell"), measure.column());
            medians.add((ends[2] + ends[3]) / 2);
          }
        }
      }
      assertEquals(12, medians.size());
      assertEquals(medians.stream().sorted().toList(), medians, measure.column());
    }
  }

  @Test
  void instancesArePooledAndTheIntervalIsOverTheirMedians() throws IOException {
    Path out =
        sweep(
            directory,
            """
            instances: [{generate: random, seed: 1..6, lambda: [1, 2]}]
            learners: [direct-matching]
            rounds: 20
            seeds: 2
            """);
    ImmutableMap<String, String> files = read(out, Question.OPEN).files("T");
    List<Map<String, String>> cells = rows(Files.readAllLines(out.resolve("cells.csv")));
    List<Map<String, String>> points =
        rows(files.get("figures/across-lambda.csv").lines().toList());
    assertEquals(2, points.size());
    for (Map<String, String> point : points) {
      double[] medians = // of two seeds the median is the mean
          cells.stream()
              .filter(cell -> cell.get("lambda").equals(point.get("x")))
              .mapToDouble(cell -> Double.parseDouble(cell.get("oracleKl")))
              .sorted()
              .toArray();
      assertEquals(6, medians.length);
      double median = (medians[2] + medians[3]) / 2;
      assertEquals(median, Double.parseDouble(point.get("y")), 1e-9 * median);
      assertEquals(medians[0], Double.parseDouble(point.get("low")), 1e-9 * median);
      assertEquals(medians[5], Double.parseDouble(point.get("high")), 1e-9 * median);
    }
    assertTrue(files.get("report.html").contains("Median over the cells at each point"));
  }

  @Test
  void budgetsAreTheFirstRoundsFromWhichOnTheMedianStaysBelow() throws IOException {
    Path out =
        sweep(
            directory,
            """
            instances: [{generate: separation, d: 1, lambda: 2}]
            learners: [practical, direct-matching]
            rounds: 300
            seeds: 3
            ask: {against: round}
            """);
    String page = read(out, Study.read(out).question()).files("T").get("report.html");
    List<Map<String, String>> rows = rows(Files.readAllLines(out.resolve("sweep.csv")));
    long first = 0;
    for (long round :
        rows.stream()
            .mapToLong(r -> Long.parseLong(r.get("round")))
            .sorted()
            .distinct()
            .toArray()) {
      double[] seeds =
          rows.stream()
              .filter(r -> r.get("learner").equals("practical"))
              .filter(r -> Long.parseLong(r.get("round")) == round)
              .mapToDouble(r -> Double.parseDouble(r.get("oracleKl")))
              .sorted()
              .toArray();
      first = seeds[1] < 1e-4 ? (first == 0 ? round : first) : 0;
    }
    assertTrue(first > 0);
    assertTrue(
        Pattern.compile("<td>practical</td>(<td>[^<]*</td>)*<td>" + first + "</td>")
            .matcher(page)
            .find(),
        "from round " + first + " on");
  }

  @Test
  void everyLinkLeadsSomewhereAndInstancesHavePagesOfTheirOwn() throws IOException {
    Path out = grid;
    StudyReport report = read(out, Question.OPEN);
    ImmutableMap<String, String> files = report.files("T");
    Path target = directory.resolve("report");
    report.write(target, "T");
    int pages = 0;
    Set<Path> behind = new TreeSet<>();
    for (String name : files.keySet()) {
      if (!name.endsWith(".html")) {
        continue;
      }
      pages++;
      String page = Files.readString(target.resolve(name));
      List<String> links =
          Pattern.compile(" href=\"([^\"]*)\"")
              .matcher(page)
              .results()
              .map(m -> m.group(1))
              .toList();
      for (String link : links) {
        assertTrue(
            link.equals("data:,")
                || (link.startsWith("#")
                    ? page.contains("id=\"" + link.substring(1) + "\"")
                    : Files.exists(target.resolve(name).resolveSibling(link))),
            name + ": " + link);
        behind.add(target.resolve(name).resolveSibling(link).normalize());
      }
    }
    assertEquals(1 + 6, pages);
    for (String cell : Study.read(out).cells().keySet()) {
      for (String file : List.of("rows.csv", "run.json")) {
        assertTrue(behind.contains(out.resolve(cell).resolve(file)), cell + ": no way to " + file);
      }
    }
    assertFalse(
        Files.readString(target.resolve("report.html")).contains("-divergence"),
        "the figures of an instance are on its page");
    assertEquals(files, read(out, Question.OPEN).files("T"), "the same bytes");
  }

  @Test
  void thePageRendersInABrowser() throws Exception {
    Optional<Path> program = Browser.program();
    assumeTrue(program.isPresent(), "no Chromium on this machine");
    StudyReport report = read(grid, Question.OPEN);
    Path target = directory.resolve("report");
    report.write(target, "How does the error depend on λ and α?");
    Path page = target.resolve("report.html");
    try (Browser browser = Browser.start(program.get())) {
      for (int width : PageCheck.WIDTHS) {
        String scheme = width == 768 ? "dark" : "light";
        PageCheck.of(browser.open(page, width, 900, scheme), page.toUri(), "across", 3);
      }
    }
  }

  /** What is not told apart from the start is not worse, and the lowest is so at its end. */
  @Test
  void theCardsCountWhatIsWorseAndNameTheLowest() {
    Map<String, double[]> ends = new LinkedHashMap<>();
    ends.put("1", new double[] {2, 3});
    ends.put("2", new double[] {0.5, 1.5}); // on both sides of the start
    ends.put("3", new double[] {0.2, 0.3});
    ends.put("4", new double[] {4, 5});
    ImmutableMap.Builder<String, Coordinates> cells = ImmutableMap.builder();
    List<RunRecord> recordings = new ArrayList<>();
    ends.forEach(
        (x, values) -> {
          double[] seeds = HandmadeRecord.repeated(6, values);
          recordings.add(HandmadeRecord.in("cells/" + x, "a", seeds));
          cells.put(
              "cells/" + x,
              new Coordinates(ImmutableMap.of("x", x), ImmutableMap.of(), "a", ImmutableMap.of()));
        });
    StudyReport report =
        StudyReport.of(
            Report.of(recordings, InstanceLocator.of(List.of(), List.of())),
            new Study(Question.OPEN, cells.buildOrThrow()),
            Question.OPEN);
    String page = report.files("T").get("report.html");
    assertTrue(page.contains(">2 of 4<"), page);
    assertTrue(page.contains(">0.25<"), page);
    assertTrue(page.contains("the lowest 𝒦: x=3; 4 times lower than at the start"), page);
  }

  /** Where there is one instance at each place, direct matching ends where that one says. */
  @Test
  void theLimitsAreThoseOfTheInstanceAtEachPlace() throws IOException {
    Path out =
        sweep(
            directory,
            """
            instances: [{generate: separation, d: 1, lambda: 2, alpha: [0.5, 0.7, 0.9]}]
            learners: [practical, sft]
            rounds: 3
            """);
    int found = 0;
    for (Map<String, String> point :
        rows(
            read(out, Question.OPEN).files("T").get("figures/across-alpha.csv").lines().toList())) {
      if (point.get("series").equals("direct-matching-limit")) {
        double alpha = Double.parseDouble(point.get("x"));
        Guides guides = Guides.of(SeparationInstance.of(1, 2, 2, alpha));
        assertEquals(
            guides.directMatchingLimit(), Double.parseDouble(point.get("y")), 1e-9, "at " + alpha);
        found++;
      }
    }
    assertEquals(3, found);
  }

  @Test
  void cellsThatAreNotFinishedAreLeftOut() throws IOException {
    Path out =
        sweep(
            directory,
            """
            instances: [{generate: separation, d: 1, lambda: [1, 2, 4]}]
            learners: [practical]
            rounds: 3
            """);
    try (var cells = Files.list(out.resolve("cells"))) {
      Files.delete(cells.sorted().findFirst().orElseThrow().resolve("run.json"));
    }
    assertEquals(2, read(out, Question.OPEN).table().rows().size());
  }

  @Test
  void settingsOfALearnerAreAnAxisAndThoseOfAPresetAreNot() throws IOException {
    Path out =
        sweep(
            directory,
            """
            instances: [{generate: separation, d: 1, lambda: 2}]
            learners:
              - {learner: ccl, settings: {calibrate-every: [1, 5, 10]}}
              - practical
            rounds: 10
            """);
    ImmutableList<String> head = read(out, Question.OPEN).table().head();
    assertEquals(List.of("rank", "learner", "calibrate-every"), head.subList(0, 3));
    assertFalse(head.contains("acceptance"), "the preset decides it");
    assertTrue(
        read(out, Question.OPEN).files("T").containsKey("figures/across-calibrate-every.csv"));
  }
}
