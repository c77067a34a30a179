package dev.ccl.cli;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.base.Preconditions.checkState;

import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.experiments.live.LivePage;
import dev.ccl.experiments.live.LiveReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** The options of commands whose work can be watched in a browser. */
final class Watching {
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  @Option(
      names = "--watch",
      description =
          "serve a page on this machine alone that fills while the work goes on; its address is"
              + " printed")
  private boolean watch;

  @Option(
      names = "--watch-port",
      paramLabel = "N",
      description = "the port of the page (default: any that is free)")
  private Integer port;

  /** Work that is told of by a monitor. */
  interface Work<R> {
    R run(Monitor monitor) throws IOException;
  }

  /** Refuses options that contradict each other and a port in use, before anything is done. */
  void check() throws IOException {
    checkArgument(port == null || watch, "--watch-port: there is no page without --watch");
    checkArgument(
        port == null || (port >= 0 && port <= 65535), "--watch-port: %s is not a port", port);
    if (port != null) {
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        checkState(socket.isBound());
      } catch (BindException e) {
        throw taken(e);
      }
    }
  }

  private IllegalArgumentException taken(BindException e) {
    return new IllegalArgumentException(
        "--watch-port: port " + port + " is taken or not ours: leave it out for one that is free",
        e);
  }

  /** How often runs are kept where nobody says it: watched ones leave enough to look at. */
  Cadence cadence() {
    return Cadence.every(Duration.ofSeconds(watch ? 2 : 10));
  }

  /** Does the work, watched if that was asked for. */
  <R> R during(Supplier<LiveReport> report, Monitor monitor, PrintWriter err, Work<R> work)
      throws IOException {
    return during(report, monitor, err, work, page -> page.finish(PATIENCE));
  }

  /** The same; what is done at the end, unless the work was stopped, shows the page its end. */
  <R> R during(
      Supplier<LiveReport> report,
      Monitor monitor,
      PrintWriter err,
      Work<R> work,
      Consumer<LivePage> end)
      throws IOException {
    if (!watch) {
      return work.run(monitor);
    }
    LiveReport live = report.get();
    try (LivePage page = serve(live)) {
      err.println("ccl: watch at " + page.address());
      err.flush();
      R result = work.run(live.counting(monitor));
      if (!monitor.stopping()) {
        end.accept(page);
      }
      return result;
    }
  }

  private LivePage serve(LiveReport live) throws IOException {
    try {
      return LivePage.serve(live, port == null ? 0 : port);
    } catch (BindException e) {
      throw taken(e);
    }
  }
}
