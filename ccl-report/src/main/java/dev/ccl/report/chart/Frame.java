package dev.ccl.report.chart;

import java.util.ArrayList;
import java.util.List;

/** Where everything is in a picture: the title, the legend and the area of the data. */
final class Frame {
  /** The distance of everything from the edge. */
  static final double EDGE = 10;

  /** The room that the sample of a series takes in the legend, with what separates it. */
  static final double SAMPLE = 30;

  /** How far marks may reach beyond the area of the data. */
  static final double BLEED = 6;

  private static final double TICK_DISTANCE = 48;

  final Chart chart;
  final Size size;
  final Scale horizontal;
  final Scale vertical;
  final List<String> titleLines;
  final List<List<Series>> legendLines;
  final double line; // the height of a line of text
  final boolean namesAbove; // where names are too long to be beside their rows
  final double left;
  final double top;
  final double width;
  final double height;
  final double fullHeight;

  Frame(Chart chart, Size size) {
    this.chart = chart;
    this.size = size;
    this.line = 1.45 * size.font();
    this.titleLines = size.lines(chart.title(), size.width() - 2 * EDGE);
    this.legendLines = legend();
    double room = 0.42 * size.width();
    this.namesAbove = chart.y().categories().stream().anyMatch(n -> size.widthOf(n) > room);
    this.height =
        chart.isSideways()
            ? Math.max(chart.y().categories().size(), 1) * (namesAbove ? 2.75 : 1.75) * size.font()
                + 8
            : size.height();
    this.vertical = fit(chart.y(), false, (int) (height / TICK_DISTANCE));
    double widest = 0;
    for (Scale.Tick tick : vertical.ticks()) {
      widest = Math.max(widest, size.widthOf(tick.label()));
    }
    this.left = EDGE + (namesAbove ? 0 : Math.min(widest, room)) + 8;
    this.width = size.width() - left - EDGE - 8;
    this.horizontal = fit(chart.x(), true, (int) (width / (5.5 * size.font())));
    double label = chart.y().label().isEmpty() ? 4 : line;
    this.top = EDGE + line * (1.25 * titleLines.size() + legendLines.size()) + label + 8;
    this.fullHeight = top + height + line * (chart.missing() > 0 ? 3.6 : 2.6);
  }

  private List<List<Series>> legend() {
    List<List<Series>> lines = new ArrayList<>();
    double used = 0;
    for (Series s : chart.series()) {
      if (s.name().isEmpty()) {
        continue;
      }
      double wanted = entryWidth(s);
      if (lines.isEmpty() || used + wanted > size.width() - EDGE + 14) {
        lines.add(new ArrayList<>());
        used = EDGE;
      }
      lines.get(lines.size() - 1).add(s);
      used += wanted;
    }
    return lines;
  }

  double entryWidth(Series s) {
    return SAMPLE + size.widthOf(s.name()) + 18;
  }

  private Scale fit(Axis axis, boolean along, int ticks) {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (Series s : chart.series()) {
      for (int i = 0; i < s.x().length(); i++) {
        if (!isShown(s, i)) {
          continue;
        }
        double[] values = {along ? s.x().get(i) : s.y().get(i)};
        if (s.hasIntervals() && along == chart.isSideways()) {
          values = new double[] {values[0], s.low().get(i), s.high().get(i)};
        }
        for (double value : values) {
          if (axis.shows(value) && !(axis.kind() == Axis.Kind.LOG_AND_ZERO && value == 0)) {
            least = Math.min(least, value);
            most = Math.max(most, value);
          }
        }
      }
    }
    if (least <= most) {
      least = Math.min(Math.max(least, axis.low()), axis.high());
      most = Math.max(Math.min(most, axis.high()), axis.low());
    }
    return Scale.of(axis, least, most, Math.max(ticks, 2));
  }

  /** Whether a point has a place on both axes. */
  boolean isShown(Series s, int i) {
    return chart.x().shows(s.x().get(i)) && chart.y().shows(s.y().get(i));
  }

  /** Whether no point has a place. */
  boolean isEmpty() {
    for (Series s : chart.series()) {
      for (int i = 0; i < s.x().length(); i++) {
        if (isShown(s, i)) {
          return false;
        }
      }
    }
    return true;
  }

  /** The room that a line of text above the data has. */
  double legendRoom() {
    return size.width() - 2 * EDGE - SAMPLE;
  }

  /** Where to centre a text below the data, so that all of it is in the picture. */
  double centre(String text) {
    double half = Math.min(size.widthOf(text), size.width() - 2 * EDGE) / 2;
    double middle = left + width / 2;
    return Math.max(EDGE + half, Math.min(middle, size.width() - EDGE - half));
  }

  double x(double value) {
    return left + width * bounded(horizontal.place(value));
  }

  double y(double value) {
    return top + height * (1 - bounded(vertical.place(value)));
  }

  /** Keeps what is cut off near the edge, so that no coordinate is huge. */
  private static double bounded(double place) {
    return Math.min(Math.max(place, -20), 20);
  }
}
