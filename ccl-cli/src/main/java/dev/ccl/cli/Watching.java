package dev.ccl.cli;

import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.experiments.run.Printable;
import dev.ccl.report.live.LivePage;
import dev.ccl.report.live.LiveReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** The option of commands whose work can be watched in a browser. */
final class Watching {
  @Option(
      names = "--watch",
      description =
          "rewrite DIR/report/report.html every few seconds while the work goes on; an open page"
              + " loads itself again")
  private boolean watch;

  /** Work that reports its progress to a monitor. */
  interface Work<R> {
    R run(Monitor monitor) throws IOException;
  }

  /** {@return how often runs are kept by default: watched ones leave enough to look at} */
  Cadence cadence() {
    return Cadence.every(Duration.ofSeconds(watch ? 2 : 10));
  }

  /** Does the work and, if that was asked for, rewrites a page in its directory meanwhile. */
  <R> R during(
      Supplier<LiveReport> report, Path directory, Monitor monitor, PrintWriter err, Work<R> work)
      throws IOException {
    if (!watch) {
      return work.run(monitor);
    }
    LiveReport live = report.get();
    LivePage page = LivePage.begin(live, directory.resolve("report"));
    err.println("ccl: watch " + Printable.of(page.file()));
    err.flush();
    boolean finished = false;
    try {
      R result = work.run(live.counting(monitor));
      finished = !monitor.stopping();
      return result;
    } finally {
      end(page, finished, err);
    }
  }

  /** A page that cannot be written takes nothing away from the work. */
  private static void end(LivePage page, boolean finished, PrintWriter err) {
    try {
      page.end(finished);
    } catch (IOException | RuntimeException e) {
      err.println("ccl: warning: " + Failures.describe(e));
      err.flush();
    }
  }
}
