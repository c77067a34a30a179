package dev.ccl.report.chart;

import dev.ccl.core.math.Elementary;
import java.util.List;

/** Paints heat maps as SVG: the title, what the tiles mean, then the tiles between their names. */
final class HeatMapSvg {
  private static final double WEAKEST = 0.06; // how much of the colour the smallest number has
  private static final double STRONGEST = 0.55; // more would drown the text

  private final HeatMap map;
  private final Size size;
  private final Markup out = new Markup();
  private final double line;
  private final List<String> titleLines;
  private final List<String> legendLines;
  private final double left;
  private final double top;
  private final double tileWidth;
  private final double tileHeight;
  private final double least;
  private final double most;

  HeatMapSvg(HeatMap map, Size size) {
    this.map = map;
    this.size = size;
    this.line = 1.45 * size.font();
    this.titleLines = size.lines(map.title(), size.width() - 2 * Frame.EDGE);
    String legend =
        map.value() + ": the stronger the colour, the larger; ✗ worse than at the start, ? unclear";
    this.legendLines = size.lines(legend, 1.32 * (size.width() - 2 * Frame.EDGE));
    double widest = map.y().places().stream().mapToDouble(size::widthOf).max().orElse(0);
    this.left = Frame.EDGE + Math.min(widest, 0.3 * size.width()) + 8;
    this.top = Frame.EDGE + line * (1.25 * titleLines.size() + legendLines.size() + 1) + 4;
    this.tileWidth = (size.width() - left - Frame.EDGE) / Math.max(1, map.x().places().size());
    this.tileHeight = 2.6 * size.font();
    this.least = map.tiles().stream().mapToDouble(HeatMap.Tile::value).min().orElse(0);
    this.most = map.tiles().stream().mapToDouble(HeatMap.Tile::value).max().orElse(0);
  }

  String paint(String style) {
    double bottom = top + tileHeight * map.y().places().size();
    ChartSvg.open(out, map, size, bottom + 2.6 * line, style);
    double y = Frame.EDGE + line * 0.8;
    for (String text : titleLines) {
      text("chart-title", Frame.EDGE, y, text);
      y += 1.25 * line;
    }
    for (String text : legendLines) {
      text("muted", Frame.EDGE, y, text);
      y += line;
    }
    text("muted", Frame.EDGE, y, map.y().label());
    for (int row = 0; row < map.y().places().size(); row++) {
      String name = size.shorten(map.y().places().get(row), left - Frame.EDGE - 8);
      text("tick end", left - 8, top + (row + 0.5) * tileHeight + 0.35 * size.font(), name);
    }
    for (int column = 0; column < map.x().places().size(); column++) {
      String name = size.shorten(map.x().places().get(column), tileWidth - 2);
      text("tick middle", centre(column), bottom + 1.35 * size.font(), name);
    }
    map.tiles().forEach(this::paint);
    String label = size.shorten(map.x().label(), size.width() - left - Frame.EDGE);
    text("muted middle", left + (size.width() - left - Frame.EDGE) / 2, bottom + 2.2 * line, label);
    return out.close().line().toString();
  }

  private void paint(HeatMap.Tile tile) {
    boolean fails = tile.mark() == HeatMap.Mark.FAILS;
    double x = left + tile.x() * tileWidth;
    double y = top + tile.y() * tileHeight;
    out.open("g", "class", fails ? Colour.VERMILION.style() : Colour.BLUE.style());
    out.element("title", tile.hint());
    out.empty(
        "rect",
        "class",
        fails ? "tile failing" : "tile",
        "x",
        at(x + 1.5),
        "y",
        at(y + 1.5),
        "width",
        at(tileWidth - 3),
        "height",
        at(tileHeight - 3),
        "rx",
        "3",
        "fill-opacity",
        at(shade(tile.value())));
    String text = HeatMap.text(tile);
    if (size.widthOf(text) > tileWidth - 6) {
      text = tile.mark().sign(); // the number is in the table below
    }
    if (!text.isEmpty()) {
      double middle = y + tileHeight / 2 + 0.35 * size.font();
      out.element("text", text, "class", "middle", "x", at(centre(tile.x())), "y", at(middle));
    }
    out.close().line();
  }

  /** How dark a number is: in proportion to its logarithm where all are positive. */
  private double shade(double value) {
    boolean log = least > 0;
    double low = log ? Elementary.log(least) : least;
    double high = log ? Elementary.log(most) : most;
    double place = log ? Elementary.log(value) : value;
    double share = high > low ? (place - low) / (high - low) : 0;
    return Double.isFinite(share) ? WEAKEST + (STRONGEST - WEAKEST) * share : 0;
  }

  private double centre(int column) {
    return left + (column + 0.5) * tileWidth;
  }

  private void text(String style, double x, double y, String text) {
    out.element("text", text, "class", style, "x", at(x), "y", at(y)).line();
  }

  private static String at(double x) {
    return Scale.coordinate(x);
  }
}
