package dev.ccl.experiments.across;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.experiments.chart.Axis;
import dev.ccl.experiments.chart.Chart;
import dev.ccl.experiments.page.Figure;
import dev.ccl.experiments.recording.HandmadeRecording;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.sweep.Coordinates;
import dev.ccl.experiments.sweep.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Pictures across cells whose numbers are written here. */
class AcrossFiguresTest {
  /** A cell of two seeds that begin at 1. */
  private static StudyCell cell(String x, String y, String learner, double... ends) {
    return new StudyCell(
        new Coordinates(
            ImmutableMap.of("x", x, "y", y), ImmutableMap.of(), learner, ImmutableMap.of()),
        HandmadeRecording.of(learner, ends));
  }

  private static AcrossFigures figures(List<StudyCell> cells) {
    Question question =
        new Question(
            "",
            Measure.ORACLE_KL,
            Optional.of("x"),
            Optional.of(ImmutableList.of("learner", "y")),
            Optional.of("y"));
    return new AcrossFigures(Comparison.of(cells, question), cell -> Optional.empty());
  }

  @Test
  void aMapIsOfItsLearnerAloneOverBothCoordinates() {
    List<StudyCell> cells = new ArrayList<>();
    cells.add(cell("10", "1", "a", 0.2, 0.4));
    cells.add(cell("2", "1", "a", 0.5, 2.5)); // on both sides of the start
    cells.add(cell("2", "3", "a", 2, 4));
    cells.add(cell("10", "3", "a", 3, 5));
    cells.add(cell("2", "1", "b", 6, 8));
    cells.add(cell("10", "3", "b", 0.1, 0.3));
    List<Figure> maps = figures(cells).maps();
    assertEquals(2, maps.size());
    assertEquals("a: 𝒦 over x and y", maps.get(0).chart().title());
    assertEquals(
        "x,y,value,mark\n2,1,1.5,unclear\n10,1,0.3,\n2,3,3,fails\n10,3,4,fails\n",
        maps.get(0).chart().csv());
    assertEquals(
        "2 places of 4 end worse than at the start (✗, dashed border), 1 not told apart from it"
            + " (?).",
        maps.get(0).caption());
    assertEquals("b: 𝒦 over x and y", maps.get(1).chart().title());
    assertEquals("x,y,value,mark\n2,1,7,fails\n10,3,0.2,\n", maps.get(1).chart().csv());
    assertEquals(
        "1 place of 2 ends worse than at the start (✗, dashed border), 0 not told apart from it"
            + " (?).",
        maps.get(1).caption());
  }

  /** Zero has no place on a logarithmic axis, and a short way needs none. */
  @Test
  void theAxisShowsEveryValue() {
    assertEquals(Axis.Kind.LOG, kind("1", "20"));
    assertEquals(Axis.Kind.LINEAR, kind("1", "19"));
    assertEquals(Axis.Kind.LINEAR, kind("0", "100"));
    assertEquals(Axis.Kind.LINEAR, kind("-1", "100"));
    assertEquals(Axis.Kind.PLACES, kind("few", "100"));
  }

  /** A cell without the coordinate has no place, and one pooled point is enough to say so. */
  @Test
  void onlyCellsWithTheCoordinateHaveAPlace() {
    StudyCell nowhere =
        new StudyCell(
            new Coordinates(ImmutableMap.of("y", "1"), ImmutableMap.of(), "a", ImmutableMap.of()),
            HandmadeRecording.of("a", 0.9));
    Figure lines =
        figures(
                List.of(
                    nowhere,
                    cell("few", "1", "a", 0.25),
                    cell("few", "1", "a", 0.75),
                    cell("many", "1", "b", 0.125)))
            .lines();
    assertEquals(List.of("few", "many"), ((Chart) lines.chart()).x().categories());
    assertEquals(
        "Mean over the cells at each point with 95 % bootstrap bands over their means. Lower is"
            + " better.",
        lines.caption());
  }

  private static Axis.Kind kind(String first, String second) {
    List<StudyCell> cells = List.of(cell(first, "1", "a", 0.5), cell(second, "1", "a", 0.7));
    return ((Chart) figures(cells).lines().chart()).x().kind();
  }
}
