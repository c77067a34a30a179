package dev.ccl.report.across;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.sweep.Coordinates;
import dev.ccl.experiments.sweep.Question;
import dev.ccl.report.chart.Axis;
import dev.ccl.report.chart.Chart;
import dev.ccl.report.chart.Colour;
import dev.ccl.report.chart.Series;
import dev.ccl.report.chart.Size;
import dev.ccl.report.page.Figure;
import dev.ccl.report.paper.Guides;
import dev.ccl.report.runs.HandmadeRecord;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Pictures across cells whose numbers are written here. */
class AcrossFiguresTest {
  /** A cell of six seeds for each end, that begin at 1. */
  private static StudyCell cell(String x, String y, String learner, double... ends) {
    return new StudyCell(
        new Coordinates(
            ImmutableMap.of("x", x, "y", y), ImmutableMap.of(), learner, ImmutableMap.of()),
        HandmadeRecord.of(learner, HandmadeRecord.repeated(6, ends)));
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
            HandmadeRecord.of("a", 0.9));
    Figure lines =
        figures(
                List.of(
                    nowhere,
                    cell("few", "1", "a", 0.25),
                    cell("few", "1", "a", 0.75),
                    cell("many", "1", "b", 0.125)))
            .lines()
            .get(0);
    assertEquals(List.of("few", "many"), ((Chart) lines.chart()).x().categories());
    assertEquals(
        "Median over the cells at each point with 95 % bands. Lower is better.", lines.caption());
  }

  @Test
  void everyMeasureHasItsName() {
    Map<Measure, String> labels = new EnumMap<>(Measure.class);
    Map<Measure, String> symbols = new EnumMap<>(Measure.class);
    for (Measure measure : Measure.RECORDED) {
      labels.put(measure, AcrossFigures.label(measure));
      symbols.put(measure, AcrossFigures.symbol(measure));
    }
    assertEquals(
        Map.of(
            Measure.ORACLE_KL, "𝒦, average KL to the oracle student",
            Measure.EXCESS_COST, "Δ, excess cost",
            Measure.CALIBRATION_ERROR_SQUARED, "‖w − w*‖²",
            Measure.COST, "C, cost against the calibrated teacher"),
        labels);
    assertEquals(
        Map.of(
            Measure.ORACLE_KL, "𝒦",
            Measure.EXCESS_COST, "Δ",
            Measure.CALIBRATION_ERROR_SQUARED, "‖w − w*‖²",
            Measure.COST, "C"),
        symbols);
  }

  /** Six lines have a picture, each in its colour; a seventh has another picture. */
  @Test
  void everyLineIsDrawnInAColourOfItsOwn() {
    for (int count : new int[] {5, 6, 7, 13}) {
      List<StudyCell> cells = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        cells.add(cell("1", "1", "l" + i, 0.5));
        cells.add(cell("2", "1", "l" + i, 0.7));
      }
      List<Figure> pictures = figures(cells).lines();
      assertEquals((count + 5) / 6, pictures.size());
      for (int i = 0; i < count; i++) {
        Figure figure = pictures.get(i / 6);
        Series line = ((Chart) figure.chart()).series().get(i % 6);
        assertEquals(Colour.of(i % 6), line.colour());
        assertEquals("l" + i + ", y=1", line.name());
        assertTrue(figure.chart().csv().contains("\"" + line.key() + "\""), "in its file, too");
        assertEquals(i < 6 ? "across-x" : "across-x-" + (1 + i / 6), figure.chart().id());
      }
    }
  }

  /** The limit of direct matching needs one known instance at every place. */
  @Test
  void theLimitIsDrawnWhereEveryPlaceHasOneKnownInstance() {
    Guides known = Guides.of(SeparationInstance.of(1, 2, 2, 0.5));
    Guides blind = Guides.of(SeparationInstance.of(1, 2, 2, 0.5).withoutTargetRewards());
    StudyCell first = on("1", "i");
    StudyCell second = on("2", "j");
    List<StudyCell> two = List.of(first, second);
    Series limit = limit(Measure.ORACLE_KL, "x", two, c -> Optional.of(known)).orElseThrow();
    assertEquals(Colour.INK, limit.colour(), "of no learner");
    assertEquals(Series.Look.DOTTED, limit.look());
    assertFalse(hasLimit(Measure.EXCESS_COST, "x", two, c -> Optional.of(known)));
    assertFalse(hasLimit(Measure.ORACLE_KL, "round", two, c -> Optional.of(known)));
    assertFalse(
        hasLimit(Measure.ORACLE_KL, "x", List.of(first, on("few", "j")), c -> Optional.of(known)));
    assertFalse(hasLimit(Measure.ORACLE_KL, "x", two, c -> Optional.empty()));
    for (StudyCell unknown : two) {
      assertFalse(
          hasLimit(
              Measure.ORACLE_KL, "x", two, c -> Optional.of(c.equals(unknown) ? blind : known)));
    }
    assertTrue(
        hasLimit(Measure.ORACLE_KL, "x", List.of(first, second, second), c -> Optional.of(known)));
    assertFalse(
        hasLimit(
            Measure.ORACLE_KL, "x", List.of(first, second, on("2", "k")), c -> Optional.of(known)),
        "two instances at one place");
  }

  private static StudyCell on(String x, String instance) {
    return new StudyCell(
        new Coordinates(ImmutableMap.of("x", x), ImmutableMap.of(), "a", ImmutableMap.of()),
        HandmadeRecord.of(
            ImmutableMap.of("learner", "a", "instanceDigest", instance),
            ImmutableMap.of(),
            new double[] {0, 10},
            new double[][] {{1, 0.5}},
            10));
  }

  private static boolean hasLimit(
      Measure measure,
      String against,
      List<StudyCell> cells,
      Function<StudyCell, Optional<Guides>> guides) {
    return limit(measure, against, cells, guides).isPresent();
  }

  private static Optional<Series> limit(
      Measure measure,
      String against,
      List<StudyCell> cells,
      Function<StudyCell, Optional<Guides>> guides) {
    Question question =
        new Question(
            "", measure, Optional.of(against), Optional.of(ImmutableList.of()), Optional.empty());
    Figure figure = new AcrossFigures(Comparison.of(cells, question), guides).lines().get(0);
    return ((Chart) figure.chart())
        .series().stream().filter(s -> s.key().equals("direct-matching-limit")).findFirst();
  }

  @Test
  void whatIsAskedMustBeACoordinateUnlessThereIsNothingToAsk() {
    List<StudyCell> cells = List.of(cell("1", "1", "a", 0.5), cell("2", "1", "b", 0.7));
    for (Question question :
        List.of(
            asked(Optional.of("z"), ImmutableList.of("x"), Optional.of("y")),
            asked(Optional.of("x"), ImmutableList.of("learner", "z"), Optional.empty()),
            asked(Optional.of("round"), ImmutableList.of(), Optional.of("z")))) {
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> Comparison.of(cells, question));
      assertEquals(
          "there is no coordinate \"z\"; the coordinates are learner, x, y", e.getMessage());
      assertEquals(0, Comparison.of(List.of(), question).cells().size());
    }
    assertEquals(
        "round",
        Comparison.of(cells, asked(Optional.of("round"), ImmutableList.of("x"), Optional.of("y")))
            .against());
  }

  private static Question asked(
      Optional<String> against, ImmutableList<String> by, Optional<String> map) {
    return new Question("", Measure.COST, against, Optional.of(by), map);
  }

  private static Axis.Kind kind(String first, String second) {
    List<StudyCell> cells = List.of(cell(first, "1", "a", 0.5), cell(second, "1", "a", 0.7));
    return ((Chart) figures(cells).lines().get(0).chart()).x().kind();
  }

  /** Of two coordinates with as many values the first one is the axis, the other the map's. */
  @Test
  void amongEqualsTheFirstCoordinateIsTheAxis() {
    List<StudyCell> cells = new ArrayList<>();
    for (String y : List.of("1", "2")) {
      for (String x : List.of("3", "4")) {
        cells.add(cell(x, y, "a", 0.5));
      }
    }
    Comparison open = Comparison.of(cells, Question.OPEN);
    assertEquals("x", open.against());
    assertEquals(Optional.of("y"), open.map());
    Comparison other =
        Comparison.of(
            cells,
            new Question("", Measure.COST, Optional.of("y"), Optional.empty(), Optional.empty()));
    assertEquals(Optional.of("x"), other.map());
    assertEquals(
        Optional.empty(),
        Comparison.of(cells, asked(Optional.of("x"), ImmutableList.of(), Optional.of("x"))).map(),
        "an axis has no map over itself");
  }

  /** Names of coordinates become names of files, capital letters and other signs as well. */
  @Test
  void aFigureIsNamedByItsCoordinate() {
    List<StudyCell> cells = new ArrayList<>();
    for (String value : List.of("1", "2")) {
      cells.add(
          new StudyCell(
              new Coordinates(
                  ImmutableMap.of("Batch_SIZE 2", value),
                  ImmutableMap.of(),
                  "a",
                  ImmutableMap.of()),
              HandmadeRecord.of("a", 0.5)));
    }
    Figure figure =
        new AcrossFigures(Comparison.of(cells, Question.OPEN), cell -> Optional.empty())
            .lines()
            .get(0);
    assertEquals("across-batch-size-2", figure.chart().id());
    assertEquals("𝒦 against Batch_SIZE 2", figure.chart().title());
  }

  @Test
  void cellsMayBePooledOnALaterLineAlone() {
    List<StudyCell> cells =
        List.of(
            cell("1", "1", "a", 0.5),
            cell("2", "1", "a", 0.5),
            cell("1", "1", "b", 0.5),
            cell("1", "1", "b", 0.7));
    assertTrue(
        figures(cells).lines().get(0).caption().startsWith("Median over the cells at each point"));
    assertTrue(
        figures(cells.subList(0, 3)).lines().get(0).caption().startsWith("Median over seeds"));
  }

  /** What was measured of an instance belongs to it as much as what was chosen. */
  @Test
  void theProblemOfALineIsAllThatBelongsToTheInstance() {
    StudyCell cell =
        new StudyCell(
            new Coordinates(
                ImmutableMap.of("x", "1", "y", "2"),
                ImmutableMap.of("H", "3"),
                "a",
                ImmutableMap.of("pace", "4")),
            HandmadeRecord.of("a", 0.5));
    List<StudyCell> cells = List.of(cell);
    Map<String, ImmutableList<String>> asked =
        Map.of(
            "H=3", ImmutableList.of("learner", "H", "pace"),
            "y=2, H=3", ImmutableList.of("y", "pace", "H"),
            "y=2", ImmutableList.of("learner", "y"),
            "", ImmutableList.of("pace", "learner"));
    asked.forEach(
        (problem, by) -> {
          Question question = asked(Optional.of("x"), by, Optional.empty());
          assertEquals(problem, Comparison.of(cells, question).problem(cell));
          assertEquals(problem, Line.all(Comparison.of(cells, question)).get(0).problem());
          Question rounds = asked(Optional.of("round"), by, Optional.empty());
          assertEquals(problem, Line.all(Comparison.of(cells, rounds)).get(0).problem());
        });
  }

  /** A coordinate of cells alone that do not know what is asked has no place to draw. */
  @Test
  void anAxisMayHaveNoValue() {
    StudyCell unknowing =
        new StudyCell(
            new Coordinates(ImmutableMap.of("x", "1"), ImmutableMap.of(), "a", ImmutableMap.of()),
            HandmadeRecord.of("a", Double.NaN));
    StudyCell elsewhere =
        new StudyCell(
            new Coordinates(ImmutableMap.of(), ImmutableMap.of(), "b", ImmutableMap.of()),
            HandmadeRecord.of("b", 0.5));
    List<StudyCell> cells = List.of(unknowing, elsewhere);
    for (Measure measure : List.of(Measure.COST, Measure.ORACLE_KL)) {
      Optional<ImmutableList<String>> by = Optional.of(ImmutableList.of("learner"));
      Question question = new Question("", measure, Optional.of("x"), by, Optional.empty());
      Comparison comparison = Comparison.of(cells, question);
      Figure lines = new AcrossFigures(comparison, cell -> Optional.empty()).lines().get(0);
      assertEquals(Axis.Kind.LINEAR, ((Chart) lines.chart()).x().kind());
      assertTrue(lines.chart().document(Size.WIDE).contains("</svg>"));
      assertEquals(1, lines.chart().csv().lines().count(), "the head alone");
      assertEquals(List.of(), Answer.along("K", "x", true, Line.all(comparison)));
    }
  }

  /** That one cell has a setting and another has not is a difference, too. */
  @Test
  void aSettingThatSomeCellsLackVaries() {
    List<StudyCell> cells = new ArrayList<>();
    for (ImmutableMap<String, String> settings :
        List.of(ImmutableMap.<String, String>of(), ImmutableMap.of("pace", "2"))) {
      cells.add(
          new StudyCell(
              new Coordinates(ImmutableMap.of(), ImmutableMap.of(), "a", settings),
              HandmadeRecord.of("a", 0.5)));
    }
    assertEquals(List.of("pace"), Comparison.of(cells, Question.OPEN).varying());
  }
}
