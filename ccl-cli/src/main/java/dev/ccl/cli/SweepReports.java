package dev.ccl.cli;

import dev.ccl.experiments.run.Printable;
import dev.ccl.experiments.sweep.Question;
import dev.ccl.report.across.StudyReport;
import dev.ccl.report.chart.ChartTable;
import dev.ccl.report.paper.InstanceLocator;
import dev.ccl.report.runs.SummaryText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes reports of sweeps and says what is in them. */
final class SweepReports {
  private SweepReports() {}

  /** Where the instances of a directory may be found: in it, above it or where the user is. */
  static InstanceLocator locator(Path directory, List<Path> instances) {
    List<Path> places = new ArrayList<>();
    Path where = directory.toAbsolutePath().normalize();
    places.add(where.resolve("instances"));
    for (Path place = where; place != null && places.size() < 5; place = place.getParent()) {
      places.add(place);
    }
    places.add(Path.of(""));
    return InstanceLocator.of(instances, places);
  }

  static void write(
      Path directory,
      Path target,
      Question question,
      InstanceLocator instances,
      PrintWriter console)
      throws IOException {
    StudyReport report = StudyReport.read(directory, question, instances);
    String title = question.text().isEmpty() ? "CCL: a report across a sweep" : question.text();
    report.write(target, title);
    report.answer().forEach(sentence -> console.println(Printable.of(sentence)));
    ChartTable table = report.table();
    console.print(SummaryText.of(table));
    console.println("written: " + Printable.of(target.resolve("report.html")));
    console.flush();
  }
}
