package dev.ccl.lm.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ccl.lm.compile.ToyModel;
import dev.ccl.lm.format.LoadedModel;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A client against a server of ours on the loopback, which serves a tiny model. */
class ModelServerTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final LoadedModel MODEL = ToyModel.loaded(5);
  private static final Map<String, Integer> TEXTS = Protocol.OPENAI.texts(MODEL.tokenizer());
  private static final int[] PREFIX = {1, 5, 9};

  @TempDir private Path directory;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> asked = new ArrayList<>();
  private HttpServer server;

  /** What the server does with its next questions, in turn; it answers rightly behind them. */
  private final List<String> mischief = new ArrayList<>();

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/completion", exchange -> answer(exchange, false));
    server.createContext("/v1/completions", exchange -> answer(exchange, true));
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange, boolean openAi) throws IOException {
    String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String trick;
    synchronized (this) {
      asked.add(text);
      trick = mischief.isEmpty() ? "none" : mischief.remove(0);
    }
    String body = openAi ? openAi(JSON.readTree(text)) : llama(JSON.readTree(text));
    switch (trick) {
      case "busy" -> send(exchange, 503, "{\"error\": \"loading model\"}");
      case "rate" -> send(exchange, 429, "slow down");
      case "unknown" -> send(exchange, 404, "{\"error\":\n \"no such model\"}");
      case "page" -> send(exchange, 200, "<html>hello</html>");
      case "empty" -> send(exchange, 200, "{}");
      case "stranger" -> send(exchange, 200, body.replaceAll("\"id\":\\d+", "\"id\":70000"));
      case "hope" -> send(exchange, 200, body.replaceAll("\"logprob\":-", "\"logprob\":"));
      case "certain" -> send(exchange, 200, body.replaceAll("(\"logprob\":)-[0-9.]+", "$1-0.1"));
      case "half" -> {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes, 0, bytes.length / 2);
        exchange.close();
      }
      case "silent" -> {
        try {
          Thread.sleep(60_000); // until the test ends and interrupts it
        } catch (InterruptedException e) {
          exchange.close();
        }
      }
      default -> send(exchange, 200, body);
    }
  }

  private static void send(HttpExchange exchange, int code, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(code, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  private static double[] law(JsonNode request) {
    int[] prefix = new int[request.path("prompt").size()];
    for (int i = 0; i < prefix.length; i++) {
      prefix[i] = request.path("prompt").get(i).asInt();
    }
    return MODEL.model().logProbabilities(prefix);
  }

  private static List<Integer> likeliest(double[] law, int top) {
    return IntStream.range(0, law.length)
        .boxed()
        .sorted(Comparator.comparingDouble(id -> -law[id]))
        .limit(top)
        .toList();
  }

  private static String llama(JsonNode request) {
    double[] law = law(request);
    ObjectNode root = JSON.createObjectNode();
    ObjectNode first = root.putArray("completion_probabilities").addObject();
    for (int id : likeliest(law, request.path("n_probs").asInt())) {
      first.withArray("top_logprobs").addObject().put("id", id).put("logprob", law[id]);
    }
    return root.toString();
  }

  private static String openAi(JsonNode request) {
    double[] law = law(request);
    ObjectNode root = JSON.createObjectNode();
    ObjectNode top = JSON.createObjectNode();
    for (int id : likeliest(law, request.path("logprobs").asInt())) {
      String text = MODEL.tokenizer().continuation(id);
      boolean first = Integer.valueOf(id).equals(TEXTS.get(text)); // else another has this text
      top.put(first ? text : "token_id:" + id, law[id]);
    }
    root.putArray("choices").addObject().putObject("logprobs").putArray("top_logprobs").add(top);
    return root.toString();
  }

  private ModelServer model(Protocol protocol, int top) {
    return model(protocol, top, Optional.empty(), 20_000);
  }

  private ModelServer model(Protocol protocol, int top, Optional<Path> cache, long timeout) {
    URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    return ModelServer.of(
        new ModelServer.Settings(
            url,
            protocol,
            "toy",
            top,
            Duration.ofMillis(timeout),
            Duration.ofMillis(1),
            Optional.of("secret"),
            cache),
        MODEL.tokenizer());
  }

  /** All tokens listed: the law itself, up to the digits of the JSON. */
  @ParameterizedTest
  @EnumSource(Protocol.class)
  void aWholeListIsTheLaw(Protocol protocol) {
    int all = MODEL.model().vocabulary();
    double[] expected = MODEL.model().logProbabilities(PREFIX);
    assertArrayEquals(expected, model(protocol, all).logProbabilities(PREFIX), 1e-12);
    assertTrue(model(protocol, all).representation().isEmpty());
  }

  /** What is not listed is shared evenly: laws sum to 1 and no such token exceeds a listed one. */
  @ParameterizedTest
  @EnumSource(Protocol.class)
  void theTailIsSharedEvenly(Protocol protocol) {
    double[] law = MODEL.model().logProbabilities(PREFIX);
    List<Integer> listed = likeliest(law, 20);
    ModelServer few = model(protocol, 20);
    double[] found = few.logProbabilities(PREFIX);
    double sum = 0;
    double rest = Double.NaN;
    for (int id = 0; id < law.length; id++) {
      sum += Math.exp(found[id]);
      if (listed.contains(id)) {
        assertEquals(law[id], found[id], 1e-12);
      } else {
        rest = Double.isNaN(rest) ? found[id] : rest;
        assertEquals(rest, found[id]);
      }
    }
    assertTrue(sum <= 1 + 1e-9 && rest <= law[listed.get(19)], sum + ", " + rest);
    assertTrue(few.usage().contains("1 requests, 0 of them repeated, 0 answers from disk"));
    assertTrue(few.usage().contains("outside the 20 listed tokens"), few.usage());
  }

  /** A question is paid for once, whichever client asks; another length of the list is another. */
  @Test
  void answersAreKeptOnDisk() {
    Optional<Path> cache = Optional.of(directory.resolve("answers"));
    double[] first = model(Protocol.LLAMA_CPP, 20, cache, 20_000).logProbabilities(PREFIX);
    ModelServer again = model(Protocol.LLAMA_CPP, 20, cache, 20_000);
    assertArrayEquals(first, again.logProbabilities(PREFIX));
    assertEquals(1, asked.size());
    assertTrue(again.usage().contains("0 requests"), again.usage());
    model(Protocol.LLAMA_CPP, 21, cache, 20_000).logProbabilities(PREFIX);
    assertEquals(2, asked.size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"busy", "rate", "half"})
  void whatMayPassIsAskedAgain(String trick) {
    mischief.add(trick);
    mischief.add(trick);
    ModelServer model = model(Protocol.LLAMA_CPP, 30);
    double[] law = MODEL.model().logProbabilities(PREFIX);
    int best = likeliest(law, 1).get(0);
    assertEquals(law[best], model.logProbabilities(PREFIX)[best], 1e-12);
    assertEquals(3, asked.size());
    assertTrue(model.usage().contains("3 requests, 2 of them repeated"), model.usage());
  }

  @Test
  void silenceEnds() {
    for (int i = 0; i < 4; i++) {
      mischief.add("silent");
    }
    String message = refusal(model(Protocol.LLAMA_CPP, 30, Optional.empty(), 100));
    assertTrue(message.contains("no answer within 100 ms (asked 4 times)"), message);
  }

  /** One line that names the server, and no second question. */
  @ParameterizedTest
  @ValueSource(strings = {"unknown", "page", "empty", "stranger", "hope", "certain"})
  void wrongAnswersAreRefused(String trick) {
    Optional<Path> cache = Optional.of(directory);
    mischief.add(trick);
    String message = refusal(model(Protocol.LLAMA_CPP, 30, cache, 20_000));
    assertEquals(1, asked.size());
    assertTrue(message.startsWith("http://127.0.0.1:") && !message.contains("\n"), message);
    String reason =
        switch (trick) {
          case "unknown" -> "status 404: {\"error\": \"no such model\"}";
          case "page" -> "no JSON";
          case "empty" -> "lists no log-probabilities";
          case "stranger" -> "token 70000";
          case "hope" -> "log-probability";
          default -> "sum to";
        };
    assertTrue(message.contains(reason), message);
    assertEquals(0, directory.toFile().list().length, "what is wrong is not kept");
  }

  private static String refusal(ModelServer model) {
    return assertThrows(ServerException.class, () -> model.logProbabilities(PREFIX)).getMessage();
  }
}
