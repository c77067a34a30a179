package dev.ccl.report.runs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A headless Chromium, driven over its own protocol. */
public final class Browser implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int PATIENCE_SECONDS = 60;

  private final Process process;
  private final Path profile;
  private final WebSocket socket;
  private final LinkedBlockingQueue<JsonNode> inbox;
  private final List<JsonNode> events = new ArrayList<>();
  private int lastId;

  private Browser(
      Process process, Path profile, WebSocket socket, LinkedBlockingQueue<JsonNode> inbox) {
    this.process = process;
    this.profile = profile;
    this.socket = socket;
    this.inbox = inbox;
  }

  /** The program, if there is one on this machine. */
  public static Optional<Path> program() {
    return Stream.of(
            "/usr/bin/chromium",
            "/usr/bin/chromium-browser",
            "/usr/bin/google-chrome",
            "/snap/bin/chromium")
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst();
  }

  public static Browser start(Path program) throws Exception {
    Path profile = Files.createTempDirectory("ccl-browser");
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(profile.resolve("log").toFile())
            .start();
    String endpoint = endpoint(process, profile);
    LinkedBlockingQueue<JsonNode> inbox = new LinkedBlockingQueue<>();
    WebSocket socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(URI.create(endpoint), new Listener(inbox))
            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    return new Browser(process, profile, socket, inbox);
  }

  /** Waits for the address, which Chromium prints when it is ready. */
  private static String endpoint(Process process, Path profile) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() < end && process.isAlive()) {
      for (String line : Files.readAllLines(profile.resolve("log"))) {
        if (line.startsWith("DevTools listening on ")) {
          return line.substring("DevTools listening on ".length()).trim();
        }
      }
      process.waitFor(50, TimeUnit.MILLISECONDS);
    }
    throw new IOException("Chromium did not start: " + Files.readString(profile.resolve("log")));
  }

  /** Opens a page in a window of the given size and waits until it is loaded. */
  public Tab open(Path page, int width, int height, String scheme) throws Exception {
    return open(page.toUri(), width, height, scheme);
  }

  /** Opens an address likewise. */
  public Tab open(URI page, int width, int height, String scheme) throws Exception {
    ObjectNode target = MAPPER.createObjectNode().put("url", "about:blank");
    String id = call("", "Target.createTarget", target).path("targetId").asText();
    ObjectNode attach = MAPPER.createObjectNode().put("targetId", id).put("flatten", true);
    Tab tab = new Tab(call("", "Target.attachToTarget", attach).path("sessionId").asText());
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      call(tab.session, domain + ".enable", MAPPER.createObjectNode());
    }
    ObjectNode metrics = MAPPER.createObjectNode().put("width", width).put("height", height);
    metrics.put("deviceScaleFactor", 1).put("mobile", width < 600);
    call(tab.session, "Emulation.setDeviceMetricsOverride", metrics);
    ObjectNode media = MAPPER.createObjectNode();
    media.putArray("features").addObject().put("name", "prefers-color-scheme").put("value", scheme);
    call(tab.session, "Emulation.setEmulatedMedia", media);
    call(tab.session, "Page.navigate", MAPPER.createObjectNode().put("url", page.toString()));
    while (events.stream().noneMatch(e -> tab.is(e, "Page.loadEventFired"))) {
      events.add(next());
    }
    return tab;
  }

  /** A page that is open. */
  public final class Tab {
    private final String session;

    private Tab(String session) {
      this.session = session;
    }

    private boolean is(JsonNode event, String method) {
      return event.path("method").asText().equals(method)
          && event.path("sessionId").asText().equals(session);
    }

    /** The value of an expression of JavaScript. */
    public JsonNode evaluate(String expression) throws Exception {
      ObjectNode parameters = MAPPER.createObjectNode();
      parameters.put("expression", expression).put("returnByValue", true);
      parameters.put("awaitPromise", true);
      return call(session, "Runtime.evaluate", parameters).path("result").path("value");
    }

    /**
     * The serious faults of accessibility that axe-core finds, if {@code -Dccl.axe} names its file
     * (axe.min.js of the npm package axe-core).
     */
    public List<String> inaccessible() throws Exception {
      String axe = System.getProperty("ccl.axe", "");
      if (axe.isEmpty()) {
        return List.of();
      }
      evaluate(Files.readString(Path.of(axe)) + "; 0");
      List<String> faults = new ArrayList<>();
      for (JsonNode fault : evaluate("axe.run().then(r => r.violations)")) {
        if (fault.path("impact").asText().matches("serious|critical")) {
          faults.add(fault.path("id").asText() + " " + fault.path("nodes").path(0).path("html"));
        }
      }
      return faults;
    }

    /** Addresses that the page asked for. */
    public List<String> requests() {
      return events.stream()
          .filter(e -> is(e, "Network.requestWillBeSent"))
          .map(e -> e.path("params").path("request").path("url").asText())
          .toList();
    }

    /** What the console says. */
    public List<String> console() {
      return events.stream()
          .filter(
              e ->
                  is(e, "Log.entryAdded")
                      || is(e, "Runtime.consoleAPICalled")
                      || is(e, "Runtime.exceptionThrown"))
          .map(JsonNode::toString)
          .toList();
    }

    public void screenshot(Path file) throws Exception {
      ObjectNode parameters = MAPPER.createObjectNode().put("captureBeyondViewport", true);
      String data = call(session, "Page.captureScreenshot", parameters).path("data").asText();
      Files.write(file, Base64.getDecoder().decode(data));
    }
  }

  private JsonNode call(String session, String method, ObjectNode parameters) throws Exception {
    int id = ++lastId;
    ObjectNode message = MAPPER.createObjectNode().put("id", id).put("method", method);
    message.set("params", parameters);
    if (!session.isEmpty()) {
      message.put("sessionId", session);
    }
    socket.sendText(message.toString(), true).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    while (true) {
      JsonNode answer = next();
      if (answer.path("id").asInt() == id) {
        if (answer.has("error")) {
          throw new IOException(method + ": " + answer.get("error"));
        }
        return answer.path("result");
      }
      events.add(answer);
    }
  }

  private JsonNode next() throws Exception {
    JsonNode message = inbox.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (message == null) {
      throw new IOException("Chromium fell silent");
    }
    return message;
  }

  @Override
  public void close() throws Exception {
    socket.abort();
    process.destroy();
    if (!process.waitFor(10, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }
    try {
      MoreFiles.deleteRecursively(profile, RecursiveDeleteOption.ALLOW_INSECURE);
    } catch (IOException e) {
      profile.toFile().deleteOnExit(); // a helper process was still writing
    }
  }

  /** Puts whole messages into the inbox. */
  private static final class Listener implements WebSocket.Listener {
    private final LinkedBlockingQueue<JsonNode> inbox;
    private final StringBuilder text = new StringBuilder();

    Listener(LinkedBlockingQueue<JsonNode> inbox) {
      this.inbox = inbox;
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        try {
          inbox.add(MAPPER.readTree(text.toString()));
        } catch (IOException e) {
          throw new IllegalStateException(e);
        }
        text.setLength(0);
      }
      from.request(1);
      return null;
    }
  }
}
