package dev.ccl.report.chart;

import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Paints charts as SVG: the title, the legend, the axes and the data, in this order. */
public final class ChartSvg {
  private final Chart chart;
  private final Size size;
  private final Frame frame;
  private final Markup out = new Markup();
  private final Marks marks;

  private ChartSvg(Chart chart, Size size) {
    this.chart = chart;
    this.size = size;
    this.frame = new Frame(chart, size);
    this.marks = new Marks(frame, out);
  }

  /**
   * Paints a chart as part of a page, whose style sheet has to contain {@link #style}.
   *
   * @param chart the chart
   * @param size the room it has
   * @return an element {@code svg}
   */
  public static String inline(Chart chart, Size size) {
    return new ChartSvg(chart, size).paint("");
  }

  /**
   * Paints a chart as a file of its own.
   *
   * @param chart the chart
   * @param size the room it has
   * @return a document
   */
  public static String document(Chart chart, Size size) {
    return new ChartSvg(chart, size).paint(style());
  }

  /** {@return the style sheet of charts, light and dark, rules of CSS} */
  public static String style() {
    try {
      return Resources.toString(
          Resources.getResource(ChartSvg.class, "chart.css"), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String paint(String style) {
    String name = chart.id() + "-" + size.name();
    double full = frame.fullHeight;
    open(out, chart, size, full, style);
    paintHead();
    paintAxes();
    out.open("clipPath", "id", name + "-area");
    out.empty(
            "rect",
            "x",
            at(frame.left - Frame.BLEED),
            "y",
            at(frame.top - Frame.BLEED),
            "width",
            at(frame.width + 2 * Frame.BLEED),
            "height",
            at(frame.height + 2 * Frame.BLEED))
        .close()
        .line();
    out.open("g", "clip-path", "url(#" + name + "-area)").line();
    chart.series().forEach(marks::paint);
    out.close().line();
    if (frame.namesAbove) {
      paintNamesAbove();
    }
    paintRemarks(full);
    return out.close().line().toString();
  }

  /** Opens a picture: its size, its text for those who cannot see it, its style and its paper. */
  static void open(Markup out, Picture picture, Size size, double height, String style) {
    String name = picture.id() + "-" + size.name();
    out.open(
            "svg",
            "xmlns",
            "http://www.w3.org/2000/svg",
            "class",
            "chart " + size.name(),
            "viewBox",
            "0 0 " + at(size.width()) + " " + at(height),
            "role",
            "img",
            "aria-labelledby",
            name + "-title " + name + "-desc",
            "font-size",
            at(size.font()))
        .line();
    out.element("title", picture.title(), "id", name + "-title").line();
    out.element("desc", picture.description(), "id", name + "-desc").line();
    if (!style.isEmpty()) {
      out.open("style").raw("\n" + style).close().line();
    }
    out.empty("rect", "class", "paper", "width", at(size.width()), "height", at(height)).line();
  }

  private void paintHead() {
    double y = Frame.EDGE + frame.line * 0.8;
    for (String text : frame.titleLines) {
      text("chart-title", Frame.EDGE, y, text);
      y += 1.25 * frame.line;
    }
    for (List<Series> row : frame.legendLines) {
      double x = Frame.EDGE;
      for (Series s : row) {
        marks.paintSample(s, x, y - 0.32 * size.font());
        text("label", x + Frame.SAMPLE, y, size.shorten(s.name(), frame.legendRoom()));
        x += frame.entryWidth(s);
      }
      y += frame.line;
    }
    if (!chart.y().label().isEmpty()) {
      text("muted", Frame.EDGE, y, size.shorten(chart.y().label(), frame.legendRoom()));
    }
  }

  private void paintAxes() {
    double bottom = frame.top + frame.height;
    StringBuilder grid = new StringBuilder();
    for (Scale.Tick tick : frame.vertical.ticks()) {
      double y = frame.y(tick.value());
      grid.append(Marks.path(List.of(frame.left, frame.left + frame.width), List.of(y, y)));
      if (!frame.namesAbove) {
        String label = size.shorten(tick.label(), frame.left - Frame.EDGE - 8);
        text("tick end", frame.left - 8, y + 0.35 * size.font(), label);
      }
    }
    for (Scale.Tick tick : frame.horizontal.ticks()) {
      double x = frame.x(tick.value());
      grid.append(Marks.path(List.of(x, x), List.of(frame.top, bottom)));
      text("tick middle", x, bottom + 1.35 * size.font(), tick.label());
    }
    out.empty("path", "class", "grid", "d", grid.toString()).line();
    out.empty(
            "path",
            "class",
            "axis",
            "d",
            Marks.path(
                List.of(frame.left, frame.left, frame.left + frame.width),
                List.of(frame.top, bottom, bottom)))
        .line();
    String label = size.shorten(chart.x().label(), size.width() - 2 * Frame.EDGE);
    text("muted middle", frame.centre(label), bottom + 2.2 * frame.line, label);
  }

  /** Names of rows in the picture itself, over what would otherwise run through them. */
  private void paintNamesAbove() {
    for (Scale.Tick tick : frame.vertical.ticks()) {
      String label = size.shorten(tick.label(), frame.width - 6);
      double y = frame.y(tick.value()) - 0.65 * size.font();
      text("tick above", frame.left + 6, y, label);
    }
  }

  private void paintRemarks(double full) {
    if (frame.isEmpty()) {
      text("muted middle", frame.left + frame.width / 2, frame.top + frame.height / 2, "no data");
    }
    int missing = chart.missing();
    if (missing > 0) {
      String remark = missing + (missing == 1 ? " point has" : " points have") + " no place here";
      text("muted", Frame.EDGE, full - 0.5 * frame.line, remark);
    }
  }

  private void text(String style, double x, double y, String text) {
    out.element("text", text, "class", style, "x", at(x), "y", at(y)).line();
  }

  private static String at(double x) {
    return Scale.coordinate(x);
  }
}
