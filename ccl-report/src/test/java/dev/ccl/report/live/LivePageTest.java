package dev.ccl.report.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pages that are rewritten while work goes on. */
@Timeout(120)
class LivePageTest {
  private static final String HTML = "<html><head></head><body><main>text</main></body></html>";

  @TempDir private Path directory;

  private static ImmutableMap<String, String> files(String html) {
    return ImmutableMap.of("report.html", html, "figures/a.csv", "round,value\n");
  }

  @Test
  void thePageReloadsItselfUntilTheWorkHasEnded() throws IOException {
    LivePage page = LivePage.begin(() -> files(HTML), () -> 0.299, directory.resolve("report"));
    assertEquals(directory.resolve("report/report.html"), page.file());
    String running = Files.readString(page.file());
    assertTrue(running.contains("http-equiv=\"refresh\""), running);
    assertTrue(running.contains("running: 29 %"), running);
    assertEquals(
        "round,value\n", Files.readString(directory.resolve("report").resolve("figures/a.csv")));
    page.end(true);
    String end = Files.readString(page.file());
    assertFalse(end.contains("refresh"), end);
    assertTrue(end.contains("<main><p role=\"status\">finished</p>text"), end);
  }

  @Test
  void stoppedWorkSaysHowFarItCame() throws IOException {
    LivePage page = LivePage.begin(() -> files(HTML), () -> 0.5, directory);
    page.end(false);
    String end = Files.readString(page.file());
    assertTrue(end.contains("stopped: 50 %"), end);
    assertFalse(end.contains("refresh"), end);
  }

  @Test
  void thePageIsRewrittenAlsoAfterALookThatFailed() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    CountDownLatch third = new CountDownLatch(3);
    LivePage page =
        LivePage.begin(
            () -> {
              int look = looks.incrementAndGet();
              third.countDown();
              if (look == 2) {
                throw new IOException("a file was being replaced");
              }
              return files(HTML.replace("text", "look " + Math.min(look, 3)));
            },
            () -> 0,
            directory);
    assertTrue(Files.readString(page.file()).contains("look 1"));
    assertTrue(third.await(100, TimeUnit.SECONDS));
    page.end(true);
    assertTrue(Files.readString(page.file()).contains("look 3"));
  }

  @Test
  void aPageThatCannotBeWrittenIsRefusedBeforeTheWorkBegins() throws IOException {
    Path file = Files.writeString(directory.resolve("report"), "somebody's file");
    assertThrows(IOException.class, () -> LivePage.begin(() -> files(HTML), () -> 0, file));
    assertEquals("somebody's file", Files.readString(file));
  }
}
