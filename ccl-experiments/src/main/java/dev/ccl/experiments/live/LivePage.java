package dev.ccl.experiments.live;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.io.Resources;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;

/**
 * Serves a {@link LiveReport} to browsers on this machine. It listens on the loopback address alone
 * and answers only requests that name it as their host, so that neither another machine nor a page
 * of another site, by a name that leads here, can read it. It takes no input.
 */
public final class LivePage implements AutoCloseable {
  private static final long LEAST_NANOSECONDS = 1_000_000_000L; // between two looks at the disk
  private static final long RECENT_NANOSECONDS = 6_000_000_000L;
  private static final String SCRIPT = "live.js";
  private static final ImmutableSet<String> METHODS = ImmutableSet.of("GET", "HEAD");

  private final Content content;
  private final DoubleSupplier share;
  private final HttpServer server;
  private final ExecutorService pool;
  private final ImmutableSet<String> hosts;
  private final CountDownLatch seen = new CountDownLatch(1); // the end, by a browser
  private ImmutableMap<String, String> files = ImmutableMap.of();
  private long madeAt;
  private long cost;
  private boolean made;
  private volatile boolean finished;
  private volatile long askedAt = System.nanoTime() - RECENT_NANOSECONDS;

  /** The files of a report, as the disk has them now. */
  @FunctionalInterface
  interface Content {
    ImmutableMap<String, String> files() throws IOException;
  }

  private LivePage(Content content, DoubleSupplier share, HttpServer server) {
    this.content = content;
    this.share = share;
    this.server = server;
    this.pool =
        Executors.newSingleThreadExecutor(
            new ThreadFactoryBuilder().setNameFormat("live-page").setDaemon(true).build());
    int port = server.getAddress().getPort();
    this.hosts = ImmutableSet.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port);
  }

  /**
   * Begins to serve.
   *
   * @param report what to show
   * @param port the port, 0 for one that is free
   * @return the page; close it
   * @throws IOException if the port cannot be used
   */
  public static LivePage serve(LiveReport report, int port) throws IOException {
    return serve(report::files, report::share, port);
  }

  static LivePage serve(Content content, DoubleSupplier share, int port) throws IOException {
    InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    InetSocketAddress loopback = new InetSocketAddress(here, port);
    LivePage page = new LivePage(content, share, HttpServer.create(loopback, 0));
    page.server.setExecutor(page.pool);
    page.server.createContext("/", page::answer);
    page.server.start();
    return page;
  }

  /**
   * Returns where the page is.
   *
   * @return an address of this machine
   */
  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
  }

  private void answer(HttpExchange exchange) throws IOException {
    try {
      String host = exchange.getRequestHeaders().getFirst("Host");
      if (host == null || !hosts.contains(host)) {
        send(exchange, 403, "text/plain", "this page is for browsers on its own machine\n");
      } else if (!METHODS.contains(exchange.getRequestMethod())) {
        send(exchange, 405, "text/plain", "there is nothing to change here\n");
      } else {
        answer(exchange, exchange.getRequestURI().getPath().replaceFirst("^/", ""));
      }
    } catch (RuntimeException e) { // the work goes on, and the next look may succeed
      send(exchange, 500, "text/plain", "the report cannot be made: " + e.getMessage() + "\n");
    } finally {
      exchange.close();
    }
  }

  private void answer(HttpExchange exchange, String name) throws IOException {
    if (name.equals(SCRIPT)) {
      send(exchange, 200, "text/javascript", script());
      return;
    }
    boolean end = finished; // before the look at the disk, which then sees the end
    refresh(end);
    String file = name.isEmpty() ? "report.html" : name;
    if (!files.containsKey(file)) {
      send(exchange, 404, "text/plain", "there is no such page\n");
      return;
    }
    askedAt = System.nanoTime();
    String text = files.get(file);
    send(exchange, 200, type(file), file.equals("report.html") ? live(text, end) : text);
    if (end && file.equals("report.html")) {
      seen.countDown();
    }
  }

  /** Looks at the disk, unless that was just done or takes most of the time. */
  private void refresh(boolean end) {
    long now = System.nanoTime();
    if (made && !end && now - madeAt < Math.max(LEAST_NANOSECONDS, 4 * cost)) {
      return;
    }
    try {
      files = content.files();
    } catch (IOException e) { // without an answer a browser takes it for the end
      throw new UncheckedIOException(e);
    }
    made = true;
    madeAt = System.nanoTime();
    cost = madeAt - now;
  }

  /** Adds the script and a line on how far the work is. */
  private String live(String html, boolean end) {
    int percent = (int) Math.floor(100 * share.getAsDouble());
    String state =
        end
            ? "<p id=\"live\" data-state=\"finished\" role=\"status\">finished</p>"
            : String.format(
                Locale.ROOT,
                "<p id=\"live\" data-state=\"running\" role=\"status\">running: %d %% <progress"
                    + " max=\"100\" value=\"%d\" aria-label=\"rounds\">%d %%</progress></p>",
                percent,
                percent,
                percent);
    return html.replaceFirst("</head>", "<script src=\"/live.js\" defer></script></head>")
        .replaceFirst("<main>", "<main>" + state);
  }

  private static String script() throws IOException {
    return Resources.toString(
        Resources.getResource(LivePage.class, SCRIPT), StandardCharsets.UTF_8);
  }

  private static String type(String file) {
    if (file.endsWith(".svg")) {
      return "image/svg+xml";
    }
    return file.endsWith(".csv") ? "text/csv" : "text/html";
  }

  private static void send(HttpExchange exchange, int code, String type, String text)
      throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", type + "; charset=utf-8");
    headers.set("Cache-Control", "no-store");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set(
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline';"
            + " img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    boolean body = !exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(code, body ? bytes.length : -1);
    if (body) {
      exchange.getResponseBody().write(bytes);
    }
  }

  /**
   * Says that the work has ended. If a browser has been looking, waits until it has seen the end.
   *
   * @param patience how long to wait at most
   */
  public void finish(Duration patience) {
    finished = true;
    if (System.nanoTime() - askedAt < RECENT_NANOSECONDS) {
      try {
        seen.await(patience.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
    pool.shutdownNow();
  }
}
