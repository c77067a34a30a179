package dev.ccl.report.live;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.experiments.recording.UnfinishedRun;
import dev.ccl.experiments.run.Printable;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.sweep.Study;
import dev.ccl.experiments.sweep.Sweep;
import dev.ccl.report.across.StudyReport;
import dev.ccl.report.page.Addition;
import dev.ccl.report.page.Page;
import dev.ccl.report.paper.InstanceLocator;
import dev.ccl.report.runs.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The report of runs that go on, with the figures that it will have at the end. It reads what the
 * runs leave on the disk, so that watching changes nothing.
 */
public final class LiveReport {
  private final String title;
  private final ImmutableList<UnfinishedRun> runs;
  private final Optional<Study> study;
  private final InstanceLocator instances;
  private final long total;
  private final AtomicLong completed = new AtomicLong();

  private LiveReport(
      String title,
      ImmutableList<UnfinishedRun> runs,
      Optional<Study> study,
      InstanceLocator instances,
      long total) {
    this.title = title;
    this.runs = runs;
    this.study = study;
    this.instances = instances;
    this.total = total;
  }

  /**
   * Returns the report of one run.
   *
   * @param plan what is run
   * @param directory where
   * @param instance the file of the instance
   * @return the report
   */
  public static LiveReport of(RunPlan plan, Path directory, Path instance) {
    return new LiveReport(
        plan.learner().name() + " on " + plan.subject().fileName(),
        ImmutableList.of(UnfinishedRun.of(plan, directory)),
        Optional.empty(),
        InstanceLocator.of(List.of(instance), List.of()),
        plan.work());
  }

  /**
   * Returns the report of a sweep.
   *
   * @param title the title of the page
   * @param sweep the sweep
   * @param instances where the instances may be found
   * @return the report
   */
  public static LiveReport of(String title, Sweep sweep, InstanceLocator instances) {
    return new LiveReport(
        title,
        sweep.cells().stream()
            .map(cell -> UnfinishedRun.of(cell.plan(), cell.directory()))
            .collect(ImmutableList.toImmutableList()),
        Optional.of(sweep.study()),
        instances,
        sweep.work());
  }

  /**
   * Returns a monitor that is told what another one is told, so that the page knows how far it is.
   *
   * @param other also told, and asked whether to stop
   * @return the monitor
   */
  public Monitor counting(Monitor other) {
    return new Monitor() {
      @Override
      public void completed(long rounds) {
        completed.addAndGet(rounds);
        other.completed(rounds);
      }

      @Override
      public boolean stopping() {
        return other.stopping();
      }
    };
  }

  /** {@return how far the work is: a share from 0 to 1} */
  double share() {
    return total <= 0 ? 0 : Math.min(1, (double) completed.get() / total);
  }

  /**
   * Makes the files of the report as of now.
   *
   * @return names with contents, {@code report.html} among them
   * @throws IOException if a finished run cannot be read
   */
  ImmutableMap<String, String> files() throws IOException {
    ImmutableList.Builder<RunRecord> found = ImmutableList.builder();
    for (UnfinishedRun run : runs) {
      run.read().ifPresent(found::add);
    }
    ImmutableList<RunRecord> recordings = found.build();
    if (recordings.isEmpty()) {
      Page page = new Page(title, "Nothing has been recorded yet.", "");
      return ImmutableMap.of("report.html", page.html());
    }
    Report report = Report.of(recordings, instances);
    if (study.isPresent()) {
      String text = title + ": " + recordings.size() + " of " + runs.size() + " cells";
      return StudyReport.of(report, study.get(), study.get().question()).files(text);
    }
    int seeds = recordings.get(0).seeds().size();
    return report.files(
        title + ": " + Printable.counted(seeds, "seed") + " so far",
        report.facts(),
        Addition.NOTHING);
  }
}
