package dev.ccl.report.chart;

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
      ys.add(end(s, i, s.high().get(i)));
    }
    for (int k = run.size() - 1; k >= 0; k--) {
      int i = run.get(k);
      xs.add(frame.x(s.x().get(i)));
      ys.add(end(s, i, s.low().get(i)));
    }
    out.empty("path", "class", "band", "d", path(xs, ys) + "Z").line();
  }

  /**
   * Where an interval of a point ends: at the edge of the area if its end has no place and is below
   * the point, such as 0 on a log axis, and at the point itself if nothing is known of it.
   */
  private double end(Series s, int i, double value) {
    if (chart.isSideways()) {
      double centre = s.x().get(i);
      double edge = frame.left - Frame.BLEED;
      return chart.x().shows(value) ? frame.x(value) : value < centre ? edge : frame.x(centre);
    }
    double centre = s.y().get(i);
    double edge = frame.top + frame.height + Frame.BLEED;
    return chart.y().shows(value) ? frame.y(value) : value < centre ? edge : frame.y(centre);
  }

  private void paintInterval(Series s, int i) {
    if (!s.hasIntervals()) {
      return;
    }
    double low = end(s, i, s.low().get(i));
    double high = end(s, i, s.high().get(i));
    double x = frame.x(s.x().get(i));
    double y = frame.y(s.y().get(i));
    String bar =
        chart.isSideways()
            ? path(List.of(low, high), List.of(y, y))
            : path(List.of(x, x), List.of(low, high));
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
    return Scale.coordinate(x);
  }
}
