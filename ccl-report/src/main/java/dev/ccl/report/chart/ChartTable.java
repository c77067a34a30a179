package dev.ccl.report.chart;

import com.google.common.collect.ImmutableList;
import dev.ccl.experiments.summary.Numbers;
import java.util.TreeMap;

/**
 * The numbers of a chart as a table, for readers and for files.
 *
 * @param head the names of the columns
 * @param rows the cells, as many in each row as there are columns
 */
public record ChartTable(ImmutableList<String> head, ImmutableList<ImmutableList<String>> rows) {

  /**
   * Returns the table to read: one row a place on the horizontal axis (on the vertical one where
   * that has names), one column a series.
   *
   * @param chart the chart
   * @return the table, rounded for people
   */
  public static ChartTable of(Chart chart) {
    boolean sideways = chart.isSideways();
    TreeMap<Double, String[]> rows = new TreeMap<>();
    int columns = chart.series().size();
    for (int k = 0; k < columns; k++) {
      Series s = chart.series().get(k);
      for (int i = 0; i < s.x().length(); i++) {
        double place = sideways ? s.y().get(i) : s.x().get(i);
        String[] row = rows.computeIfAbsent(place, p -> blank(columns));
        row[k] = cell(s, i, sideways);
      }
    }
    ImmutableList.Builder<String> head = ImmutableList.builder();
    head.add(sideways ? chart.y().label() : chart.x().label());
    chart.series().forEach(s -> head.add(s.name()));
    ImmutableList.Builder<ImmutableList<String>> body = ImmutableList.builder();
    rows.forEach(
        (place, cells) ->
            body.add(
                ImmutableList.<String>builder()
                    .add(name(sideways ? chart.y() : chart.x(), place))
                    .add(cells)
                    .build()));
    return new ChartTable(head.build(), body.build());
  }

  private static String[] blank(int columns) {
    String[] row = new String[columns];
    java.util.Arrays.fill(row, "");
    return row;
  }

  /** A number, followed by its interval if it has one. */
  static String cell(Series s, int i, boolean sideways) {
    double value = sideways ? s.x().get(i) : s.y().get(i);
    return s.hasIntervals()
        ? Numbers.text(value, s.low().get(i), s.high().get(i))
        : Numbers.text(value);
  }

  /** The name of a place on an axis; between names and beyond them there is none. */
  static String name(Axis axis, double place) {
    boolean whole = place == Math.rint(place);
    if (!axis.categories().isEmpty()) {
      return whole && place >= 0 && place < axis.categories().size()
          ? axis.categories().get((int) place)
          : "";
    }
    return whole && Math.abs(place) < 1e15 ? Numbers.count((long) place) : Numbers.text(place);
  }

  /**
   * Returns the file behind a chart: one row per point. A series is named by its key, which stays
   * the same whatever the data are, and by its label in the last column.
   *
   * @param chart the chart
   * @return lines of comma-separated values, the first with the names {@code
   *     series,x,y,low,high,label}
   */
  public static String csv(Chart chart) {
    StringBuilder out = new StringBuilder("series,x,y,low,high,label\n");
    for (Series s : chart.series()) {
      for (int i = 0; i < s.x().length(); i++) {
        out.append(quoted(s.key())).append(',');
        out.append(place(chart.x(), s.x().get(i))).append(',');
        out.append(place(chart.y(), s.y().get(i))).append(',');
        out.append(s.hasIntervals() ? Numbers.plain(s.low().get(i)) : "").append(',');
        out.append(s.hasIntervals() ? Numbers.plain(s.high().get(i)) : "").append(',');
        out.append(quoted(s.name())).append('\n');
      }
    }
    return out.toString();
  }

  private static String place(Axis axis, double x) {
    return !axis.categories().isEmpty() ? quoted(name(axis, x)) : Numbers.plain(x);
  }

  static String quoted(String text) {
    return text.matches("[^\",\r\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
