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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Pages of work that goes on. */
class WatchingTest {
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
}
