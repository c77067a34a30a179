package dev.ccl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ccl.lm.format.LoadedModel;
import dev.ccl.lm.format.Models;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ccl lm next} as a program that asks a server on the loopback, which has a tiny model. */
class LmServerTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;

  private final AtomicInteger requests = new AtomicInteger();
  private HttpServer server;
  private Path file;
  private Path tokens;
  private LoadedModel model;
  private int status = 200;

  @BeforeEach
  void serve() throws IOException {
    file = TinyModelFile.write(directory.resolve("model.bin"), 1);
    tokens = TinyModelFile.writeTokens(directory.resolve("tokens.gguf"));
    model = Models.open(file);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/completion", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  /** The n_probs likeliest tokens behind a prompt of ids, as llama.cpp writes them. */
  private void answer(HttpExchange exchange) throws IOException {
    requests.incrementAndGet();
    JsonNode asked = JSON.readTree(exchange.getRequestBody().readAllBytes());
    int[] prefix =
        IntStream.range(0, asked.get("prompt").size())
            .map(i -> asked.get("prompt").get(i).intValue())
            .toArray();
    double[] logs = model.model().logProbabilities(prefix);
    ObjectNode root = JSON.createObjectNode();
    ObjectNode first = root.putArray("completion_probabilities").addObject();
    IntStream.range(0, logs.length)
        .boxed()
        .sorted(Comparator.comparingDouble(id -> -logs[id]))
        .limit(asked.get("n_probs").intValue())
        .forEach(
            id ->
                first.withArray("top_logprobs").addObject().put("id", id).put("logprob", logs[id]));
    byte[] body = (status == 200 ? root.toString() : "out of\nmemory").getBytes(UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Runs a command in a process of its own, whose cache is in the directory of the test. */
  private Outcome next(String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.ccl.cli.Main", "lm", "next"));
    command.addAll(List.of(options));
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("XDG_CACHE_HOME", directory.resolve("cache").toString());
    int code = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start().waitFor();
    return new Outcome(code, Files.readString(out), Files.readString(err));
  }

  /** What is printed is what the file's model prints; asked once more, it comes from the disk. */
  @Test
  void aServerSaysWhatItsModelSays() throws Exception {
    String[] asked = {"--model", url(), "--tokenizer", tokens.toString(), "--json", "word261 a"};
    String[] read = {"lm", "next", "--model", file.toString(), "--json", "word261 a"};
    Outcome expected = Outcome.of(read);
    assertEquals(0, expected.code(), expected.err());
    Outcome first = next(asked);
    assertEquals(new Outcome(0, expected.out(), first.err()), first);
    first.assertOneLine();
    assertTrue(first.err().contains(url() + ": 1 requests, 0 of them repeated, 0 answers from"));
    Outcome again = next(asked);
    assertEquals(expected.out(), again.out());
    assertTrue(again.err().contains(url() + ": 0 requests, 0 of them repeated, 1 answers from"));
    assertEquals(1, requests.get());
  }

  /** A server that fails is asked four times; then one line has its address and its reason. */
  @Test
  void aServerThatFailsIsOneLine() throws Exception {
    status = 500;
    Outcome outcome = next("--model", url(), "--tokenizer", tokens.toString(), "--ids", "1,2,3");
    assertEquals(
        new Outcome(
            2,
            "",
            "ccl: "
                + url()
                + ": status 500: out of memory (asked 4 times)"
                + System.lineSeparator()),
        outcome);
    assertEquals(4, requests.get());
  }
}
