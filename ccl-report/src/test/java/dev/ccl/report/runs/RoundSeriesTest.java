package dev.ccl.report.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.report.chart.Chart;
import dev.ccl.report.chart.Colour;
import dev.ccl.report.chart.Series;
import dev.ccl.report.page.Addition;
import dev.ccl.report.page.Figure;
import dev.ccl.report.paper.InstanceLocator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which lines are drawn over rounds: all of them. */
class RoundSeriesTest {
  private static final double[][] TWO = {{3, 2}};

  private static RunRecord run(String learner, Map<String, String> settings, double last) {
    return HandmadeRecord.of(
        ImmutableMap.of("learner", learner, "directory", "nowhere"),
        settings,
        new double[] {0, last},
        TWO,
        1);
  }

  private static List<Series> lines(List<Figure> figures) {
    return figures.stream()
        .filter(f -> f.chart().id().startsWith("x-divergence"))
        .flatMap(f -> ((Chart) f.chart()).series().stream())
        .filter(s -> s.look() == Series.Look.LINE)
        .toList();
  }

  /** Whoever compares settings of a learner sees a curve and a card of each. */
  @Test
  void twoSettingsOfALearnerAreTwoCurvesAndTwoCards() {
    List<RunRecord> runs =
        List.of(
            run("practical", Map.of("calibrate-every", "1"), 10),
            run("practical", Map.of("calibrate-every", "10"), 10));
    Report report = Report.of(runs, InstanceLocator.of(List.of(), List.of()));
    List<Series> lines = lines(Figures.of("x", report.groups().get(0)));
    assertEquals(
        List.of("practical", "practical calibrate-every=10"),
        lines.stream().map(Series::key).toList());
    assertTrue(lines.get(0).colour() != lines.get(1).colour(), "told apart");
    assertEquals(2, report.facts().size());
    Map<String, String> files = report.files("T", report.facts(), Addition.NOTHING);
    assertTrue(
        files.get("figures/instance-divergence.csv").contains("practical calibrate-every=10,10,"));
  }

  /** However many there are and however short they were, in colours that are told apart. */
  @Test
  void everyRunHasALineInAPictureAndItsNumbersInTheFileBehindIt() {
    for (int count : new int[] {1, 5, 6, 7, 20}) {
      List<RunRecord> runs = new ArrayList<>();
      Set<String> names = new HashSet<>();
      for (int i = 0; i < count; i++) {
        String name = i == 3 ? "ccl" : i == 4 ? "oracle" : "learner" + i;
        names.add(name);
        runs.add(run(name, Map.of(), i % 2 == 0 ? 1000 : 3));
      }
      List<Figure> figures = Figures.of("x", Group.of(runs, Optional.empty()));
      Set<String> drawn = new HashSet<>();
      for (Figure figure : figures) {
        if (figure.chart().id().startsWith("x-divergence")) {
          Set<Colour> colours = new HashSet<>();
          for (Series line : lines(List.of(figure))) {
            drawn.add(line.key());
            assertTrue(colours.add(line.colour()), "one colour, one line");
            assertTrue(figure.chart().csv().contains(line.key() + ","), line.key());
          }
        }
      }
      assertEquals(names, drawn);
      assertEquals(
          figures.size(), figures.stream().map(f -> f.chart().id()).distinct().count(), "files");
    }
  }

  @Test
  void theMainLearnersHaveTheSameColourInEveryPicture() {
    List<RunRecord> runs = new ArrayList<>();
    for (String name : List.of("a", "b", "c", "practical", "d", "e", "f", "ccl", "oracle")) {
      runs.add(run(name, Map.of(), 10));
    }
    for (Series line : lines(Figures.of("x", Group.of(runs, Optional.empty())))) {
      Colour colour = line.colour();
      switch (line.key()) {
        case "ccl" -> assertEquals(Colour.BLUE, colour);
        case "practical" -> assertEquals(Colour.GREEN, colour);
        case "oracle" -> assertEquals(Colour.PURPLE, colour);
        default -> assertTrue(colour != Colour.INK);
      }
    }
  }
}
