package dev.ccl.report.across;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.experiments.recording.Change;
import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.experiments.run.Printable;
import dev.ccl.experiments.summary.Median;
import dev.ccl.experiments.summary.Numbers;
import dev.ccl.experiments.sweep.Coordinates;
import dev.ccl.experiments.sweep.Question;
import dev.ccl.experiments.sweep.Study;
import dev.ccl.report.chart.ChartTable;
import dev.ccl.report.page.Fact;
import dev.ccl.report.page.Figure;
import dev.ccl.report.page.Page;
import dev.ccl.report.paper.Guides;
import dev.ccl.report.paper.InstanceLocator;
import dev.ccl.report.runs.Group;
import dev.ccl.report.runs.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The report of a sweep: what its cells say together, and a page per instance behind it. */
public final class StudyReport {
  private static final int MAPS = 3; // more are to unfold
  private static final int SHOWN = 20; // rows; more are to unfold

  private final Report report;
  private final Comparison comparison;

  private StudyReport(Report report, Comparison comparison) {
    this.report = report;
    this.comparison = comparison;
  }

  /**
   * Reads the finished cells of a sweep.
   *
   * @param directory the directory of the sweep
   * @param question what is asked
   * @param instances where the instances may be found besides in the sweep
   * @return the report
   * @throws IOException if a file cannot be read
   * @throws IllegalArgumentException if there is no finished cell or one is damaged
   */
  public static StudyReport read(Path directory, Question question, InstanceLocator instances)
      throws IOException {
    Study study = Study.read(directory);
    Report report = Report.read(directory.resolve("cells"), instances);
    return of(report, study, question);
  }

  /**
   * Returns the report of cells, finished or not.
   *
   * @param report the recordings of the cells, whose directories have the names of the cells
   * @param study where the cells are in their grid
   * @param question what is asked
   * @return the report
   */
  public static StudyReport of(Report report, Study study, Question question) {
    ImmutableMap.Builder<String, RunRecord> byName = ImmutableMap.builder();
    for (Group group : report.groups()) {
      for (RunRecord recording : group.byName().values()) {
        byName.put("cells/" + Path.of(recording.fact("directory")).getFileName(), recording);
      }
    }
    ImmutableMap<String, RunRecord> recordings = byName.buildOrThrow();
    ImmutableList.Builder<StudyCell> cells = ImmutableList.builder();
    for (Map.Entry<String, Coordinates> cell : study.cells().entrySet()) {
      if (recordings.containsKey(cell.getKey())) {
        cells.add(new StudyCell(cell.getValue(), recordings.get(cell.getKey())));
      }
    }
    return new StudyReport(report, Comparison.of(cells.build(), question));
  }

  /** {@return the recordings of all cells} */
  public Report report() {
    return report;
  }

  /**
   * Makes the files of the report.
   *
   * @param title the title of the page
   * @return names with contents
   */
  public ImmutableMap<String, String> files(String title) {
    return report.filesAcross(title, facts(), this::add);
  }

  /**
   * Writes the files of the report, with links to what they are made from.
   *
   * @param directory where; made if it is not there
   * @param title the title of the page
   * @throws IOException if writing fails
   */
  public void write(Path directory, String title) throws IOException {
    StudyReport linked = new StudyReport(report.linkedFrom(directory), comparison);
    report.write(directory, linked.files(title));
  }

  /** {@return the cells from the best to the worst} */
  public ChartTable table() {
    return new AcrossTables(comparison).sorted();
  }

  /**
   * Answers the question in words.
   *
   * @return sentences, made from the medians and their intervals
   */
  public ImmutableList<String> answer() {
    String against = comparison.against();
    String measure = AcrossFigures.symbol(comparison.measure());
    ImmutableList<Line> lines = Line.all(comparison);
    return against.equals(Question.ROUND)
        ? Answer.budget(measure, lines)
        : Answer.along(measure, against, comparison.isAlongNumbers(), lines);
  }

  private List<Figure> add(Page page) {
    String text = comparison.question().text();
    page.section(text.isEmpty() ? "Across all cells" : "The answer");
    if (comparison.cells().isEmpty()) {
      page.paragraph("No cell knows " + comparison.measure().column() + ".");
      return List.of();
    }
    AcrossFigures figures = new AcrossFigures(comparison, this::guides);
    List<Figure> main = new ArrayList<>(figures.lines());
    List<Figure> maps = figures.maps();
    maps.stream().limit(MAPS).forEach(main::add);
    page.figures(beside -> beside.answers(answer()), main);
    if (maps.size() > MAPS) {
      List<Figure> more = maps.subList(MAPS, maps.size());
      page.folded(Printable.counted(more.size(), "more heat map"), inside -> inside.figures(more));
      main.addAll(more);
    }
    AcrossTables tables = new AcrossTables(comparison);
    if (comparison.against().equals(Question.ROUND)) {
      page.paragraph("What an accuracy costs: a round of CCL asks for one source reward.");
      page.table(tables.budgets());
    }
    addTable(page, tables.sorted());
    return main;
  }

  private void addTable(Page page, ChartTable sorted) {
    page.paragraph(
        "The cells by "
            + comparison.measure().column()
            + " at the last round, the best first. cells.csv of the sweep has one column per"
            + " parameter and setting.");
    int rows = sorted.rows().size();
    page.table(
        new ChartTable(sorted.head(), sorted.rows().subList(0, rows > SHOWN ? SHOWN / 2 : rows)));
    if (rows > SHOWN) {
      page.folded("All " + rows + " cells", sorted);
    }
  }

  private Optional<Guides> guides(StudyCell cell) {
    String digest = cell.recording().fact("instanceDigest");
    return report.groups().stream()
        .filter(g -> g.first(r -> r.fact("instanceDigest").equals(digest)).isPresent())
        .findFirst()
        .flatMap(Group::guides);
  }

  private List<Fact> facts() {
    List<Fact> facts = new ArrayList<>();
    Optional<StudyCell> best =
        comparison.cells().stream()
            .min(
                Comparator.comparingDouble(
                    cell -> Median.of(cell.recording().last(comparison.measure()))));
    if (best.isEmpty()) {
      return facts;
    }
    Change change = Pool.of(List.of(best.get())).change(comparison.measure());
    facts.add(
        new Fact(
            Numbers.text(change.end().median()),
            "the lowest "
                + AcrossFigures.symbol(comparison.measure())
                + ": "
                + Comparison.name(best.get(), comparison.varying())
                + "; "
                + change.text()));
    List<Change.Direction> tested =
        comparison.cells().stream()
            .map(cell -> Pool.of(List.of(cell)).change(comparison.measure()).direction())
            .filter(direction -> direction != Change.Direction.UNTESTED)
            .toList();
    if (!tested.isEmpty()) {
      int worse = Collections.frequency(tested, Change.Direction.WORSE);
      String cells = tested.size() < comparison.cells().size() ? " with enough seeds" : "";
      facts.add(
          new Fact(
              worse + " of " + tested.size(), "cells" + cells + " end worse than at the start"));
    }
    return facts;
  }
}
