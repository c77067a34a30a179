package dev.ccl.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.experiments.summary.Numbers;
import dev.ccl.report.chart.Series.Look;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;

/**
 * Whether everything in a chart is where its numbers belong, by the ticks that a reader goes by: a
 * second computation that shares nothing with the first.
 */
class GeometryTest {
  private static final double ROUNDED = 0.011; // places have two decimals
  private static final double BLEED = 6;

  /** A chart, as it was painted for a size. */
  private static final class Painted {
    final Chart chart;
    final Size size;
    final Drawn drawn;
    final double[] frame;
    final List<Element> across; // the labels of the horizontal axis
    final List<Element> up;
    final DoubleUnaryOperator x;
    final DoubleUnaryOperator y;

    Painted(Chart chart, Size size) {
      this.chart = chart;
      this.size = size;
      this.drawn = Drawn.of(chart.inline(size));
      this.frame = drawn.frame();
      this.across = drawn.ofClass("tick middle");
      boolean above = !drawn.ofClass("tick above").isEmpty();
      this.up = drawn.ofClass(above ? "tick above" : "tick end");
      double shift = above ? 0.65 : -0.35; // of the letters, from the middle of a row
      this.x = Drawn.map(chart.x(), texts(across), places(across, "x", 0));
      this.y = Drawn.map(chart.y(), texts(up), places(up, "y", shift * size.font()));
    }

    private static double[] places(List<Element> labels, String attribute, double shift) {
      return labels.stream().mapToDouble(e -> Drawn.number(e, attribute) + shift).toArray();
    }

    /** What is beyond the limits is only kept off the picture. */
    boolean isWithin(double x, double y) {
      return x >= chart.x().low()
          && x <= chart.x().high()
          && y >= chart.y().low()
          && y <= chart.y().high();
    }

    void check(double[] expected, double[] found, String what) {
      // Ticks are rounded too, and places beyond them are extrapolated.
      double width = frame[2] - frame[0];
      double height = frame[3] - frame[1];
      double room = Math.max(width, height);
      assertTrue(
          (Math.abs(found[0] - expected[0]) < 0.06 && Math.abs(found[1] - expected[1]) < 0.06)
              || Math.abs(expected[0] - frame[0]) > 2 * room
              || Math.abs(expected[1] - frame[1]) > 2 * room,
          () ->
              String.format(
                  "%s of %s, %s: at %.2f, %.2f instead of %.2f, %.2f",
                  what, chart.id(), size.name(), found[0], found[1], expected[0], expected[1]));
    }

    boolean isInside(double[] point) {
      return point[0] >= frame[0] - ROUNDED
          && point[0] <= frame[2] + ROUNDED
          && point[1] >= frame[1] - ROUNDED
          && point[1] <= frame[3] + ROUNDED;
    }
  }

  private static List<String> texts(List<Element> elements) {
    return elements.stream().map(Element::getTextContent).toList();
  }

  static Stream<Painted> painted() {
    List<Size> sizes = List.of(Size.WIDE, Size.NARROW, new Size("tiny", 260, 110, 10));
    return Gallery.charts().stream().flatMap(c -> sizes.stream().map(s -> new Painted(c, s)));
  }

  private static boolean has(Axis axis, double number) {
    return switch (axis.kind()) {
      case LOG -> number > 0 && number < Double.POSITIVE_INFINITY;
      case LOG_AND_ZERO -> number >= 0 && number < Double.POSITIVE_INFINITY;
      default -> Math.abs(number) < Double.POSITIVE_INFINITY;
    };
  }

  /** The indices of points without a gap between them. */
  private static List<List<Integer>> runs(Chart chart, Series s) {
    List<List<Integer>> runs = new ArrayList<>();
    boolean open = false;
    for (int i = 0; i < s.x().length(); i++) {
      boolean shown = has(chart.x(), s.x().get(i)) && has(chart.y(), s.y().get(i));
      if (shown && !open) {
        runs.add(new ArrayList<>());
      }
      if (shown) {
        runs.get(runs.size() - 1).add(i);
      }
      open = shown;
    }
    return runs;
  }

  @ParameterizedTest
  @MethodSource("painted")
  void everyMarkIsWhereItsNumbersAre(Painted p) {
    List<Element> groups = p.drawn.groups();
    assertEquals(p.chart.series().size(), groups.size());
    int shown = 0;
    for (int k = 0; k < groups.size(); k++) {
      Series s = p.chart.series().get(k);
      assertEquals(
          "c-" + s.colour().name().toLowerCase(java.util.Locale.ROOT),
          groups.get(k).getAttribute("class"));
      List<Element> marks = new ArrayList<>(Drawn.children(groups.get(k)));
      for (List<Integer> run : runs(p.chart, s)) {
        checkRun(p, s, run, marks);
        shown += run.size();
      }
      assertEquals(List.of(), marks, "nothing else is drawn");
    }
    int missing = p.chart.series().stream().mapToInt(s -> s.x().length()).sum() - shown;
    String remark = missing + (missing == 1 ? " point has" : " points have") + " no place here";
    assertEquals(missing > 0, texts(p.drawn.ofClass("muted")).contains(remark), remark);
    assertEquals(shown == 0, texts(p.drawn.ofClass("muted middle")).contains("no data"));
  }

  private static void checkRun(Painted p, Series s, List<Integer> run, List<Element> marks) {
    if (s.look() == Look.POINTS && s.hasIntervals()) {
      for (int i : run) {
        Element bar = marks.remove(0);
        assertEquals("line bar", bar.getAttribute("class"));
        checkCorners(p, List.of(end(p, s, i, s.low()), end(p, s, i, s.high())), bar, "the bar");
      }
    }
    if (s.look() != Look.POINTS) {
      if (s.hasIntervals()) {
        List<double[]> corners = new ArrayList<>();
        run.forEach(i -> corners.add(end(p, s, i, s.high())));
        for (int k = run.size() - 1; k >= 0; k--) {
          corners.add(end(p, s, run.get(k), s.low()));
        }
        Element band = marks.remove(0);
        assertEquals("band", band.getAttribute("class"));
        checkCorners(p, corners, band, "the band");
      }
      Element line = marks.remove(0);
      String style =
          switch (s.look()) {
            case GUIDE -> "line guide";
            case DOTTED -> "line dotted";
            default -> "line";
          };
      assertEquals(style, line.getAttribute("class"));
      checkCorners(p, run.stream().map(i -> point(p, s, i)).toList(), line, "the line");
    }
    for (int i : run) {
      Element mark = marks.remove(0);
      p.check(point(p, s, i), centre(mark), "the mark of point " + i);
      boolean marked = mark.getAttribute("class").equals("marker");
      assertTrue(marked || mark.getAttribute("class").equals("hit"));
      boolean last = i == run.get(run.size() - 1);
      assertTrue(marked || (s.look() != Look.POINTS && !(last && s.look() == Look.LINE)));
      assertTrue(!marked || s.look() == Look.POINTS || s.look() == Look.LINE);
      String value = Numbers.text(p.chart.isSideways() ? s.x().get(i) : s.y().get(i));
      String interval =
          hasInterval(s, i)
              ? " [" + Numbers.text(s.low().get(i)) + ", " + Numbers.text(s.high().get(i)) + "]"
              : "";
      assertTrue(mark.getTextContent().endsWith(", " + value + interval), mark::getTextContent);
    }
  }

  private static boolean hasInterval(Series s, int i) {
    return s.hasIntervals() && !(Double.isNaN(s.low().get(i)) && Double.isNaN(s.high().get(i)));
  }

  private static double[] point(Painted p, Series s, int i) {
    double[] place = {p.x.applyAsDouble(s.x().get(i)), p.y.applyAsDouble(s.y().get(i))};
    assertTrue(
        p.isInside(place) || !p.isWithin(s.x().get(i), s.y().get(i)),
        () -> "point " + i + " of " + p.chart.id() + " is outside of the frame");
    return place;
  }

  /** An end of an interval: at the edge of what is seen where 0 has no place. */
  private static double[] end(
      Painted p, Series s, int i, com.google.common.primitives.ImmutableDoubleArray ends) {
    boolean sideways = p.chart.isSideways();
    Axis axis = sideways ? p.chart.x() : p.chart.y();
    double value = ends.get(i);
    double[] place = point(p, s, i);
    double at;
    if (has(axis, value)) {
      at = (sideways ? p.x : p.y).applyAsDouble(value);
      double[] tip = sideways ? new double[] {at, place[1]} : new double[] {place[0], at};
      boolean within = p.isWithin(sideways ? value : s.x().get(i), sideways ? s.y().get(i) : value);
      assertTrue(p.isInside(tip) || !within, () -> "an interval leaves " + p.chart.id());
    } else {
      double edge = sideways ? p.frame[0] - BLEED : p.frame[3] + BLEED;
      double centre = (sideways ? s.x() : s.y()).get(i);
      at = value < centre ? edge : place[sideways ? 0 : 1];
    }
    place[sideways ? 0 : 1] = at;
    return place;
  }

  private static void checkCorners(Painted p, List<double[]> expected, Element path, String what) {
    List<double[]> corners = Drawn.corners(path);
    assertEquals(expected.size(), corners.size(), what);
    for (int i = 0; i < corners.size(); i++) {
      p.check(expected.get(i), corners.get(i), what + ", corner " + i);
    }
  }

  /** The point that a shape is about: three corners have theirs nearer to their base. */
  private static double[] centre(Element mark) {
    if (mark.getTagName().equals("circle")) {
      return new double[] {Drawn.number(mark, "cx"), Drawn.number(mark, "cy")};
    }
    List<double[]> corners = Drawn.corners(mark);
    double x = 0;
    double y = 0;
    for (double[] corner : corners) {
      x += corner[0] / corners.size();
      y += corner[1] / corners.size();
    }
    if (corners.size() == 3) {
      double apex = corners.get(0)[1];
      double base = corners.get(1)[1];
      y = apex + (base - apex) * 1.3 / 2.2;
    }
    return new double[] {x, y};
  }

  @ParameterizedTest
  @MethodSource("painted")
  void ticksAreInTheFrameAtEvenNumbers(Painted p) {
    assertTrue(p.across.size() >= 2, "two ticks make an axis");
    assertTrue(p.up.size() >= (p.chart.isSideways() ? 1 : 2));
    checkTicks(p.chart.x(), p.across, p.x, "x", 0, p.frame[0], p.frame[2]);
    double shift = p.up.get(0).getAttribute("class").equals("tick above") ? 0.65 : -0.35;
    checkTicks(p.chart.y(), p.up, p.y, "y", shift * p.size.font(), p.frame[1], p.frame[3]);
    List<double[]> grid = Drawn.corners(p.drawn.ofClass("grid").get(0));
    assertEquals(2 * (p.across.size() + p.up.size()), grid.size());
    for (int i = 0; i < p.up.size(); i++) {
      double y = Drawn.number(p.up.get(i), "y") + shift * p.size.font();
      p.check(new double[] {p.frame[0], y}, grid.get(2 * i), "a line of the grid");
      p.check(new double[] {p.frame[2], y}, grid.get(2 * i + 1), "a line of the grid");
    }
    for (int i = 0; i < p.across.size(); i++) {
      double x = Drawn.number(p.across.get(i), "x");
      int from = 2 * (p.up.size() + i);
      p.check(new double[] {x, p.frame[1]}, grid.get(from), "a line of the grid");
      p.check(new double[] {x, p.frame[3]}, grid.get(from + 1), "a line of the grid");
    }
  }

  private static void checkTicks(
      Axis axis,
      List<Element> labels,
      DoubleUnaryOperator map,
      String attribute,
      double shift,
      double from,
      double to) {
    double before = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < labels.size(); i++) {
      double place = Drawn.number(labels.get(i), attribute) + shift;
      assertTrue(place > from - 0.06 && place < to + 0.06, () -> "a tick at " + place);
      String text = labels.get(i).getTextContent();
      double value = axis.categories().isEmpty() ? Drawn.value(text) : i;
      assertEquals(map.applyAsDouble(value), place, 0.06, text);
      assertTrue(value > before, "ticks in order");
      before = value;
      if (!axis.categories().isEmpty()) {
        String name = axis.categories().get(i);
        assertTrue(name.equals(text) || name.startsWith(text.replaceAll("…$", "")), text);
        double room = (to - from) / axis.categories().size();
        assertEquals(from + (i + 0.5) * room, place, 0.06, text);
      }
    }
  }

  /** Every number of the chart is in the row of its place and in the column of its series. */
  @ParameterizedTest
  @MethodSource("painted")
  void theTableHasEachNumberAtItsPlace(Painted p) {
    boolean sideways = p.chart.isSideways();
    Axis places = sideways ? p.chart.y() : p.chart.x();
    ChartTable table = p.chart.table();
    List<String> head = new ArrayList<>(List.of(places.label()));
    p.chart.series().forEach(s -> head.add(s.name()));
    assertEquals(head, table.head());
    List<Double> rows = new ArrayList<>();
    for (Series s : p.chart.series()) {
      (sideways ? s.y() : s.x()).stream().filter(v -> !rows.contains(v)).forEach(rows::add);
    }
    rows.sort(null);
    assertEquals(rows.size(), table.rows().size());
    for (int row = 0; row < rows.size(); row++) {
      double place = rows.get(row);
      List<String> expected = new ArrayList<>(List.of(name(places, place)));
      for (Series s : p.chart.series()) {
        String cell = "";
        for (int i = 0; i < s.x().length(); i++) {
          if ((sideways ? s.y() : s.x()).get(i) == place) {
            cell = Numbers.text((sideways ? s.x() : s.y()).get(i));
            cell +=
                hasInterval(s, i)
                    ? " ["
                        + Numbers.text(s.low().get(i))
                        + ", "
                        + Numbers.text(s.high().get(i))
                        + "]"
                    : "";
          }
        }
        expected.add(cell);
      }
      assertEquals(expected, table.rows().get(row));
    }
  }

  /** The ends of a guide are between names. */
  private static String name(Axis axis, double place) {
    if (!axis.categories().isEmpty()) {
      return place == (int) place ? axis.categories().get((int) place) : "";
    }
    return place == (long) place ? Numbers.count((long) place) : Numbers.text(place);
  }
}
