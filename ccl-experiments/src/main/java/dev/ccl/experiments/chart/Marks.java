package dev.ccl.experiments.chart;

import java.util.ArrayList;
import java.util.List;

/** Paints the data of a chart: lines, bands, points and what appears when one points at them. */
final class Marks {
  private static final int MARKERS = 12; // on a line, about

  private final Frame frame;
  private final Chart chart;
  private final Markup out;

  Marks(Frame frame, Markup out) {
    this.frame = frame;
    this.chart = frame.chart;
    this.out = out;
  }

  void paint(Series s) {
    out.open("g", "class", s.colour().style()).line();
    List<Integer> run = new ArrayList<>();
    for (int i = 0; i <= s.x().length(); i++) {
      if (i < s.x().length() && frame.isShown(s, i)) {
        run.add(i);
      } else if (!run.isEmpty()) { // a gap ends a line
        paintRun(s, run);
        run.clear();
      }
    }
    out.close().line();
  }

  private void paintRun(Series s, List<Integer> run) {
    if (s.look() == Series.Look.POINTS) {
      run.forEach(i -> paintInterval(s, i));
    } else {
      if (s.hasIntervals()) {
        paintBand(s, run);
      }
      List<Double> xs = new ArrayList<>();
      List<Double> ys = new ArrayList<>();
      for (int i : run) {
        xs.add(frame.x(s.x().get(i)));
        ys.add(frame.y(s.y().get(i)));
      }
      out.empty("path", "class", lineStyle(s), "d", path(xs, ys)).line();
    }
    for (int k = 0; k < run.size(); k++) {
      int i = run.get(k);
      double x = frame.x(s.x().get(i));
      double y = frame.y(s.y().get(i));
      if (isMarked(s.look(), run.size() - 1 - k, run.size())) {
        paintMarker(s, x, y, hint(s, i));
      } else {
        out.open("circle", "class", "hit", "cx", at(x), "cy", at(y), "r", "6");
        out.element("title", hint(s, i)).close().line();
      }
    }
  }

  /** Whether a point has a visible marker: all of POINTS, some of a line, none of a guide. */
  private static boolean isMarked(Series.Look look, int fromEnd, int points) {
    return switch (look) {
      case POINTS -> true;
      case LINE -> fromEnd % (1 + (points - 1) / MARKERS) == 0;
      case GUIDE, DOTTED -> false;
    };
  }

  private void paintBand(Series s, List<Integer> run) {
    List<Double> xs = new ArrayList<>();
    List<Double> ys = new ArrayList<>();
    for (int i : run) {
      xs.add(frame.x(s.x().get(i)));
      ys.add(end(s.high().get(i), s.y().get(i)));
    }
    for (int k = run.size() - 1; k >= 0; k--) {
      xs.add(frame.x(s.x().get(run.get(k))));
      ys.add(end(s.low().get(run.get(k)), s.y().get(run.get(k))));
    }
    out.empty("path", "class", "band", "d", path(xs, ys) + "Z").line();
  }

  /**
   * The end of an interval: the edge of the area where it has no place, such as 0 on a log axis.
   */
  private double end(double value, double centre) {
    return chart.y().shows(value)
        ? frame.y(value)
        : value < centre ? frame.top + frame.height + Frame.BLEED : frame.y(centre);
  }

  private void paintInterval(Series s, int i) {
    if (!s.hasIntervals()) {
      return;
    }
    double low = s.low().get(i);
    double high = s.high().get(i);
    String bar;
    if (chart.isSideways()) {
      double y = frame.y(s.y().get(i));
      double from = chart.x().shows(low) ? frame.x(low) : frame.left - Frame.BLEED;
      bar =
          path(
              List.of(from, chart.x().shows(high) ? frame.x(high) : frame.x(s.x().get(i))),
              List.of(y, y));
    } else {
      double x = frame.x(s.x().get(i));
      bar = path(List.of(x, x), List.of(end(low, s.y().get(i)), end(high, s.y().get(i))));
    }
    out.empty("path", "class", "line bar", "d", bar).line();
  }

  /** Each colour has its own shape, so that the series can be told apart without colour. */
  private void paintMarker(Series s, double x, double y, String hint) {
    double r = s.look() == Series.Look.POINTS ? 4.5 : 3.5;
    String shape =
        switch (s.colour()) {
          case BLUE, SKY -> "";
          case VERMILION -> square(x, y, 0.9 * r);
          case GREEN -> polygon(x, y, 0, -1.3 * r, 1.2 * r, 0.9 * r, -1.2 * r, 0.9 * r);
          case PURPLE -> polygon(x, y, 0, -1.3 * r, 1.3 * r, 0, 0, 1.3 * r, -1.3 * r, 0);
          case ORANGE -> polygon(x, y, 0, 1.3 * r, 1.2 * r, -0.9 * r, -1.2 * r, -0.9 * r);
          case INK -> square(x, y, 0.7 * r);
        };
    if (shape.isEmpty()) {
      out.open("circle", "class", "marker", "cx", at(x), "cy", at(y), "r", at(r));
    } else {
      out.open("path", "class", "marker", "d", shape);
    }
    if (!hint.isEmpty()) {
      out.element("title", hint);
    }
    out.close().line();
  }

  private static String square(double x, double y, double r) {
    return polygon(x, y, -r, -r, r, -r, r, r, -r, r);
  }

  private static String polygon(double x, double y, double... offsets) {
    List<Double> xs = new ArrayList<>();
    List<Double> ys = new ArrayList<>();
    for (int i = 0; i < offsets.length; i += 2) {
      xs.add(x + offsets[i]);
      ys.add(y + offsets[i + 1]);
    }
    return path(xs, ys) + "Z";
  }

  private String hint(Series s, int i) {
    boolean sideways = chart.isSideways();
    Axis axis = sideways ? chart.y() : chart.x();
    String place = ChartTable.name(axis, sideways ? s.y().get(i) : s.x().get(i));
    String name = s.name().isEmpty() ? "" : s.name() + ": ";
    return name
        + (sideways ? place : axis.label() + " = " + place)
        + ", "
        + ChartTable.cell(s, i, sideways);
  }

  /** Paints a sample of a series for the legend. */
  void paintSample(Series s, double x, double y) {
    out.open("g", "class", s.colour().style());
    if (s.look() != Series.Look.POINTS) {
      out.empty("path", "class", lineStyle(s), "d", path(List.of(x, x + 24), List.of(y, y)));
    }
    if (s.look() == Series.Look.LINE || s.look() == Series.Look.POINTS) {
      paintMarker(s, x + 12, y, "");
    }
    out.close().line();
  }

  private static String lineStyle(Series s) {
    return switch (s.look()) {
      case LINE, POINTS -> "line";
      case GUIDE -> "line guide";
      case DOTTED -> "line dotted";
    };
  }

  /** A line through points of the picture. */
  static String path(List<Double> xs, List<Double> ys) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < xs.size(); i++) {
      path.append(i == 0 ? 'M' : 'L').append(at(xs.get(i))).append(' ').append(at(ys.get(i)));
    }
    return path.toString();
  }

  private static String at(double x) {
    return Numbers.coordinate(x);
  }
}
