package dev.ccl.report.chart;

import com.google.common.collect.ImmutableList;
import dev.ccl.report.chart.Series.Look;
import java.util.Arrays;
import java.util.List;

/** Charts and heat maps in which every feature occurs, beside others that could be mistaken. */
final class Gallery {
  private static final double NONE = Double.NaN;

  private Gallery() {}

  static ImmutableList<Chart> charts() {
    return ImmutableList.of(
        lines(),
        longGaps(),
        points(),
        sideways(),
        sidewaysLinear(),
        zero(),
        zeroUpwards(),
        within(),
        beyond(),
        outside(),
        far(),
        places(),
        powers(),
        millions(),
        tiny(),
        decade(),
        many(),
        constant(),
        one(),
        empty());
  }

  /** Gaps, runs that begin late, ends of intervals without a place, all looks. */
  private static Chart lines() {
    double[] long1 = new double[29];
    double[] long2 = new double[29];
    Arrays.setAll(long1, i -> 0.25 * i);
    Arrays.setAll(long2, i -> 40 / (1.0 + i));
    return chart(
        "lines",
        Axis.linear("x, the place"),
        Axis.log("y, the number"),
        Series.of("gaps", Colour.BLUE, Look.LINE, of(0, 1, 2, 3, 5, 6), of(3, 5, NONE, 8, 2, 9))
            .between(of(2, 4, 1, 7.5, 0, 3), of(4, 7, 3, 20, 6, 11))
            .keyed("first"),
        Series.of("late", Colour.VERMILION, Look.LINE, of(0, 1, 2, 3, 4), of(NONE, 0, 40, 60, 30))
            .between(of(1, 1, 20, 55, 12), of(1, 1, 45, 900, NONE)),
        Series.of("long", Colour.GREEN, Look.LINE, long1, long2),
        Series.of("guide", Colour.INK, Look.GUIDE, of(0, 3, 7), of(0.3, 0.7, 0.2)),
        Series.of("", Colour.PURPLE, Look.DOTTED, of(0.5, 6.5), of(100, 200)));
  }

  /** Points without a marker, before a gap and after it. */
  private static Chart longGaps() {
    double[] x = new double[40];
    double[] y = new double[40];
    Arrays.setAll(x, i -> 1 + 2 * i);
    Arrays.setAll(y, i -> i == 0 || i == 16 ? NONE : 3 + i * i);
    return chart(
        "long-gaps",
        Axis.log("round"),
        Axis.linear("value"),
        Series.of("line", Colour.BLUE, Look.LINE, x, y),
        Series.of("guide", Colour.INK, Look.GUIDE, of(2, 3, 5, 7, 9), of(9, NONE, 400, 300, 20))
            .between(of(8, 1, 390, 250, 10), of(11, 2, 410, 350, 30)));
  }

  /** Bars upwards, negative numbers, places out of order, a bar that reaches beyond all points. */
  private static Chart points() {
    return chart(
        "points",
        Axis.linear("x"),
        Axis.linear(""),
        Series.of("a", Colour.ORANGE, Look.POINTS, of(3, -2, 1.5, 0), of(1, -4, 0, 7))
            .between(of(0.5, -31, -2, 7), of(4, -3.5, 0.25, 23)),
        Series.of("b", Colour.SKY, Look.POINTS, of(-1, 2), of(2, 3)),
        Series.of("c", Colour.PURPLE, Look.POINTS, of(2.5), of(-3)).between(of(NONE), of(NONE)));
  }

  /** Bars sideways that reach beyond all points, on both sides. */
  private static Chart sideways() {
    List<String> names =
        List.of("first", "one with a name that no phone has room for", "<third> & last");
    return chart(
        "sideways",
        Axis.log("𝒦"),
        new Axis(
            "learner",
            Axis.Kind.CATEGORIES,
            ImmutableList.copyOf(names),
            Double.NEGATIVE_INFINITY,
            Double.POSITIVE_INFINITY),
        Series.guide("level", Colour.VERMILION, 0.4, -0.5, 0.4, 2.5),
        Series.of("mean", Colour.BLUE, Look.POINTS, of(0.3, 0.5, 0.2), of(0, 1, 2))
            .between(of(0.004, 0.45, 0), of(0.35, 20, 0.21)),
        Series.of("other", Colour.GREEN, Look.POINTS, of(0.6, 0.7), of(2, 0)));
  }

  private static Chart sidewaysLinear() {
    return chart(
        "sideways-linear",
        Axis.linear("change"),
        Axis.categories(List.of("a", "b", "c", "d", "e")),
        Series.of("", Colour.INK, Look.POINTS, of(-1, 2, 2, 0.5, 1), of(4, 0, 1, 3, 2))
            .between(of(-7, 1, 2, 0.5, NONE), of(0, 4, 9, 0.6, Double.POSITIVE_INFINITY)));
  }

  /** Round 0 has a place before round 1. */
  private static Chart zero() {
    return chart(
        "zero",
        Axis.logAndZero("rounds T"),
        Axis.log("𝒦"),
        Series.of("a", Colour.BLUE, Look.LINE, of(0, 1, 10, 316), of(2, 1, 0.3, 0.01))
            .between(of(2, 0.8, 0.1, 0.001), of(2, 1.5, 0.6, 0.02)),
        Series.of("b", Colour.PURPLE, Look.LINE, of(0, 3, 100), of(1.5, 0, 0.05)));
  }

  private static Chart zeroUpwards() {
    return chart(
        "zero-upwards",
        Axis.log("λ"),
        Axis.logAndZero("how often"),
        Series.of("a", Colour.GREEN, Look.POINTS, of(0.5, 1, 30, 2), of(0, 12, 3, -1))
            .between(of(0, 0, 2, 0), of(0, 30, 3.5, 1)));
  }

  /** What is cut off: above, below and beside. */
  private static Chart within() {
    return chart(
        "within",
        Axis.linear("x").within(2, 8),
        Axis.log("y").within(0, 50),
        Series.of("bound", Colour.INK, Look.GUIDE, of(0, 4, 10), of(9000, 300, 20)),
        Series.of("line", Colour.BLUE, Look.LINE, of(0, 2, 5, 8, 10), of(9, 7, 4, 2, 0.5))
            .between(of(8, 6, 1, 1.5, 0.1), of(10, 70, 5, 3, 1)));
  }

  /** Data on the inner side of the limits leave them unused. */
  private static Chart beyond() {
    return chart(
        "beyond",
        Axis.log("x").within(0.01, 1e6),
        Axis.linear("y").within(-100, 3),
        Series.of("a", Colour.BLUE, Look.POINTS, of(1, 20, 300), of(-2, 1, 40)));
  }

  /** Everything is on the far side of a limit. */
  private static Chart outside() {
    return chart(
        "outside",
        Axis.linear("x").within(10, 20),
        Axis.log("y").within(1, 8),
        Series.of("a", Colour.BLUE, Look.LINE, of(1, 2, 3), of(40, 300, 2000)));
  }

  /** Numbers that are so far outside that their places are not known to the last digit. */
  private static Chart far() {
    return chart(
        "far",
        Axis.linear("x").within(0, 4),
        Axis.linear("y").within(0, 1),
        Series.of("a", Colour.BLUE, Look.LINE, of(1, 2, 3, 1e9), of(0.5, 1e9, -1e9, 0.25)),
        Series.of("b", Colour.GREEN, Look.GUIDE, of(-60, 1, 2, 60), of(0, 1, -15, 15)));
  }

  private static Chart places() {
    return chart(
        "places",
        Axis.places("how it starts", List.of("cold", "warm", "hot", "never")),
        Axis.linear("y"),
        Series.of("a", Colour.BLUE, Look.LINE, of(0, 1, 2), of(0.31, 0.17, 0.22))
            .between(of(0.3, 0.1, 0.2), of(0.35, 0.2, 0.48)),
        Series.of("b", Colour.ORANGE, Look.LINE, of(1, 3), of(0.27, 0.12)));
  }

  /** More decades than there is room for ticks. */
  private static Chart powers() {
    return chart(
        "powers",
        Axis.log("tiny to huge"),
        Axis.log("y"),
        Series.of("", Colour.BLUE, Look.LINE, of(2e-13, 1, 4e21), of(3e-7, 1, 5e8)));
  }

  private static Chart millions() {
    return chart(
        "millions",
        Axis.linear("x"),
        Axis.linear("y"),
        Series.of("", Colour.BLUE, Look.POINTS, of(-1.2e6, 3.4e6), of(0, 999_999)));
  }

  private static Chart tiny() {
    return chart(
        "tiny",
        Axis.linear("x"),
        Axis.linear("y"),
        Series.of("", Colour.BLUE, Look.POINTS, of(2e-6, 9.5e-6), of(0.3, 0.1 + 0.2)));
  }

  /** So short a way that 2 and 5 bear ticks, too. */
  private static Chart decade() {
    return chart(
        "decade",
        Axis.log("x"),
        Axis.log("y"),
        Series.of("", Colour.SKY, Look.LINE, of(1, 1.5), of(0.07, 0.9)));
  }

  /** More series than colours, names longer than the picture, a title of several lines. */
  private static Chart many() {
    ImmutableList.Builder<Series> series = ImmutableList.builder();
    for (int i = 0; i < 9; i++) {
      String name =
          "series " + i + (i == 4 ? ", of which there is very much to be said".repeat(4) : "");
      series.add(
          Series.of(name, Colour.of(i), Look.values()[i % 4], of(0, 1 + i), of(10 - i, i))
              .keyed("s" + i));
    }
    return Chart.of(
        "many",
        "A title that is by far too long for the width of a phone, and even for that of a laptop"
            + " on which everything else has its place, and more",
        "What \"it\" is & <more>.",
        Axis.linear("a label that has much to say about what is measured along this axis here"),
        Axis.linear("another label that has much to say about what is measured upwards, too"),
        series.build());
  }

  private static Chart constant() {
    return chart(
        "constant",
        Axis.linear("x"),
        Axis.log("y"),
        Series.of("seven", Colour.BLUE, Look.LINE, of(-7, -7, -7), of(7, 7, 7)));
  }

  private static Chart one() {
    return chart(
        "one",
        Axis.log("x"),
        Axis.linear("y"),
        Series.of("one", Colour.BLUE, Look.LINE, of(3), of(0)),
        Series.of("none", Colour.GREEN, Look.LINE, of(-1), of(5)));
  }

  private static Chart empty() {
    return chart(
        "empty",
        Axis.linear("x"),
        Axis.log("y"),
        Series.of("nothing", Colour.BLUE, Look.LINE, of(1, 2), of(0, -3)));
  }

  static ImmutableList<HeatMap> maps() {
    return ImmutableList.of(
        map("map-log", 0.001, 20, 0.5, 0.5, NONE, 3, 0.04, 0.001),
        map("map-linear", -2, 4, 0, 0, 1, 3, -2, 2.5),
        map("map-zero", 5, 0, 2, 2.5),
        map("map-even", 7, 7, 7),
        crowded());
  }

  /** Three columns of names that may be too long, rows with a gap. */
  private static HeatMap map(String id, double... values) {
    ImmutableList.Builder<HeatMap.Tile> tiles = ImmutableList.builder();
    int[] places = {1, 0, 3, 8, 5, 7, 10, 2}; // 4, 6, 9 and 11 stay empty
    for (int i = 0; i < values.length; i++) {
      if (!Double.isNaN(values[i])) {
        HeatMap.Mark mark = HeatMap.Mark.values()[i * i % 3 + (i == 5 ? 1 : 0)];
        tiles.add(new HeatMap.Tile(places[i] % 3, places[i] / 3, values[i], mark, "hint " + i));
      }
    }
    return new HeatMap(
        id,
        "A map over α and the way it starts, named at length",
        "Numbers & more",
        "𝒦",
        new HeatMap.Coordinate("α", ImmutableList.of("0.5", "a place with a long name", "1,5")),
        new HeatMap.Coordinate(
            "way", ImmutableList.of("cold", "very slowly warmed up until it is hot", "hot", "4")),
        tiles.build());
  }

  /** Tiles that have no room for most of their numbers. */
  private static HeatMap crowded() {
    ImmutableList.Builder<String> places = ImmutableList.builder();
    ImmutableList.Builder<HeatMap.Tile> tiles = ImmutableList.builder();
    double[] values = {0.125, 7, 0.123, -3, 1e-9, 12345.6, 2, 0.5, 40};
    for (int i = 0; i < 24; i++) {
      places.add("p" + i);
      HeatMap.Mark mark = HeatMap.Mark.values()[i % 3];
      tiles.add(new HeatMap.Tile(i, 0, values[i % 9] * (1 + i / 9), mark, "hint " + i));
    }
    return new HeatMap(
        "map-crowded",
        "A map of one row",
        "",
        "Δ",
        new HeatMap.Coordinate("", places.build()),
        new HeatMap.Coordinate("only", ImmutableList.of("here")),
        tiles.build());
  }

  private static Chart chart(String id, Axis x, Axis y, Series... series) {
    return Chart.of(id, "A chart: " + id, "About " + id + ".", x, y, List.of(series));
  }

  private static double[] of(double... values) {
    return values;
  }
}
