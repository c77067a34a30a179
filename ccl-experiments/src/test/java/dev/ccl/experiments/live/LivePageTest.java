package dev.ccl.experiments.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Learners;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.report.Browser;
import dev.ccl.experiments.report.PageCheck;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.experiments.run.Subject;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The live page, asked over plain sockets and shown in a browser. */
class LivePageTest {
  @TempDir private Path directory;
  private Path instance;
  private RunPlan plan;

  @BeforeEach
  void plan() throws IOException {
    instance = directory.resolve("judge.json");
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), instance);
    plan =
        RunPlan.of(
            Subject.read(instance),
            Learners.named("practical"),
            RecordedRounds.logarithmic(400),
            1,
            2);
  }

  /** Runs up to so many rounds of all seeds together; resumes what is there. */
  private RunJob.End run(long rounds) throws IOException {
    AtomicLong left = new AtomicLong(rounds);
    Monitor monitor =
        new Monitor() {
          @Override
          public void completed(long more) {
            left.addAndGet(-more);
          }

          @Override
          public boolean stopping() {
            return left.get() <= 0;
          }
        };
    try (RunJob job = RunJob.open(plan, directory.resolve("out"), StartMode.RESUMED)) {
      return job.run(2, Cadence.everyRounds(10), monitor);
    }
  }

  private LiveReport report() {
    return LiveReport.of(plan, directory.resolve("out"), instance);
  }

  /** Sends a request as it is and returns the whole answer. */
  private static String ask(LivePage page, String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), page.address().getPort())) {
      socket.setSoTimeout(20_000);
      socket
          .getOutputStream()
          .write((request + "Connection: close\r\n\r\n").getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String get(LivePage page, String path) throws IOException {
    String host = "127.0.0.1:" + page.address().getPort();
    return ask(page, "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n");
  }

  @Test
  void thePageFillsWhileTheRunGoesOn() throws Exception {
    LiveReport report = report();
    try (LivePage page = LivePage.serve(report, 0)) {
      String empty = get(page, "/");
      assertTrue(empty.startsWith("HTTP/1.1 200"), empty);
      assertTrue(empty.contains("Nothing has been recorded yet"), empty);
      assertTrue(empty.contains("<h1>practical on judge.json</h1>"), empty);
      assertTrue(empty.contains("data-state=\"running\""));
      assertEquals(RunJob.End.STOPPED, run(100));
      report.counting(Monitor.NONE).completed(150);
      report.counting(Monitor.NONE).completed(50); // of the other seed
      Thread.sleep(1100); // the page looks at the disk once per second
      String partial = get(page, "/");
      assertTrue(partial.contains("2 seeds so far"), partial);
      assertTrue(partial.contains("<figure id=\"judge-divergence\""));
      assertTrue(partial.contains("running: 25 %"), "200 of 800 rounds");
      assertTrue(get(page, "/figures/judge-divergence.csv").contains("practical,1,"), "its CSV");
      assertFalse(get(page, "/figures/judge-divergence.csv").contains("practical,400,"));
      assertEquals(RunJob.End.FINISHED, run(Long.MAX_VALUE));
      page.finish(Duration.ZERO);
      String whole = get(page, "/");
      assertTrue(
          whole.contains(
              "<main><p id=\"live\" data-state=\"finished\" role=\"status\">finished</p>\n"),
          whole);
      assertTrue(whole.contains("limit of direct matching</text>"), "its instance is found");
      assertTrue(get(page, "/figures/judge-divergence.csv").contains("practical,400,"));
    }
  }

  @Test
  void onlyThisMachineIsAnswered() throws Exception {
    try (LivePage page = LivePage.serve(report(), 0)) {
      int port = page.address().getPort();
      for (String host : List.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port)) {
        String answer = ask(page, "GET / HTTP/1.1\r\nHost: " + host + "\r\n");
        assertTrue(answer.startsWith("HTTP/1.1 200"), answer);
      }
      for (String host :
          List.of("evil.example", "evil.example:" + port, "127.0.0.1", "localhost:1", "0.0.0.0")) {
        String answer = ask(page, "GET / HTTP/1.1\r\nHost: " + host + "\r\n");
        assertTrue(answer.startsWith("HTTP/1.1 403"), host + ": " + answer);
        assertFalse(answer.contains("<html"), host);
      }
      assertTrue(ask(page, "GET / HTTP/1.0\r\n").startsWith("HTTP/1.1 403"), "no host");
      for (InetAddress address : otherAddresses()) {
        try (Socket socket = new Socket()) {
          socket.connect(new InetSocketAddress(address, port), 500);
          throw new AssertionError("it listens on " + address);
        } catch (IOException e) {
          assertTrue(true, "refused, as it should be");
        }
      }
    }
  }

  private static List<InetAddress> otherAddresses() throws IOException {
    List<InetAddress> others = new ArrayList<>();
    for (NetworkInterface one : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      for (InetAddress address : Collections.list(one.getInetAddresses())) {
        if (!address.isLoopbackAddress() && address instanceof Inet4Address) {
          others.add(address);
        }
      }
    }
    return others;
  }

  @Test
  void thereIsNothingToChangeAndNothingElseToRead() throws Exception {
    run(Long.MAX_VALUE);
    try (LivePage page = LivePage.serve(report(), 0)) {
      String host = "Host: localhost:" + page.address().getPort() + "\r\n";
      for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS")) {
        String answer = ask(page, method + " / HTTP/1.1\r\n" + host + "Content-Length: 0\r\n");
        assertTrue(answer.startsWith("HTTP/1.1 405"), answer);
      }
      for (String path : List.of("/judge.json", "/../judge.json", "/%2e%2e/judge.json", "/x")) {
        assertTrue(get(page, path).startsWith("HTTP/1.1 404"), path);
      }
      for (String path : List.of("/?again=1", "/report.html?x#y", "/%72eport.html")) {
        assertTrue(get(page, path).startsWith("HTTP/1.1 200"), path);
      }
      String head = ask(page, "HEAD / HTTP/1.1\r\n" + host);
      assertTrue(head.startsWith("HTTP/1.1 200") && !head.contains("<html"), head);
      String policy = head.toLowerCase(java.util.Locale.ROOT);
      for (String line :
          List.of(
              "content-security-policy: default-src 'none'; script-src 'self'; connect-src 'self';"
                  + " style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action"
                  + " 'none'; frame-ancestors 'none'",
              "x-content-type-options: nosniff",
              "referrer-policy: no-referrer",
              "cache-control: no-store")) {
        assertTrue(policy.contains("\r\n" + line + "\r\n"), head);
      }
      assertTrue(get(page, "/x").endsWith("\r\n\r\nthere is no such page\n"));
      assertTrue(
          ask(page, "POST / HTTP/1.1\r\n" + host + "Content-Length: 0\r\n")
              .endsWith("\r\n\r\nthere is nothing to change here\n"));
      assertTrue(
          ask(page, "GET / HTTP/1.1\r\nHost: evil.example\r\n")
              .endsWith("\r\n\r\nthis page is for browsers on its own machine\n"));
    }
  }

  /** The page is that of the report, with a script and a line on how far the work is. */
  @Test
  void everyFileOfTheReportIsServedAsWhatItIs() throws Exception {
    run(Long.MAX_VALUE);
    ImmutableMap<String, String> files = report().files();
    assertEquals(7, files.size());
    try (LivePage page = LivePage.serve(report(), 0)) {
      for (Map.Entry<String, String> file : files.entrySet()) {
        String name = file.getKey();
        String answer = get(page, "/" + name);
        int body = answer.indexOf("\r\n\r\n") + 4;
        String type =
            name.endsWith(".svg")
                ? "image/svg+xml"
                : name.endsWith(".csv") ? "text/csv" : "text/html";
        String head = answer.substring(0, body).toLowerCase(java.util.Locale.ROOT);
        assertTrue(head.contains("content-type: " + type + "; charset=utf-8\r\n"), head);
        assertTrue(head.contains("cache-control: no-store\r\n"), head);
        String whole =
            file.getValue()
                .replace("</head>", "<script src=\"/live.js\" defer></script></head>")
                .replace(
                    "<main>",
                    "<main><p id=\"live\" data-state=\"running\" role=\"status\">running: 0 %"
                        + " <progress max=\"100\" value=\"0\" aria-label=\"rounds\">0"
                        + " %</progress></p>");
        assertEquals(name.endsWith(".html") ? whole : file.getValue(), answer.substring(body));
      }
      assertTrue(get(page, "/live.js").contains("text/javascript"), "the script");
      assertTrue(files.get("report.html").contains("<h1>practical on judge.json: 2 seeds so far"));
    }
  }

  @Test
  void aFileThatCannotBeReadIsSaidAndDoesNotEndThePage() throws Exception {
    run(Long.MAX_VALUE);
    Path json = directory.resolve("out/run.json");
    String good = Files.readString(json);
    try (LivePage page = LivePage.serve(report(), 0)) {
      Files.writeString(json, good.replace("practical", "prectical"));
      String answer = get(page, "/");
      assertTrue(answer.startsWith("HTTP/1.1 500"), answer);
      assertTrue(answer.contains("run.json"), answer);
      Files.writeString(json, good);
      assertTrue(get(page, "/").startsWith("HTTP/1.1 200"));
    }
    try (LivePage page = LivePage.serve(report(), 0)) {
      Path rows = directory.resolve("out/runs.csv");
      Path elsewhere = Files.move(rows, directory.resolve("moved.csv"));
      Files.createDirectory(rows); // which no program can read as a file
      String answer = get(page, "/");
      assertTrue(answer.startsWith("HTTP/1.1 500"), "or its browser takes it for the end");
      assertTrue(answer.contains("\r\n\r\nthe report cannot be made: "), answer);
      Files.delete(rows);
      Files.move(elsewhere, rows);
      assertTrue(get(page, "/").startsWith("HTTP/1.1 200"));
    }
  }

  @Test
  void aBrowserSeesItFillAndKeepsWhatIsUnfolded() throws Exception {
    Optional<Path> program = Browser.program();
    assumeTrue(program.isPresent(), "no Chromium on this machine");
    run(100);
    try (Browser browser = Browser.start(program.get());
        LivePage page = LivePage.serve(report(), 0)) {
      PageCheck.of(browser.open(page.address(), 360, 900, "dark"), page.address(), "live", 1);
      Browser.Tab tab = browser.open(page.address(), 1440, 900, "light");
      assertEquals("running", tab.evaluate(STATE).asText());
      long before = tab.evaluate(POINTS).asLong();
      assertTrue(before > 0);
      tab.evaluate("document.querySelector('details').open = true");
      run(Long.MAX_VALUE);
      page.finish(Duration.ofSeconds(30));
      for (int i = 0; i < 100 && !tab.evaluate(STATE).asText().equals("finished"); i++) {
        Thread.sleep(50);
      }
      assertEquals("finished", tab.evaluate(STATE).asText());
      assertTrue(tab.evaluate(POINTS).asLong() > before, "more rounds are drawn");
      assertTrue(tab.evaluate("document.querySelector('details').open").asBoolean());
      assertEquals(List.of(), tab.console());
      for (String request : tab.requests()) {
        assertTrue(
            request.startsWith(page.address().toString()) || request.startsWith("data:"), request);
      }
    }
  }

  private static final String STATE = "document.getElementById('live').dataset.state";

  private static final String POINTS =
      "document.querySelectorAll('#judge-divergence svg.wide .hit,"
          + " #judge-divergence svg.wide .marker').length";
}
