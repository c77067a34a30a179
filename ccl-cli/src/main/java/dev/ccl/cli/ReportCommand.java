package dev.ccl.cli;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.experiments.run.Printable;
import dev.ccl.experiments.sweep.Question;
import dev.ccl.experiments.sweep.Study;
import dev.ccl.report.page.Addition;
import dev.ccl.report.paper.InstanceLocator;
import dev.ccl.report.runs.Report;
import dev.ccl.report.runs.SummaryText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ccl report}. */
@Command(
    name = "report",
    description = "Makes a report of the runs in a directory.",
    footer = {
      "",
      "DIR is what ccl run or ccl sweep has written. The bounds of the paper are drawn where the",
      "instance is found: by --instance, or under its name in DIR, above it or where you are."
    })
final class ReportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "the directory of a run or of a sweep")
  private Path directory;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "where to write report.html and the files behind it (default: DIR/report)")
  private Path out;

  @Option(
      names = "--instance",
      paramLabel = "FILE",
      description = "an instance of the runs; may be repeated")
  private List<Path> instances = new ArrayList<>();

  @Mixin private QuestionOptions question;

  ReportCommand() {}

  @Override
  public Integer call() throws IOException {
    InstanceLocator locator = SweepReports.locator(directory, instances);
    Path target = out == null ? directory.resolve("report") : out;
    PrintWriter console = spec.commandLine().getOut();
    if (Study.isIn(directory)) {
      Question asked = question.over(Study.read(directory).question());
      SweepReports.write(directory, target, asked, locator, console);
      return 0;
    }
    checkArgument(
        !question.isAsked(), "%s is not the directory of a sweep, of which one can ask", directory);
    Report report = Report.read(directory, locator);
    report.write(target, "CCL: a report", report.facts(), Addition.NOTHING);
    console.print(SummaryText.of(report));
    console.println("written: " + Printable.of(target.resolve("report.html")));
    console.flush();
    return 0;
  }
}
