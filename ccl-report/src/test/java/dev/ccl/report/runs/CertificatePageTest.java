package dev.ccl.report.runs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.base.Splitter;
import com.google.common.hash.Hashing;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.certificates.Certification;
import dev.ccl.certificates.Certifier;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.experiments.run.Subject;
import dev.ccl.experiments.summary.Numbers;
import dev.ccl.report.chart.Chart;
import dev.ccl.report.chart.Colour;
import dev.ccl.report.chart.Series;
import dev.ccl.report.page.Addition;
import dev.ccl.report.page.Figure;
import dev.ccl.report.page.Page;
import dev.ccl.report.paper.InstanceLocator;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Minimum;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.Truth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a report says of certificates, from the rows of the runs, on seeds that end apart. */
class CertificatePageTest {
  private static final Instance INSTANCE = SeparationInstance.of(1, 2, 2, 0.5);
  private static final Naive NAIVE = Naive.of(INSTANCE);
  private static final String RULE = "excess<0.01";

  @TempDir static Path directory;

  private static String html;
  private static List<Series> series;

  @BeforeAll
  static void play() throws IOException {
    Path file = directory.resolve("judge.json");
    InstanceWriter.write(INSTANCE, file);
    run(
        file,
        directory.resolve("practical"),
        Learners.named("practical"),
        Map.of("certify", "0.1", "stop-when", RULE));
    run(file, directory.resolve("ccl"), Learners.named("ccl"), Map.of("certify", "0.2"));
    Group group =
        Report.read(directory, InstanceLocator.of(List.of(file), List.of())).groups().get(0);
    Page page = new Page("T", "", "");
    List<Figure> figures = CertificatePage.add(page, "judge", group);
    html = page.html();
    series = ((Chart) figures.get(0).chart()).series();
  }

  private static void run(Path file, Path out, Learner learner, Map<String, String> certification)
      throws IOException {
    RunPlan plan =
        RunPlan.of(
                Subject.read(file),
                learner,
                RecordedRounds.of(new long[] {1, 10, 20, 50, 90}, 120),
                3,
                5)
            .certified(Certification.of(certification));
    try (RunJob job = RunJob.open(plan, out, StartMode.FRESH)) {
      assertEquals(RunJob.End.FINISHED, job.run(1, Cadence.AT_THE_END, Monitor.NONE));
    }
  }

  /** The rows of a file by seed, in order. */
  private static Map<String, List<List<String>>> rows(String name, String file) throws IOException {
    List<String> lines = Files.readAllLines(directory.resolve(name).resolve(file));
    return lines.subList(1, lines.size()).stream()
        .map(Splitter.on(',')::splitToList)
        .collect(Collectors.groupingBy(r -> r.get(0), LinkedHashMap::new, Collectors.toList()));
  }

  /** Seed, round and bounds of each row by seed, in order. */
  private static Map<String, List<List<String>>> bounds(String name) throws IOException {
    List<String> head =
        Splitter.on(',')
            .splitToList(Files.readAllLines(directory.resolve(name).resolve("rows.csv")).get(0));
    List<Integer> places =
        Stream.of("seed", "round", "certifiedExcess", "certifiedOracleKl", "modelEvidence")
            .map(head::indexOf)
            .toList();
    Map<String, List<List<String>>> bounds = new LinkedHashMap<>();
    rows(name, "rows.csv")
        .forEach(
            (seed, rows) ->
                bounds.put(
                    seed,
                    rows.stream().map(row -> places.stream().map(row::get).toList()).toList()));
    return bounds;
  }

  private static double number(List<String> row, int column) {
    return Double.parseDouble(row.get(column));
  }

  private static List<String> last(List<List<String>> rows) {
    return rows.get(rows.size() - 1);
  }

  /** Of five seeds the third. */
  private static double median(Stream<Double> values) {
    return values.sorted().toList().get(2);
  }

  @Test
  void theTableIsOfTheLastRowsAndTheEvidenceOfAll() throws IOException {
    for (String name : List.of("practical", "ccl")) {
      List<List<List<String>>> bounds = new ArrayList<>(bounds(name).values());
      List<List<List<String>>> runs = new ArrayList<>(rows(name, "rows.csv").values());
      List<List<String>> ends = bounds.stream().map(CertificatePageTest::last).toList();
      List<Double> truths = new ArrayList<>();
      for (int k = 0; k < runs.size(); k++) {
        List<String> end = last(runs.get(k));
        assertEquals(end.subList(0, 2), ends.get(k).subList(0, 2), "of one seed at one round");
        assertTrue(number(end, 3) <= number(ends.get(k), 2), "the bound holds: " + ends.get(k));
        truths.add(number(end, 3));
      }
      double truth = median(truths.stream());
      double evidence =
          bounds.stream().flatMap(List::stream).mapToDouble(r -> number(r, 4)).max().orElseThrow();
      boolean stops = name.equals("practical");
      String row =
          Stream.of(
                  name,
                  Numbers.count((long) median(ends.stream().map(r -> number(r, 1)))),
                  Numbers.text(median(ends.stream().map(r -> number(r, 2)))),
                  Numbers.text(ends.stream().mapToDouble(r -> number(r, 2)).max().orElseThrow()),
                  Numbers.text(truth),
                  Numbers.text(evidence),
                  stops ? "0.1" : "0.2",
                  stops ? "excess&lt;0.01" : "never")
              .map(cell -> "<td>" + cell + "</td>")
              .collect(Collectors.joining());
      assertTrue(html.contains(row), row + "\nin\n" + html.replaceAll("(?s).*<tbody>", ""));
      assertTrue(
          stops || ends.stream().mapToDouble(r -> number(r, 4)).max().orElseThrow() < evidence,
          "somewhere on the way there was more evidence than at the end");
    }
    List<Integer> lengths =
        rows("practical", "rows.csv").values().stream().map(List::size).toList();
    assertTrue(lengths.stream().distinct().count() > 1, "seeds end apart: " + lengths);
  }

  /**
   * A run that was certified afterwards, by hand: an even number of seeds, exact rewards that
   * contradict the model, and bounds that say nothing.
   */
  @Test
  void whatContradictsTheModelIsSaid(@TempDir Path other) throws IOException {
    Path file = other.resolve("judge.json");
    InstanceWriter.write(INSTANCE, file);
    RunPlan plan =
        RunPlan.of(
            Subject.read(file),
            Learners.named("practical"),
            RecordedRounds.of(new long[] {2}, 4),
            3,
            4);
    Path out = other.resolve("run");
    try (RunJob job = RunJob.open(plan, out, StartMode.FRESH)) {
      job.run(1, Cadence.AT_THE_END, Monitor.NONE);
    }
    List<String> bounds =
        List.of(
            "9,9,1",
            "8,9,1",
            "0.5,0.5,1", // seed 3
            "7,9,1",
            "5,9,",
            "0.25,0.5,2",
            "6,9,1",
            "4,9,1",
            "2,,1",
            "5,9,1",
            "3,9,1",
            "1,0.5,1");
    List<String> plain = Files.readAllLines(out.resolve("rows.csv"));
    StringBuilder rows = new StringBuilder(plain.get(0));
    rows.append(",certifiedExcess,certifiedOracleKl,modelEvidence\n");
    for (int i = 0; i < bounds.size(); i++) {
      rows.append(plain.get(1 + i)).append(',').append(bounds.get(i)).append('\n');
    }
    Files.writeString(out.resolve("rows.csv"), rows);
    JsonNode run = new JsonMapper().readTree(Files.readString(out.resolve("run.json")));
    ((ObjectNode) run.path("files"))
        .put("rows.csv", Hashing.sha256().hashString(rows, UTF_8).toString());
    ((ObjectNode) run).remove("checksum");
    JsonFile.writeSealed(
        out.resolve("run.json"),
        json -> {
          for (Map.Entry<String, JsonNode> field : run.properties()) {
            json.writeFieldName(field.getKey());
            new JsonMapper().writeTree(json, field.getValue());
          }
        });
    Group group = Report.read(other, InstanceLocator.of(List.of(file), List.of())).groups().get(0);
    Page page = new Page("T", "", "");
    List<Figure> figures = CertificatePage.add(page, "judge", group);
    String row =
        Pattern.compile("<tr><td>practical</td><td>4</td>.*</tr>")
            .matcher(page.html())
            .results()
            .map(MatchResult::group)
            .findFirst()
            .orElseThrow();
    assertTrue(
        row.matches(
            "<tr><td>practical</td><td>4</td><td>0.75</td><td>2</td><td>[^<]*</td>"
                + "<td>contradiction</td><td>off</td><td>never</td></tr>"),
        row);
    Series most = ((Chart) figures.get(0).chart()).series().get(0);
    assertEquals("CCL, practical preset: at most", most.name());
    assertEquals(List.of(6.5, 4.5, 0.75), most.y().asList());
    assertEquals(List.of(0.0, 2.0, 4.0), most.x().asList());
  }

  private static Series line(String name) {
    return series.stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void linesAreTheMedianBoundAndTheMedianTruthAtEachRound() throws IOException {
    List<List<List<String>>> bounds = new ArrayList<>(bounds("ccl").values());
    List<List<List<String>>> runs = new ArrayList<>(rows("ccl", "rows.csv").values());
    Series most = line("CCL, the paper's schedule: at most");
    Series truth = line("CCL, the paper's schedule: true");
    assertEquals(7, most.x().length());
    for (int i = 0; i < 7; i++) {
      int at = i;
      assertEquals(number(runs.get(0).get(i), 1), most.x().get(i));
      assertEquals(median(bounds.stream().map(s -> number(s.get(at), 2))), most.y().get(i));
      assertEquals(median(runs.stream().map(s -> number(s.get(at), 3))), truth.y().get(i));
      assertTrue(truth.y().get(i) <= most.y().get(i), "bounds that hold are above the truth");
    }
  }

  /** Lines are told apart by colours also where nothing true is drawn between them. */
  @Test
  void everyLearnerHasItsColour(@TempDir Path other) throws IOException {
    Path file = other.resolve("judge.json");
    InstanceWriter.write(INSTANCE.withoutTargetRewards(), file);
    for (String name : List.of("ccl", "practical")) {
      run(file, other.resolve(name), Learners.named(name), Map.of("certify", "0.1"));
    }
    Group group = Report.read(other, InstanceLocator.of(List.of(file), List.of())).groups().get(0);
    Figure figure = CertificatePage.add(new Page("T", "", ""), "judge", group).get(0);
    List<Series> lines = ((Chart) figure.chart()).series();
    assertEquals("CCL, the paper's schedule: at most", lines.get(0).name());
    assertEquals("CCL, practical preset: at most", lines.get(1).name());
    assertEquals(List.of(Colour.of(0), Colour.of(1)), colours(lines.subList(0, 2)));
    assertEquals(
        List.of(Colour.of(0), Colour.of(0), Colour.of(1), Colour.of(1)),
        colours(series.subList(0, 4)),
        "a bound and the truth below it are of one colour");
  }

  private static List<Colour> colours(List<Series> lines) {
    return lines.stream().map(Series::colour).toList();
  }

  /** The student of the teacher as it is, and what is known of the last student beforehand. */
  @Test
  void theLevelsAreThoseOfTheRawTeacherAndOfNoQuery() throws IOException {
    double[] truth = Truth.of(NAIVE).parameter();
    Costs costs = Costs.of(NAIVE);
    double[] taught = Minimum.of(NAIVE, NAIVE.teacherParameter()).point();
    double excess = costs.cost(truth, taught) - Minimum.of(NAIVE, truth).cost();
    assertEquals(excess, line("the raw teacher's").y().get(0), 1e-6 * excess);
    assertEquals(excess, line("the raw teacher's").y().get(1), 1e-6 * excess);
    for (String level : List.of("the raw teacher's", "without a query")) {
      assertEquals(List.of(1.0, 120.0), line(level).x().asList(), "as far as the longest run");
    }
    List<List<List<String>>> seeds = new ArrayList<>(rows("ccl", "rows.csv").values());
    List<String> end = last(seeds.get(seeds.size() - 1));
    double[] theta = {number(end, end.size() - 1)};
    double cap = Certifier.of(INSTANCE.problem(), 0.5).certify(theta).cap();
    assertEquals(cap, line("without a query").y().get(0));
    List<String> start = seeds.get(0).get(0);
    assertNotEquals(start.get(start.size() - 1), end.get(end.size() - 1), "it has moved");
  }

  /** Of a sweep certificates are on the page of their instance, and their figure has its files. */
  @Test
  void acrossRunsCertificatesAreOnThePageOfTheirInstance() throws IOException {
    Path file = directory.resolve("judge.json");
    Report report = Report.read(directory, InstanceLocator.of(List.of(file), List.of()));
    Map<String, String> files = report.filesAcross("T", List.of(), Addition.NOTHING);
    String figure = "<figure id=\"judge-certificate\">";
    assertTrue(files.get("instances/judge.html").contains(figure));
    assertTrue(!files.get("report.html").contains(figure));
    assertTrue(files.get("figures/judge-certificate.csv").contains(": at most"));
    assertTrue(files.get("figures/judge-certificate.svg").contains("at most</text>"));
  }

  /** Bounds are in the files of the runs; only the levels need the instance. */
  @Test
  void withoutTheInstanceTheBoundsAreStillShown() throws IOException {
    Group group = Report.read(directory, InstanceLocator.of(List.of(), List.of())).groups().get(0);
    Page page = new Page("T", "", "");
    Figure figure = CertificatePage.add(page, "judge", group).get(0);
    List<Series> lines = ((Chart) figure.chart()).series();
    assertEquals(series.subList(0, 4), lines);
    assertTrue(series.size() > 4, "with the instance there are levels");
    Pattern table = Pattern.compile("(?s)<thead><tr><th scope=\"col\">learner<.*?</table>");
    assertEquals(found(table, html), found(table, page.html()));
  }

  private static String found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(MatchResult::group).findFirst().orElseThrow();
  }
}
