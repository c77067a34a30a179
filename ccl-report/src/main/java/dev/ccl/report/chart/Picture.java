package dev.ccl.report.chart;

import static com.google.common.base.Preconditions.checkArgument;

/** What a figure shows, as data that can be painted, read as a table and written as a file. */
public sealed interface Picture permits Chart, HeatMap {
  /**
   * Returns a word that is unique within a report, the name of the picture's files.
   *
   * @return a word of {@code [a-z0-9-]}
   */
  String id();

  /** {@return what the picture shows, a few words} */
  String title();

  /** {@return the same for those who cannot see it} */
  String description();

  /**
   * Paints the picture as part of a page, whose style sheet has to contain {@link ChartSvg#style}.
   *
   * @param size the room it has
   * @return an element {@code svg}
   */
  String inline(Size size);

  /**
   * Paints the picture as a file of its own.
   *
   * @param size the room it has
   * @return a document
   */
  String document(Size size);

  /** {@return its numbers for people, a table} */
  ChartTable table();

  /** {@return its numbers for programs} */
  String csv();

  /**
   * Refuses an id that would not do as the name of a file or of an anchor.
   *
   * @param id the id
   */
  static void checkId(String id) {
    checkArgument(id.matches("[a-z][a-z0-9-]*"), "chart \"%s\": not a word of [a-z0-9-]", id);
  }
}
