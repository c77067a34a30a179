package dev.ccl.report.chart;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import dev.ccl.experiments.summary.Numbers;
import java.util.Locale;
import java.util.Optional;

/**
 * Numbers over two coordinates, as tiles whose colour is the stronger the larger the number.
 *
 * @param id a word that is unique within a report, the name of the picture's files
 * @param title what the picture shows, in a few words
 * @param description the same in a sentence or two, for those who cannot see it
 * @param value what the numbers are
 * @param x the horizontal coordinate
 * @param y the vertical coordinate
 * @param tiles the numbers, at most one per place
 */
public record HeatMap(
    String id,
    String title,
    String description,
    String value,
    Coordinate x,
    Coordinate y,
    ImmutableList<Tile> tiles)
    implements Picture {

  /**
   * A coordinate.
   *
   * @param label what it is
   * @param places the names of its places, in order
   */
  public record Coordinate(String label, ImmutableList<String> places) {}

  /** What is to be said of a tile besides its number. */
  public enum Mark {
    /** Nothing. */
    NONE(""),
    /** It cannot be said whether there was progress. */
    UNCLEAR("?"),
    /** It became worse. */
    FAILS("✗");

    private final String sign;

    Mark(String sign) {
      this.sign = sign;
    }

    /** The sign after the number. */
    String sign() {
      return sign;
    }
  }

  /**
   * One number.
   *
   * @param x the index of its horizontal place
   * @param y the index of its vertical place
   * @param value the number
   * @param mark what else is to be said
   * @param hint what appears when one points at it
   */
  public record Tile(int x, int y, double value, Mark mark, String hint) {}

  /**
   * Checks the id and the places.
   *
   * @param id a word that is unique within a report, the name of the picture's files
   * @param title what the picture shows, in a few words
   * @param description the same in a sentence or two, for those who cannot see it
   * @param value what the numbers are
   * @param x the horizontal coordinate
   * @param y the vertical coordinate
   * @param tiles the numbers, at most one per place
   */
  public HeatMap {
    Picture.checkId(id);
    for (Tile tile : tiles) {
      checkArgument(
          tile.x() >= 0
              && tile.x() < x.places().size()
              && tile.y() >= 0
              && tile.y() < y.places().size(),
          "%s: a tile at %s, %s is outside",
          id,
          tile.x(),
          tile.y());
    }
  }

  /** The tile at a place. */
  Optional<Tile> at(int column, int row) {
    return tiles.stream().filter(t -> t.x() == column && t.y() == row).findFirst();
  }

  @Override
  public String inline(Size size) {
    return new HeatMapSvg(this, size).paint("");
  }

  @Override
  public String document(Size size) {
    return new HeatMapSvg(this, size).paint(ChartSvg.style());
  }

  @Override
  public ChartTable table() {
    ImmutableList.Builder<String> head = ImmutableList.builder();
    head.add(y.label() + " \\ " + x.label()).addAll(x.places());
    ImmutableList.Builder<ImmutableList<String>> rows = ImmutableList.builder();
    for (int row = 0; row < y.places().size(); row++) {
      ImmutableList.Builder<String> cells = ImmutableList.builder();
      cells.add(y.places().get(row));
      for (int column = 0; column < x.places().size(); column++) {
        cells.add(at(column, row).map(HeatMap::text).orElse(""));
      }
      rows.add(cells.build());
    }
    return new ChartTable(head.build(), rows.build());
  }

  /** The number of a tile with its sign. */
  static String text(Tile tile) {
    String sign = tile.mark().sign();
    return Numbers.text(tile.value()) + (sign.isEmpty() ? "" : " " + sign);
  }

  @Override
  public String csv() {
    StringBuilder out = new StringBuilder("x,y,value,mark\n");
    for (Tile tile : tiles) {
      out.append(ChartTable.quoted(x.places().get(tile.x()))).append(',');
      out.append(ChartTable.quoted(y.places().get(tile.y()))).append(',');
      out.append(Numbers.plain(tile.value())).append(',');
      out.append(tile.mark() == Mark.NONE ? "" : tile.mark().name().toLowerCase(Locale.ROOT));
      out.append('\n');
    }
    return out.toString();
  }
}
