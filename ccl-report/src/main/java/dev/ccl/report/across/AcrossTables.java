package dev.ccl.report.across;

import com.google.common.collect.ImmutableList;
import dev.ccl.experiments.recording.Change;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.summary.Median;
import dev.ccl.experiments.summary.Numbers;
import dev.ccl.report.chart.ChartTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The tables across cells. */
final class AcrossTables {
  private final Comparison comparison;

  AcrossTables(Comparison comparison) {
    this.comparison = comparison;
  }

  /**
   * The cells from the best to the worst, each with what it was and what it reached: every number
   * is of the last recorded round of each seed.
   */
  ChartTable sorted() {
    Measure measure = comparison.measure();
    List<StudyCell> cells = new ArrayList<>(comparison.cells());
    cells.sort(Comparator.comparingDouble(cell -> Median.of(cell.recording().last(measure))));
    ImmutableList.Builder<String> head = ImmutableList.builder();
    head.add("rank").addAll(comparison.varying());
    head.add(
        "median " + measure.column() + " at T [95 %]",
        "at round 0",
        "since round 0",
        "rewards",
        "T",
        "seeds");
    ImmutableList.Builder<ImmutableList<String>> rows = ImmutableList.builder();
    for (int i = 0; i < cells.size(); i++) {
      StudyCell cell = cells.get(i);
      Pool pool = Pool.of(List.of(cell));
      Change change = pool.change(measure);
      ImmutableList.Builder<String> row = ImmutableList.builder();
      row.add(Integer.toString(i + 1));
      comparison.varying().forEach(key -> row.add(cell.text(key).isEmpty() ? "–" : cell.text(key)));
      row.add(
          Numbers.text(change.end().median(), change.end().low(), change.end().high()),
          Numbers.text(change.start()),
          change.word(),
          Numbers.count(Math.round(pool.rewards())),
          cell.recording().endsText(),
          Integer.toString(cell.recording().seeds().size()));
      rows.add(row.build());
    }
    return new ChartTable(head.build(), rows.build());
  }

  /** From which round on the median of each line stays below powers of ten. */
  ChartTable budgets() {
    return budgets(comparison.measure().column(), Line.all(comparison));
  }

  static ChartTable budgets(String measure, ImmutableList<Line> lines) {
    ImmutableList<Double> levels = Line.levels(lines);
    ImmutableList.Builder<String> head = ImmutableList.builder();
    head.add("T from which on " + measure + " stays below");
    levels.forEach(level -> head.add(Numbers.text(level)));
    ImmutableList.Builder<ImmutableList<String>> rows = ImmutableList.builder();
    for (Line line : lines) {
      ImmutableList.Builder<String> row = ImmutableList.builder();
      row.add(line.name());
      for (double level : levels) {
        row.add(line.fallsBelow(level).map(p -> Numbers.count((long) p.x())).orElse("–"));
      }
      rows.add(row.build());
    }
    return new ChartTable(head.build(), rows.build());
  }
}
