package dev.ccl.report.across;

import com.google.common.base.Ascii;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.Lists;
import dev.ccl.experiments.recording.Change;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.run.Printable;
import dev.ccl.experiments.summary.Numbers;
import dev.ccl.experiments.summary.Summary;
import dev.ccl.experiments.sweep.Question;
import dev.ccl.report.chart.Axis;
import dev.ccl.report.chart.Chart;
import dev.ccl.report.chart.Colour;
import dev.ccl.report.chart.HeatMap;
import dev.ccl.report.chart.Series;
import dev.ccl.report.page.Figure;
import dev.ccl.report.paper.Guides;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The pictures across cells: a line per group of cells, and heat maps over two coordinates. */
final class AcrossFigures {
  private final Comparison comparison;
  private final Function<StudyCell, Optional<Guides>> guides;

  AcrossFigures(Comparison comparison, Function<StudyCell, Optional<Guides>> guides) {
    this.comparison = comparison;
    this.guides = guides;
  }

  /** What a measure is called at an axis. */
  static String label(Measure measure) {
    return switch (measure) {
      case ORACLE_KL -> "𝒦, average KL to the oracle student";
      case EXCESS_COST -> "Δ, excess cost";
      case CALIBRATION_ERROR_SQUARED -> "‖w − w*‖²";
      case COST -> "C, cost against the calibrated teacher";
      default -> measure.column();
    };
  }

  /** The sign of a measure. */
  static String symbol(Measure measure) {
    return label(measure).replaceAll(",.*", "");
  }

  // ---- lines

  /** All lines, on as many pictures as it takes to give each a colour of its own. */
  List<Figure> lines() {
    String against = comparison.against();
    List<Figure> figures = new ArrayList<>();
    for (List<Line> part : Lists.partition(Line.all(comparison), Colour.INK.ordinal())) {
      List<Series> series = new ArrayList<>();
      limits().ifPresent(series::add);
      for (int i = 0; i < part.size(); i++) {
        series.add(draw(part.get(i), Colour.of(i)));
      }
      String caption =
          (part.stream().anyMatch(Line::isPooled)
                  ? "Median over the cells at each point"
                  : "Median over seeds")
              + (part.stream().anyMatch(Line::hasIntervals)
                  ? " with 95 % bands."
                  : "; fewer than " + Summary.LEAST + " have no bands.")
              + " Lower is better.";
      figures.add(
          new Figure(
              Chart.of(
                  "across-" + slug(against) + (figures.isEmpty() ? "" : "-" + (figures.size() + 1)),
                  symbol(comparison.measure()) + " against " + against,
                  label(comparison.measure()) + ", at the last round, against " + against + ".",
                  axis(),
                  Axis.log(label(comparison.measure())),
                  series),
              caption));
    }
    return figures;
  }

  private Axis axis() {
    String against = comparison.against();
    if (against.equals(Question.ROUND)) {
      return Axis.logAndZero("rounds T");
    }
    if (comparison.values(against).isEmpty()) {
      return Axis.linear(against); // only cells that do not know the measure have the coordinate
    }
    if (!comparison.isAlongNumbers()) {
      return Axis.places(against, comparison.values(against));
    }
    List<Double> values = comparison.values(against).stream().map(Double::parseDouble).toList();
    double least = values.get(0);
    double most = values.get(values.size() - 1);
    return least > 0 && most / least >= 20 ? Axis.log(against) : Axis.linear(against);
  }

  private static Series draw(Line line, Colour colour) {
    Series series =
        Series.of(
            line.name(),
            colour,
            Series.Look.LINE,
            line.column(Line.Point::x),
            line.column(Line.Point::median));
    return line.hasIntervals()
        ? series.between(
            line.column(point -> point.value().low()), line.column(point -> point.value().high()))
        : series;
  }

  /** Where direct matching ends, if there is one instance at each place. */
  private Optional<Series> limits() {
    if (comparison.measure() != Measure.ORACLE_KL
        || comparison.against().equals(Question.ROUND)
        || !comparison.isAlongNumbers()) {
      return Optional.empty();
    }
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (String value : comparison.values(comparison.against())) {
      Map<String, StudyCell> instances = new LinkedHashMap<>();
      comparison.cells().stream()
          .filter(cell -> cell.text(comparison.against()).equals(value))
          .forEach(cell -> instances.putIfAbsent(cell.recording().fact("instanceDigest"), cell));
      Optional<Guides> known =
          instances.size() == 1
              ? guides.apply(instances.values().iterator().next()).filter(Guides::hasTruth)
              : Optional.empty();
      if (known.isEmpty()) {
        return Optional.empty();
      }
      x.add(Double.parseDouble(value));
      y.add(known.get().directMatchingLimit());
    }
    return Optional.of(
        Series.of("limit of direct matching", Colour.INK, Series.Look.DOTTED, array(x), array(y))
            .keyed("direct-matching-limit"));
  }

  // ---- heat maps

  List<Figure> maps() {
    List<Figure> figures = new ArrayList<>();
    if (comparison.map().isEmpty()) {
      return figures;
    }
    comparison
        .maps()
        .forEach(
            (name, cells) -> {
              HeatMap map = map("map-" + (figures.size() + 1), name, cells);
              long fails = count(map, HeatMap.Mark.FAILS);
              long unclear = count(map, HeatMap.Mark.UNCLEAR);
              figures.add(
                  new Figure(
                      map,
                      Printable.counted(fails, "place")
                          + " of "
                          + map.tiles().size()
                          + (fails == 1 ? " ends" : " end")
                          + " worse than at the start (✗, dashed border), "
                          + unclear
                          + " not told apart from it (?)."));
            });
    return figures;
  }

  private static long count(HeatMap map, HeatMap.Mark mark) {
    return map.tiles().stream().filter(tile -> tile.mark() == mark).count();
  }

  private HeatMap map(String id, String name, List<StudyCell> cells) {
    String down = comparison.map().orElseThrow();
    ImmutableList<String> xs = comparison.values(comparison.against());
    ImmutableList<String> ys = comparison.values(down);
    ImmutableList.Builder<HeatMap.Tile> tiles = ImmutableList.builder();
    for (int row = 0; row < ys.size(); row++) {
      for (int column = 0; column < xs.size(); column++) {
        String x = xs.get(column);
        String y = ys.get(row);
        List<StudyCell> there =
            cells.stream()
                .filter(c -> c.text(comparison.against()).equals(x) && c.text(down).equals(y))
                .toList();
        if (!there.isEmpty()) {
          Change change = Pool.of(there).change(comparison.measure());
          String place = comparison.against() + "=" + x + ", " + down + "=" + y + ": ";
          tiles.add(
              new HeatMap.Tile(
                  column,
                  row,
                  change.end().median(),
                  mark(change),
                  place + Numbers.text(change.end().median()) + ", " + change.text()));
        }
      }
    }
    String what = label(comparison.measure());
    return new HeatMap(
        "across-" + id,
        name
            + ": "
            + symbol(comparison.measure())
            + " over "
            + comparison.against()
            + " and "
            + down,
        what + " of " + name + " at the last round, one tile per place.",
        symbol(comparison.measure()),
        new HeatMap.Coordinate(comparison.against(), xs),
        new HeatMap.Coordinate(down, ys),
        tiles.build());
  }

  private static HeatMap.Mark mark(Change change) {
    return switch (change.direction()) {
      case BETTER -> HeatMap.Mark.NONE;
      case UNCLEAR, UNTESTED -> HeatMap.Mark.UNCLEAR;
      case WORSE -> HeatMap.Mark.FAILS;
    };
  }

  private static String slug(String word) {
    return Ascii.toLowerCase(word).replaceAll("[^a-z0-9]+", "-");
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(v -> v).toArray();
  }
}
