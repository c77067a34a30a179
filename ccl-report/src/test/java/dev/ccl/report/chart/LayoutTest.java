package dev.ccl.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import dev.ccl.report.chart.Series.Look;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** Names of every length: what has room where, and what does not. */
class LayoutTest {
  private static final List<Size> SIZES = List.of(Size.WIDE, Size.NARROW);
  private static final double ROUNDED = 0.011; // places have two decimals
  private static final double EDGE = 10;

  private static Series points(String name, double... y) {
    double[] x = new double[y.length];
    Arrays.setAll(x, i -> i);
    return Series.of(name, Colour.BLUE, Look.POINTS, x, y);
  }

  /** A legend's entry goes into the next line where it would come too near to the edge. */
  @Test
  void aLineOfTheLegendIsFilled() {
    for (Size size : SIZES) {
      for (int letters = 1; letters <= 90; letters++) {
        List<Series> series = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          series.add(points("x".repeat(letters + 3 * i), 1, 2));
        }
        Chart chart = Chart.of("c", "t", "d", Axis.linear("x"), Axis.linear("y"), series);
        Map<String, List<Element>> lines = new LinkedHashMap<>();
        for (Element label : Drawn.of(chart.inline(size)).ofClass("label")) {
          lines.computeIfAbsent(label.getAttribute("y"), y -> new ArrayList<>()).add(label);
        }
        double before = Double.NaN;
        for (List<Element> line : lines.values()) {
          assertEquals(EDGE + 30, Drawn.number(line.get(0), "x"), ROUNDED);
          double first = size.widthOf(line.get(0).getTextContent());
          assertTrue(!(before + 18 + 30 + first < size.width() - EDGE - 4 - ROUNDED), "room left");
          Element last = line.get(line.size() - 1);
          before = Drawn.number(last, "x") + size.widthOf(last.getTextContent());
          assertTrue(
              line.size() == 1 || before <= size.width() - EDGE - 4 + ROUNDED,
              letters + " letters end at " + before);
        }
        assertEquals(4, lines.values().stream().mapToInt(List::size).sum());
      }
    }
  }

  /** Names of rows are beside them as long as they take less than 42 % of the width. */
  @Test
  void longNamesAreAboveTheirRows() {
    for (Size size : SIZES) {
      for (int letters = 1; letters <= 60; letters++) {
        String name = "x".repeat(letters);
        Chart chart =
            Chart.of(
                "c",
                "t",
                "d",
                Axis.linear("x"),
                Axis.categories(List.of("a", name, "b")),
                List.of(Series.of("s", Colour.BLUE, Look.POINTS, new double[3], places())));
        Drawn drawn = Drawn.of(chart.inline(size));
        boolean above = size.widthOf(name) > 0.42 * size.width();
        assertEquals(above ? 3 : 0, drawn.ofClass("tick above").size(), letters + " letters");
        assertEquals(above ? 0 : 3, drawn.ofClass("tick end").size(), letters + " letters");
        double beside = Math.max(size.widthOf(name), size.widthOf("a"));
        double left = EDGE + 8 + (above ? 0 : beside);
        assertEquals(left, drawn.frame()[0], ROUNDED);
        assertEquals(size.width() - EDGE - 8, drawn.frame()[2], ROUNDED);
        double rows = 3 * (above ? 2.75 : 1.75) * size.font() + 8;
        assertEquals(rows, drawn.frame()[3] - drawn.frame()[1], 2 * ROUNDED);
      }
    }
  }

  private static double[] places() {
    return new double[] {0, 1, 2};
  }

  /** A tile has its number as long as there are three points on either side of it. */
  @Test
  void aTileHasItsNumberIfThereIsRoom() {
    for (Size size : SIZES) {
      for (int columns = 1; columns <= 30; columns++) {
        ImmutableList.Builder<String> places = ImmutableList.builder();
        for (int i = 0; i < columns; i++) {
          places.add("p" + i);
        }
        for (HeatMap.Mark mark : HeatMap.Mark.values()) {
          HeatMap.Tile tile = new HeatMap.Tile(0, 0, 0.123, mark, "hint");
          HeatMap map =
              new HeatMap(
                  "m",
                  "t",
                  "d",
                  "𝒦",
                  new HeatMap.Coordinate("x", places.build()),
                  new HeatMap.Coordinate("y", ImmutableList.of("row")),
                  ImmutableList.of(tile));
          Drawn drawn = Drawn.of(map.inline(size));
          double left = EDGE + size.widthOf("row") + 8;
          double width = (size.width() - left - EDGE) / columns;
          String whole = mark.sign().isEmpty() ? "0.123" : "0.123 " + mark.sign();
          String text = size.widthOf(whole) > width - 6 ? mark.sign() : whole;
          assertEquals(
              text.isEmpty() ? List.of() : List.of(text),
              drawn.ofClass("middle").stream().map(Element::getTextContent).toList(),
              columns + " columns");
          Element box = drawn.ofClass(mark == HeatMap.Mark.FAILS ? "tile failing" : "tile").get(0);
          assertEquals(left + 1.5, Drawn.number(box, "x"), ROUNDED);
          assertEquals(width - 3, Drawn.number(box, "width"), ROUNDED);
          assertEquals(
              size.shorten("p0", width - 2), drawn.ofClass("tick middle").get(0).getTextContent());
        }
      }
    }
  }

  /** Names without rows take the room of one row, and a flat picture has ticks at both ends. */
  @Test
  void picturesWithoutRoomOrRowsAreDrawn() {
    Series none = Series.of("", Colour.BLUE, Look.POINTS, new double[0], new double[0]);
    for (Size size : SIZES) {
      Chart chart =
          Chart.of("c", "t", "d", Axis.linear("x"), Axis.categories(List.of()), List.of(none));
      double[] frame = Drawn.of(chart.inline(size)).frame();
      assertEquals(1.75 * size.font() + 8, frame[3] - frame[1], 2 * ROUNDED);
    }
    Chart flat =
        Chart.of("c", "t", "d", Axis.linear("x"), Axis.linear("y"), List.of(points("", 0, 1)));
    Drawn drawn = Drawn.of(flat.inline(new Size("flat", 120, 20, 10)));
    for (String axis : List.of("tick end", "tick middle")) {
      assertEquals(
          List.of("0", "0.5", "1"),
          drawn.ofClass(axis).stream().map(Element::getTextContent).toList());
    }
  }

  /** Numbers beside an axis take 42 % of the width at most, and labels end with the picture. */
  @Test
  void longLabelsAreCut() {
    Size slim = new Size("slim", 100, 100, 10);
    Chart chart =
        Chart.of(
            "c", "t", "d", Axis.linear("x"), Axis.linear("y"), List.of(points("", 0, -900_000)));
    Drawn drawn = Drawn.of(chart.inline(slim));
    assertEquals(10 + 42 + 8, drawn.frame()[0], ROUNDED);
    assertEquals(
        List.of("−1000…", "−5000…", "0"),
        drawn.ofClass("tick end").stream().map(Element::getTextContent).toList());
    for (Size size : SIZES) {
      String label = "a label of many words ".repeat(9);
      HeatMap map =
          new HeatMap(
              "m",
              "t",
              "d",
              "𝒦",
              new HeatMap.Coordinate(label, ImmutableList.of("1")),
              new HeatMap.Coordinate("y", ImmutableList.of("row")),
              ImmutableList.of());
      Element below = Drawn.of(map.inline(size)).ofClass("muted middle").get(0);
      double half = size.widthOf(below.getTextContent()) / 2;
      assertTrue(below.getTextContent().endsWith("…"));
      assertTrue(Drawn.number(below, "x") + half <= size.width() - EDGE + 1);
      assertTrue(Drawn.number(below, "x") - half >= EDGE + size.widthOf("row") + 8 - 1);
    }
  }

  /** An interval without an upper end is drawn up to its point only. */
  @Test
  void anIntervalWithoutAnEndStopsAtItsPoint() {
    double[] low = {1, Double.NEGATIVE_INFINITY};
    double[] high = {Double.POSITIVE_INFINITY, 5};
    Chart chart =
        Chart.of(
            "c",
            "t",
            "d",
            Axis.linear("x"),
            Axis.linear("y"),
            List.of(points("", 3, 4).between(low, high)));
    Drawn drawn = Drawn.of(chart.inline(Size.WIDE));
    List<Element> bars = drawn.ofClass("line bar");
    Element point = drawn.ofClass("marker").get(0);
    assertEquals(Drawn.number(point, "cy"), Drawn.corners(bars.get(0)).get(1)[1]);
    assertEquals(drawn.frame()[3] + 6, Drawn.corners(bars.get(1)).get(0)[1], ROUNDED);
  }

  /** A gap ends a line, and each of its parts has its own marks. */
  @Test
  void thePartsOfALineAreMarkedOnTheirOwn() {
    double[] y = new double[26];
    Arrays.setAll(y, i -> i == 13 ? Double.NaN : i + 1);
    Chart chart =
        Chart.of(
            "c",
            "t",
            "d",
            Axis.linear("x"),
            Axis.linear("y"),
            List.of(points("", y).drawn(Look.LINE)));
    assertEquals(7 + 12, Drawn.of(chart.inline(Size.WIDE)).ofClass("marker").size());
  }
}
