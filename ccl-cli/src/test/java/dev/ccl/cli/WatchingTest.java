package dev.ccl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.live.LiveReport;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.Subject;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Pages of work that goes on. */
class WatchingTest {
  private static final String DIVERGENCE = "figures/judge-divergence.csv";

  @TempDir Path directory;
  private Path file;
  private Path out;

  @BeforeEach
  void instance() throws IOException {
    file = directory.resolve("judge.json");
    out = directory.resolve("out");
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), file);
  }

  private static String get(String address) {
    try (InputStream in = URI.create(address).toURL().openStream()) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (FileNotFoundException e) {
      return ""; // not yet
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ServerSocket taken() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
  }

  /** 30 of 2 · 50 rounds; who asked for the work hears of them as well. */
  @Test
  void thePageIsAtItsPortAndKnowsHowFarTheWorkIs() throws IOException {
    int port;
    try (ServerSocket free = taken()) {
      port = free.getLocalPort();
    }
    RunPlan plan =
        RunPlan.of(
            Subject.read(file), Learners.named("practical"), RecordedRounds.logarithmic(50), 1, 2);
    List<Long> heard = new ArrayList<>();
    Monitor monitor =
        new Monitor() {
          @Override
          public void completed(long rounds) {
            heard.add(rounds);
          }

          @Override
          public boolean stopping() {
            return true; // so that nobody waits for a browser
          }
        };
    StringWriter err = new StringWriter();
    String address = "http://127.0.0.1:" + port + "/";
    String page =
        CommandLine.populateCommand(new Watching(), "--watch", "--watch-port=" + port)
            .during(
                () -> LiveReport.of(plan, out, file),
                monitor,
                new PrintWriter(err),
                told -> {
                  told.completed(30);
                  return get(address);
                });
    assertTrue(page.contains("running: 30 %"), page);
    assertTrue(page.contains("practical on judge.json"), page);
    assertEquals("ccl: watch at " + address, err.toString().strip());
    assertEquals(List.of(30L), heard);
  }

  @Test
  void aPortThatIsTakenIsNamedAndNothingIsRun() throws IOException {
    try (ServerSocket socket = taken()) {
      int port = socket.getLocalPort();
      Outcome outcome =
          Outcome.of(
              "run",
              file.toString(),
              "--rounds=3",
              "--preset=practical",
              "--out=" + out,
              "--watch",
              "--watch-port=" + port);
      outcome.assertOneLine();
      assertEquals(Failures.BAD_INPUT, outcome.code());
      assertTrue(
          outcome.err().startsWith("ccl: --watch-port: port " + port + " is taken"), outcome.err());
      assertFalse(Files.exists(out));
    }
  }

  /** Looks at the page as soon as it is announced, and then until it says that all is done. */
  private static List<String> watched(String figure, String... args) {
    List<String> pages = new ArrayList<>();
    List<CompletableFuture<String>> end = new ArrayList<>();
    PrintWriter err =
        new PrintWriter(new StringWriter()) {
          @Override
          public void println(String line) {
            if (line.startsWith("ccl: watch at ")) {
              String address = line.substring("ccl: watch at ".length());
              pages.add(get(address));
              end.add(CompletableFuture.supplyAsync(() -> last(address, figure)));
            }
          }
        };
    assertEquals(0, Main.execute(new PrintWriter(new StringWriter()), err, args));
    pages.add(end.get(0).join());
    return pages;
  }

  private static String last(String address, String figure) {
    until(address + figure, "direct-matching-limit"); // one of the bounds that the instance gives
    return until(address, "data-state=\"finished\"");
  }

  private static String until(String address, String word) {
    String page = get(address);
    while (!page.contains(word)) {
      page = get(address);
    }
    return page;
  }

  @Test
  void aRunIsSeenToItsEndWithItsInstance() {
    List<String> pages =
        watched(
            DIVERGENCE,
            "run",
            file.toString(),
            "--rounds=20",
            "--seeds=3",
            "--out=" + out,
            "--watch");
    assertTrue(pages.get(0).contains("running: 0 %"), pages.get(0));
    assertTrue(pages.get(1).contains("ccl on judge.json: 3 seeds so far"), pages.get(1));
  }

  @Test
  void aSweepHasTheNameOfItsFile() throws IOException {
    Path grid =
        Files.writeString(
            directory.resolve("grid.yaml"),
            "instances: [judge.json]\nlearners: [practical, oracle]\nrounds: 20\n");
    List<String> pages = watched(DIVERGENCE, "sweep", grid.toString(), "--out=" + out, "--watch");
    assertTrue(pages.get(0).contains(">" + grid + "<"), pages.get(0));
    assertTrue(pages.get(1).contains(grid + ": 2 of 2 cells"), pages.get(1));
  }
}
