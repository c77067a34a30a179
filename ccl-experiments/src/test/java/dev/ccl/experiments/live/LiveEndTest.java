package dev.ccl.experiments.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Learners;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.experiments.run.Subject;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who is waited for at the end of a run, and what the page says just before it. */
@Timeout(60) // nothing here takes a second; what waits for nobody would wait for ever
class LiveEndTest {
  private static final Duration LONG = Duration.ofDays(1);

  @TempDir private Path directory;
  private RunPlan plan;
  private LiveReport report;

  @BeforeEach
  void plan() throws IOException {
    Path instance = directory.resolve("judge.json");
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), instance);
    plan =
        RunPlan.of(
            Subject.read(instance),
            Learners.named("practical"),
            RecordedRounds.of(new long[] {1}, 3),
            1,
            1);
    report = LiveReport.of(plan, directory.resolve("out"), instance);
  }

  private void run() throws IOException {
    try (RunJob job = RunJob.open(plan, directory.resolve("out"), StartMode.FRESH)) {
      job.run(1, Cadence.AT_THE_END, Monitor.NONE);
    }
  }

  private static String get(LivePage page, String path, String host) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), page.address().getPort())) {
      socket.setSoTimeout(20_000);
      String request = "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n";
      socket
          .getOutputStream()
          .write((request + "Connection: close\r\n\r\n").getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String get(LivePage page, String path) throws IOException {
    return get(page, path, "127.0.0.1:" + page.address().getPort());
  }

  /** Begins to wait for a browser, and returns once it does. */
  private static Thread finish(LivePage page, Duration patience, AtomicBoolean interrupted)
      throws InterruptedException {
    Thread waiting =
        new Thread(
            () -> {
              page.finish(patience);
              interrupted.set(Thread.currentThread().isInterrupted());
            });
    waiting.setDaemon(true);
    waiting.start();
    while (waiting.isAlive() && waiting.getState() != Thread.State.TIMED_WAITING) {
      Thread.sleep(1);
    }
    return waiting;
  }

  /** Neither a page of another site nor a wrong address is a reader of the report. */
  @Test
  void nobodyIsWaitedForUnlessTheReportWasRead() throws IOException {
    try (LivePage page = LivePage.serve(report, 0)) {
      assertTrue(get(page, "/", "evil.example").startsWith("HTTP/1.1 403"));
      assertTrue(get(page, "/nothing").startsWith("HTTP/1.1 404"));
      page.finish(LONG);
      assertTrue(get(page, "/").contains("data-state=\"finished\""), "still there to be read");
    }
  }

  /** The numbers behind a figure are not yet the page that says that the work has ended. */
  @Test
  void aReaderIsWaitedForUntilThePageSaysThatItIsTheEnd() throws Exception {
    run();
    try (LivePage page = LivePage.serve(report, 0)) {
      assertTrue(get(page, "/").contains("data-state=\"running\""));
      Thread waiting = finish(page, Duration.ofSeconds(50), new AtomicBoolean());
      assertTrue(get(page, "/figures/judge-divergence.csv").startsWith("HTTP/1.1 200"));
      assertTrue(get(page, "/live.js").startsWith("HTTP/1.1 200"));
      waiting.join(200);
      assertTrue(waiting.isAlive(), "the end has not been seen");
      assertTrue(get(page, "/").contains("data-state=\"finished\""));
      waiting.join();
    }
  }

  /** Numbers that were read before the end are not said to be the last ones. */
  @Test
  void workThatEndsDuringALookIsNotYetSeenToHaveEnded() throws Exception {
    AtomicReference<LivePage> served = new AtomicReference<>();
    AtomicInteger looks = new AtomicInteger();
    LivePage.Content content =
        () -> {
          String html = "<head></head><main>look " + looks.incrementAndGet() + "</main>";
          served.get().finish(Duration.ZERO); // after what the look has seen
          return ImmutableMap.of("report.html", html);
        };
    try (LivePage page = LivePage.serve(content, () -> 1, 0)) {
      served.set(page);
      String first = get(page, "/");
      assertTrue(first.contains("look 1") && first.contains("data-state=\"running\""), first);
      String second = get(page, "/");
      assertTrue(second.contains("look 2") && second.contains("data-state=\"finished\""), second);
    }
  }

  /** A browser asks every two seconds; one that has not asked for six is no longer there. */
  @Test
  void aReaderThatWentAwayIsNotWaitedFor() throws Exception {
    try (LivePage page = LivePage.serve(report, 0)) {
      get(page, "/");
      set(page, "askedAt", System.nanoTime() - Duration.ofMillis(6001).toNanos());
      page.finish(LONG);
      set(page, "askedAt", System.nanoTime() - Duration.ofMillis(2500).toNanos());
      Thread waiting = finish(page, LONG, new AtomicBoolean());
      assertTrue(waiting.isAlive(), "it may just be about to ask");
      waiting.interrupt();
      waiting.join();
    }
  }

  /** A second is between two looks at the disk, and four times as long as a look takes. */
  @Test
  void theDiskIsNotLookedAtAllTheTime() throws Exception {
    run();
    Path json = directory.resolve("out/run.json");
    String good = Files.readString(json);
    try (LivePage page = LivePage.serve(report, 0)) {
      assertTrue(get(page, "/").startsWith("HTTP/1.1 200"));
      Files.writeString(json, good.replace("practical", "prectical")); // whoever looks fails
      assertTrue(askAfter(page, 3500, 1000).startsWith("HTTP/1.1 200"), "a look takes too long");
      assertTrue(askAfter(page, 4500, 1000).startsWith("HTTP/1.1 500"), "it is time for another");
      assertTrue(askAfter(page, 1, 0).startsWith("HTTP/1.1 500"), "a second has passed");
      long before = System.nanoTime();
      String soon = askAfter(page, 0, 0);
      if (System.nanoTime() - before < 900_000_000L) { // else this machine is too busy to tell
        assertTrue(soon.startsWith("HTTP/1.1 200"), soon);
      }
      set(page, "madeAt", System.nanoTime());
      page.finish(Duration.ZERO);
      assertTrue(get(page, "/").startsWith("HTTP/1.1 500"), "the end is read from the disk");
      Files.writeString(json, good);
      assertTrue(get(page, "/").contains("data-state=\"finished\""));
    }
  }

  /** What a look took is the time from when it began, so that the next one can wait for longer. */
  @Test
  void whatALookTookIsRemembered() throws Exception {
    run();
    Field cost = LivePage.class.getDeclaredField("cost");
    cost.setAccessible(true);
    try (LivePage page = LivePage.serve(report, 0)) {
      long before = System.nanoTime();
      get(page, "/");
      long most = System.nanoTime() - before;
      long took = cost.getLong(page);
      assertTrue(took > 0 && took <= most, took + " of " + most);
    }
  }

  /** Asks so many seconds after a look that took so many. */
  private static String askAfter(LivePage page, long seconds, long cost) throws Exception {
    set(page, "cost", Duration.ofSeconds(cost).toNanos());
    set(page, "madeAt", System.nanoTime() - Duration.ofSeconds(seconds).toNanos());
    return get(page, "/");
  }

  private static void set(LivePage page, String name, long value) throws Exception {
    Field field = LivePage.class.getDeclaredField(name);
    field.setAccessible(true);
    field.setLong(page, value);
  }

  /** The page keeps no program from ending, and leaves no thread behind. */
  @Test
  void theThreadOfThePageEndsWithIt() throws Exception {
    List<Thread> threads;
    try (LivePage page = LivePage.serve(report, 0)) {
      get(page, "/");
      threads =
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getName().equals("live-page"))
              .toList();
      assertFalse(threads.isEmpty());
      threads.forEach(thread -> assertTrue(thread.isDaemon()));
    }
    for (Thread thread : threads) {
      thread.join(10_000);
      assertFalse(thread.isAlive(), "it has ended");
    }
  }

  @Test
  void whoIsNotToWaitDoesNotAndStaysInterrupted() throws Exception {
    try (LivePage page = LivePage.serve(report, 0)) {
      get(page, "/");
      AtomicBoolean interrupted = new AtomicBoolean();
      Thread waiting = finish(page, LONG, interrupted);
      waiting.interrupt();
      waiting.join();
      assertTrue(interrupted.get(), "whoever asked is told");
      finish(page, Duration.ofMillis(1), interrupted).join();
      assertFalse(interrupted.get(), "patience ends by itself");
    }
  }

  @Test
  void thePortIsTheOneAskedForAndIsLeftAtTheEnd() throws IOException {
    int port;
    try (LivePage page = LivePage.serve(report, 0)) {
      port = page.address().getPort();
      assertThrows(IOException.class, () -> LivePage.serve(report, port), "it is taken");
    }
    assertThrows(
        ConnectException.class, () -> new Socket(InetAddress.getLoopbackAddress(), port).close());
  }

  /** 599 of 600 rounds are not yet all; digits are those of the page, whatever the language. */
  @Test
  void workThatGoesOnIsNeverSaidToBeDone() throws IOException {
    RunPlan longer =
        RunPlan.of(plan.subject(), plan.learner(), RecordedRounds.of(new long[] {1}, 600), 1, 1);
    LiveReport almost =
        LiveReport.of(longer, directory.resolve("other"), directory.resolve("judge.json"));
    almost.counting(Monitor.NONE).completed(599);
    Locale before = Locale.getDefault();
    try (LivePage page = LivePage.serve(almost, 0)) {
      Locale.setDefault(Locale.forLanguageTag("ar-EG"));
      String answer = get(page, "/");
      assertTrue(answer.contains("running: 99 % <progress max=\"100\" value=\"99\""), answer);
    } finally {
      Locale.setDefault(before);
    }
  }

  /** Rounds are long: the last of two billion counts as much as the first. */
  @Test
  void theLastRoundOfManyIsStillToCome() {
    long many = 2_200_000_000L;
    RunPlan longer =
        RunPlan.of(plan.subject(), plan.learner(), RecordedRounds.of(new long[] {1}, many), 1, 1);
    LiveReport almost =
        LiveReport.of(longer, directory.resolve("other"), directory.resolve("judge.json"));
    almost.counting(Monitor.NONE).completed(many / 2);
    assertEquals(0.5, almost.share());
    almost.counting(Monitor.NONE).completed(many / 2 - 1);
    assertTrue(almost.share() < 1);
    almost.counting(Monitor.NONE).completed(1);
    assertEquals(1, almost.share());
  }

  @Test
  void oneSeedIsNamedAsOne() throws IOException {
    run();
    String page = report.files().get("report.html");
    assertTrue(page.contains("<h1>practical on judge.json: 1 seed so far</h1>"), page);
  }

  /** Seeds run side by side, and each of their rounds counts. */
  @Test
  void roundsOfAllThreadsAreCounted() throws InterruptedException {
    RunPlan longer =
        RunPlan.of(
            plan.subject(), plan.learner(), RecordedRounds.of(new long[] {1}, 1_048_576), 1, 1);
    LiveReport busy =
        LiveReport.of(longer, directory.resolve("other"), directory.resolve("judge.json"));
    Thread[] seeds = new Thread[4];
    for (int i = 0; i < seeds.length; i++) {
      Monitor monitor = busy.counting(Monitor.NONE);
      seeds[i] =
          new Thread(
              () -> {
                for (int round = 0; round < 131_072; round++) {
                  monitor.completed(1);
                }
              });
      seeds[i].start();
    }
    for (Thread seed : seeds) {
      seed.join();
    }
    assertEquals(0.5, busy.share());
  }
}
