package dev.ccl.report.chart;

import com.google.common.collect.ImmutableList;
import java.util.List;

/**
 * A chart as data.
 *
 * @param id a word that is unique within a report, the name of the chart's files
 * @param title what the chart shows, in a few words
 * @param description the same in a sentence or two, for those who cannot see it
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param series what is drawn, the last on top
 */
public record Chart(
    String id, String title, String description, Axis x, Axis y, ImmutableList<Series> series)
    implements Picture {

  /**
   * Checks the id, which becomes part of names.
   *
   * @param id a word that is unique within a report, the name of the chart's files
   * @param title what the chart shows, in a few words
   * @param description the same in a sentence or two, for those who cannot see it
   * @param x the horizontal axis
   * @param y the vertical axis
   * @param series what is drawn, the last on top
   */
  public Chart {
    Picture.checkId(id);
  }

  /**
   * Returns a chart.
   *
   * @param id a word that is unique within a report
   * @param title what the chart shows, in a few words
   * @param description the same in a sentence or two
   * @param x the horizontal axis
   * @param y the vertical axis
   * @param series what is drawn
   * @return the chart
   */
  public static Chart of(
      String id, String title, String description, Axis x, Axis y, List<Series> series) {
    return new Chart(id, title, description, x, y, ImmutableList.copyOf(series));
  }

  @Override
  public String inline(Size size) {
    return ChartSvg.inline(this, size);
  }

  @Override
  public String document(Size size) {
    return ChartSvg.document(this, size);
  }

  @Override
  public ChartTable table() {
    return ChartTable.of(this);
  }

  @Override
  public String csv() {
    return ChartTable.csv(this);
  }

  /** Whether intervals lie along the horizontal axis: they do where the vertical one has names. */
  boolean isSideways() {
    return y.kind() == Axis.Kind.CATEGORIES;
  }

  /** How many points have no place, such as a zero on a logarithmic axis. */
  int missing() {
    int missing = 0;
    for (Series s : series) {
      for (int i = 0; i < s.x().length(); i++) {
        missing += x.shows(s.x().get(i)) && y.shows(s.y().get(i)) ? 0 : 1;
      }
    }
    return missing;
  }
}
