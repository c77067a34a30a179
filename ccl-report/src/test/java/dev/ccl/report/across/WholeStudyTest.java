package dev.ccl.report.across;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.summary.Numbers;
import dev.ccl.experiments.sweep.Coordinates;
import dev.ccl.experiments.sweep.Question;
import dev.ccl.experiments.sweep.Study;
import dev.ccl.report.paper.Guides;
import dev.ccl.report.paper.InstanceLocator;
import dev.ccl.report.runs.HandmadeRecord;
import dev.ccl.report.runs.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reports across a grid that nobody ran, in which no two numbers are alike by chance: several
 * instances at a place, gaps, cells of one seed and shorter ones, more maps and rows than are
 * shown.
 */
class WholeStudyTest {
  /** Cells with their places. */
  private static final class Grid {
    final List<RunRecord> recordings = new ArrayList<>();
    final Map<String, Coordinates> places = new LinkedHashMap<>();

    /** Adds a cell whose seeds begin at 1 and end around a number, each asking for rewards. */
    void add(Coordinates place, double end, long rewards) {
      int cell = places.size();
      int seeds = 1 + cell % 3;
      double[] rounds = cell % 5 == 4 ? new double[] {0, 1, 10} : new double[] {0, 1, 10, 100};
      double[][] values = new double[seeds][rounds.length];
      long[] queries = new long[seeds];
      for (int s = 0; s < seeds; s++) {
        for (int i = 0; i < rounds.length; i++) {
          double way = i / (rounds.length - 1.0);
          values[s][i] = (1 - way) + way * end * (1 + 0.15 * s) + (i == 1 ? 0.3 * s : 0);
        }
        queries[s] = rewards == 0 ? 0 : rewards + s;
      }
      String name = String.format("%02d-cell", cell);
      String instance =
          Stream.concat(place.chosen().values().stream(), place.measured().values().stream())
              .collect(Collectors.joining("-"));
      recordings.add(
          HandmadeRecord.of(
              ImmutableMap.of(
                  "learner", place.learner(),
                  "directory", "sweep/cells/" + name,
                  "instance", "i-" + instance + ".json",
                  "instanceName", "instance " + instance,
                  "instanceDigest", "digest of " + instance,
                  "csvDigest", "0123456789abcdef" + name),
              place.settings(),
              rounds,
              values,
              queries));
      places.put("cells/" + name, place);
    }

    StudyReport ask(String text, Measure measure, String against, List<String> by, String map) {
      Question question =
          new Question(
              text,
              measure,
              Optional.of(against).filter(key -> !key.isEmpty()),
              by.isEmpty() ? Optional.empty() : Optional.of(ImmutableList.copyOf(by)),
              Optional.of(map).filter(key -> !key.isEmpty()));
      return StudyReport.of(
          Report.of(recordings, InstanceLocator.of(List.of(), List.of())),
          new Study(question, ImmutableMap.copyOf(places)),
          question);
    }
  }

  /** Twenty cells are shown; of more the best ten, and all of them to unfold. */
  @Test
  void twentyCellsAreShown() {
    for (int count : new int[] {19, 20, 21}) {
      Grid grid = new Grid();
      for (int i = 0; i < count; i++) {
        grid.add(place(i), 0.01 * (i + 1), 5);
      }
      StudyReport report = grid.ask("", Measure.ORACLE_KL, "round", List.of("learner"), "");
      String page = report.files("T").get("report.html");
      String cells = page.substring(page.indexOf("The cells by oracleKl"));
      String shown = cells.substring(0, cells.indexOf("</table>"));
      assertEquals(count > 20 ? 10 : count, shown.split("<tr><td>", -1).length - 1);
      assertEquals(count > 20, page.contains("<summary>All 21 cells</summary>"));
      assertEquals(count, report.report().groups().stream().mapToInt(g -> g.byName().size()).sum());
    }
  }

  private static Coordinates place(int i) {
    return new Coordinates(
        ImmutableMap.of("x", Integer.toString(i)), ImmutableMap.of(), "a", ImmutableMap.of());
  }

  @Test
  void whatNoCellKnowsIsSaid() {
    Grid grid = new Grid();
    grid.add(place(1), Double.NaN, 5);
    grid.add(place(2), Double.NaN, 5);
    StudyReport report = grid.ask("", Measure.EXCESS_COST, "x", List.of("learner"), "");
    String page = report.files("T").get("report.html");
    assertTrue(page.contains("<p>No cell knows excessCost.</p>"), page);
    assertTrue(!page.contains("class=\"facts\""), "no cards");
    assertEquals(List.of(), report.answer());
    assertEquals(0, report.table().rows().size());
  }

  /** Two instances may have one name; each place has the limit of its own. */
  @Test
  void limitsAreOfTheInstanceOfTheDigest(@TempDir Path directory) throws IOException {
    List<Path> files = new ArrayList<>();
    List<RunRecord> recordings = new ArrayList<>();
    Map<String, Coordinates> places = new LinkedHashMap<>();
    StringBuilder expected = new StringBuilder();
    for (int x = 1; x <= 2; x++) {
      Instance instance = SeparationInstance.of(1, 2, 1 + x, 0.5);
      Path file = Files.createDirectories(directory.resolve("" + x)).resolve("judge.json");
      InstanceWriter.write(instance, file);
      files.add(file);
      recordings.add(
          HandmadeRecord.of(
              ImmutableMap.of(
                  "learner", "a",
                  "directory", "sweep/cells/" + x,
                  "instance", "judge.json",
                  "instanceName", "judge",
                  "instanceDigest", instance.digest()),
              ImmutableMap.of(),
              new double[] {0, 10},
              new double[][] {{1, 0.5}},
              10));
      places.put("cells/" + x, place(x));
      String limit = Numbers.text(Guides.of(instance).directMatchingLimit());
      expected.append(x).append(": ").append(limit).append('\n');
    }
    Report report = Report.of(recordings, InstanceLocator.of(files, List.of()));
    StudyReport study =
        StudyReport.of(
            report, new Study(Question.OPEN, ImmutableMap.copyOf(places)), Question.OPEN);
    StringBuilder found = new StringBuilder();
    for (String row : study.files("T").get("figures/across-x.csv").lines().toList()) {
      List<String> cells = Splitter.on(',').splitToList(row);
      if (cells.get(0).equals("direct-matching-limit")) {
        String limit = Numbers.text(Double.parseDouble(cells.get(2)));
        found.append(cells.get(1)).append(": ").append(limit).append('\n');
      }
    }
    assertEquals(expected.toString(), found.toString());
  }

  /** Three maps are shown beside the lines, more are to unfold. */
  @Test
  void threeMapsAreShown() {
    for (int count : new int[] {2, 3, 4, 5}) {
      Grid grid = new Grid();
      for (int i = 0; i < 4 * count; i++) {
        Map<String, String> at = ImmutableMap.of("x", "" + i % 2, "y", "" + i / 2 % 2);
        grid.add(
            new Coordinates(
                ImmutableMap.copyOf(at), ImmutableMap.of(), "l" + i / 4, ImmutableMap.of()),
            0.01 * (i + 1),
            5);
      }
      String page =
          grid.ask("", Measure.ORACLE_KL, "x", List.of("learner"), "y")
              .files("T")
              .get("report.html");
      String more = count == 4 ? "1 more heat map" : "2 more heat maps";
      assertEquals(count > 3, page.contains("<summary>" + more + "</summary>"), more);
      assertEquals(count, page.split("<figure id=\"across-map-", -1).length - 1);
      int unfold = count > 3 ? page.indexOf("more heat map") : page.length();
      int third = page.indexOf("<figure id=\"across-map-3\"");
      assertTrue(third < unfold);
      int fourth = page.indexOf("<figure id=\"across-map-4\"");
      assertTrue(fourth < 0 || fourth > unfold);
    }
  }
}
