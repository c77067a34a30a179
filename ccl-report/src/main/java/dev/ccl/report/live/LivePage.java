package dev.ccl.report.live;

import com.google.common.collect.ImmutableMap;
import com.google.common.util.concurrent.Uninterruptibles;
import dev.ccl.algorithms.run.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.DoubleSupplier;

/**
 * Rewrites the files of a {@link LiveReport} while work goes on. The page asks the browser to load
 * it again every few seconds, until it is written for the last time.
 */
public final class LivePage {
  private static final Duration LEAST = Duration.ofSeconds(2); // between two looks at the disk
  private static final int RELOAD_SECONDS = 3;
  private static final String PAGE = "report.html";

  private final Content content;
  private final DoubleSupplier share;
  private final Path directory;
  private final Thread thread;
  private final CountDownLatch ended = new CountDownLatch(1);

  /** The files of a report, as the disk has them now. */
  @FunctionalInterface
  interface Content {
    ImmutableMap<String, String> files() throws IOException;
  }

  private LivePage(Content content, DoubleSupplier share, Path directory) {
    this.content = content;
    this.share = share;
    this.directory = directory;
    this.thread = new Thread(this::rewrite, "live-page");
    thread.setDaemon(true);
  }

  /**
   * Writes the page and begins to rewrite it.
   *
   * @param report what to show
   * @param directory where; made if it is not there
   * @return the page; end it
   * @throws IOException if the page cannot be written
   */
  public static LivePage begin(LiveReport report, Path directory) throws IOException {
    return begin(report::files, report::share, directory);
  }

  static LivePage begin(Content content, DoubleSupplier share, Path directory) throws IOException {
    LivePage page = new LivePage(content, share, directory);
    page.write("running", true);
    page.thread.start();
    return page;
  }

  /** {@return the file to open in a browser} */
  public Path file() {
    return directory.resolve(PAGE);
  }

  private void rewrite() {
    Duration pause = LEAST;
    while (!Uninterruptibles.awaitUninterruptibly(ended, pause)) {
      long before = System.nanoTime();
      try {
        write("running", true);
      } catch (IOException | RuntimeException e) {
        // The work goes on, and the next look may succeed; the last one tells of its failure.
      }
      Duration cost = Duration.ofNanos(System.nanoTime() - before);
      pause = LEAST.compareTo(cost.multipliedBy(4)) > 0 ? LEAST : cost.multipliedBy(4);
    }
  }

  /**
   * Writes the page for the last time.
   *
   * @param finished whether the work has come to its end, or was stopped
   * @throws IOException if the page cannot be written
   */
  public void end(boolean finished) throws IOException {
    ended.countDown();
    Uninterruptibles.joinUninterruptibly(thread);
    write(finished ? "finished" : "stopped", false);
  }

  private void write(String state, boolean reloading) throws IOException {
    for (Map.Entry<String, String> file : content.files().entrySet()) {
      boolean front = file.getKey().equals(PAGE);
      String text = front ? with(state, reloading, file.getValue()) : file.getValue();
      Path place = directory.resolve(file.getKey());
      Files.createDirectories(place.getParent());
      AtomicFile.write(place, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }
  }

  /** Adds how far the work is and, while it goes on, when to load the page again. */
  private String with(String state, boolean reloading, String html) {
    int percent = (int) Math.floor(100 * share.getAsDouble());
    String line =
        state.equals("finished")
            ? "<p role=\"status\">finished</p>"
            : String.format(
                Locale.ROOT,
                "<p role=\"status\">%s: %d %% <progress max=\"100\" value=\"%d\""
                    + " aria-label=\"rounds\">%d %%</progress></p>",
                state,
                percent,
                percent,
                percent);
    String reload = "<meta http-equiv=\"refresh\" content=\"" + RELOAD_SECONDS + "\">";
    return html.replaceFirst("</head>", (reloading ? reload : "") + "</head>")
        .replaceFirst("<main>", "<main>" + line);
  }
}
