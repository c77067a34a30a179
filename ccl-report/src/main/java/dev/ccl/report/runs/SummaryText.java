package dev.ccl.report.runs;

import com.google.common.base.Strings;
import com.google.common.collect.ImmutableList;
import dev.ccl.experiments.run.Printable;
import dev.ccl.report.chart.ChartTable;
import java.util.List;

/** The main table of a report for a terminal. */
public final class SummaryText {
  private static final int LEARNERS = 8; // of an instance; a screen has no room for more

  private SummaryText() {}

  /**
   * Returns the table.
   *
   * @param report the report
   * @return a few lines for each instance
   */
  public static String of(Report report) {
    StringBuilder text = new StringBuilder();
    for (Group group : report.groups()) {
      text.append(Printable.of(group.instanceName())).append('\n');
      append(narrow(Tables.summary(group, group.byName())), text);
    }
    return text.toString();
  }

  /**
   * Returns the first rows of a table.
   *
   * @param table any table
   * @return a few lines
   */
  public static String of(ChartTable table) {
    StringBuilder text = new StringBuilder();
    append(
        new ChartTable(
            printable(table.head()),
            table.rows().stream()
                .map(SummaryText::printable)
                .collect(ImmutableList.toImmutableList())),
        text);
    return text.toString();
  }

  private static ImmutableList<String> printable(List<String> row) {
    return row.stream().map(Printable::of).collect(ImmutableList.toImmutableList());
  }

  /** The columns that fit a terminal. */
  private static ChartTable narrow(ChartTable table) {
    return new ChartTable(
        narrow(table.head()),
        table.rows().stream().map(SummaryText::narrow).collect(ImmutableList.toImmutableList()));
  }

  private static ImmutableList<String> narrow(List<String> row) {
    return ImmutableList.of(
        Printable.of(row.get(0)), row.get(1), row.get(2), row.get(3), row.get(4), row.get(6));
  }

  private static void append(ChartTable table, StringBuilder text) {
    int[] widths = new int[table.head().size()];
    measure(table.head(), widths);
    table.rows().forEach(row -> measure(row, widths));
    append(table.head(), widths, text);
    table.rows().stream().limit(LEARNERS).forEach(row -> append(row, widths, text));
    if (table.rows().size() > LEARNERS) {
      text.append("  … ").append(table.rows().size() - LEARNERS).append(" more in the report\n");
    }
  }

  private static void measure(List<String> row, int[] widths) {
    for (int i = 0; i < widths.length; i++) {
      widths[i] = Math.max(widths[i], length(row.get(i)));
    }
  }

  private static void append(List<String> row, int[] widths, StringBuilder text) {
    StringBuilder line = new StringBuilder(" ");
    for (int i = 0; i < widths.length; i++) {
      String cell = row.get(i);
      line.append(' ').append(cell).append(Strings.repeat(" ", widths[i] - length(cell) + 1));
    }
    text.append(line.toString().stripTrailing()).append('\n');
  }

  private static int length(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
