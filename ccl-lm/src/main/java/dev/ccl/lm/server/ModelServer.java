package dev.ccl.lm.server;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import dev.ccl.algorithms.run.AtomicFile;
import dev.ccl.core.math.Elementary;
import dev.ccl.lm.LanguageModel;
import dev.ccl.lm.token.Tokenizer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A model behind HTTP. A server lists its likeliest tokens only: what it leaves of the probability
 * is shared evenly by the other tokens, none of which gets more than the least listed one. Answers
 * are kept on disk, so that a question is paid for once. It shows no hidden states.
 */
public final class ModelServer implements LanguageModel {
  private static final int ATTEMPTS = 4;
  private static final int LONGEST_MESSAGE = 200;

  /** The least probability of all tokens together that are not listed. */
  private static final double LEAST_TAIL = 1e-9;

  private final Settings settings;
  private final HttpClient client;
  private final Map<String, Integer> texts;
  private final int vocabulary;
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong cached = new AtomicLong();
  private final AtomicLong retries = new AtomicLong();
  private final AtomicLong answers = new AtomicLong();
  private double largestTail;

  private ModelServer(Settings settings, Tokenizer tokenizer) {
    this.settings = settings;
    this.client = HttpClient.newBuilder().connectTimeout(settings.timeout()).build();
    this.texts = settings.protocol().texts(tokenizer);
    this.vocabulary = tokenizer.vocabulary();
  }

  /**
   * What is asked, and how.
   *
   * @param url of the server, without the protocol's path
   * @param protocol what it speaks
   * @param model its name there; may be empty where the server has one
   * @param top how many of the likeliest tokens it lists, at least 1
   * @param timeout of a request
   * @param pause before the first repetition; each further one waits twice as long
   * @param key sent as a bearer token, if there is one
   * @param cache a directory for answers, if they are to be kept
   */
  public record Settings(
      URI url,
      Protocol protocol,
      String model,
      int top,
      Duration timeout,
      Duration pause,
      Optional<String> key,
      Optional<Path> cache) {

    /**
     * Checks the numbers.
     *
     * @param url of the server
     * @param protocol what it speaks
     * @param model its name there
     * @param top how many tokens it lists
     * @param timeout of a request
     * @param pause before the first repetition
     * @param key sent as a bearer token
     * @param cache a directory for answers
     */
    public Settings {
      checkArgument(top >= 1, "top: %s is not at least 1", top);
    }
  }

  /**
   * Connects to a server; nothing is asked yet.
   *
   * @param settings what is asked, and how
   * @param tokenizer the tokens of its model
   * @return the model
   */
  public static ModelServer of(Settings settings, Tokenizer tokenizer) {
    return new ModelServer(settings, tokenizer);
  }

  @Override
  public int vocabulary() {
    return vocabulary;
  }

  /** {@return a digest of the model's name, not of its numbers, which a server does not show} */
  @Override
  public String digest() {
    return hash("");
  }

  private Hasher hasher() {
    return Hashing.sha256()
        .newHasher()
        .putUnencodedChars(settings.protocol() + " " + settings.url() + " " + settings.model())
        .putInt(settings.top())
        .putInt(vocabulary);
  }

  private String hash(String request) {
    return hasher().putUnencodedChars(request).hash().toString();
  }

  @Override
  public void read(List<int[]> prefixes, Reader reader) {
    for (int i = 0; i < prefixes.size(); i++) {
      checkArgument(prefixes.get(i).length > 0, "a prefix is empty");
      String request =
          settings.protocol().request(settings.model(), prefixes.get(i), settings.top());
      Map<Integer, Double> listed = ask(request);
      double sum = listed.values().stream().mapToDouble(Elementary::exp).sum();
      double tail = listed.size() < vocabulary ? Math.max(LEAST_TAIL, 1 - sum) : 0;
      synchronized (this) {
        largestTail = Math.max(largestTail, tail);
      }
      double least = listed.values().stream().mapToDouble(x -> x).min().orElseThrow();
      double rest = Math.min(least, Elementary.log(tail / (vocabulary - listed.size())));
      reader.read(
          i,
          (ids, out) -> {
            for (int k = 0; k < ids.length; k++) {
              out[k] = listed.getOrDefault(ids[k], rest);
            }
          });
    }
  }

  /** {@return whether there has been an answer, from the server or from disk} */
  public boolean hasAnswered() {
    return answers.get() > 0;
  }

  /**
   * {@return a line for people: requests, repetitions, answers from disk, and what was not listed}
   */
  public String usage() {
    synchronized (this) {
      return String.format(
          Locale.ROOT,
          "%s: %d requests, %d of them repeated, %d answers from disk; of the probability at most"
              + " %.2g was outside the %d listed tokens and was shared evenly by the others",
          settings.url(),
          requests.get(),
          retries.get(),
          cached.get(),
          largestTail,
          settings.top());
    }
  }

  private Map<Integer, Double> ask(String request) {
    try {
      Path file = settings.cache().map(dir -> dir.resolve(hash(request) + ".json")).orElse(null);
      if (file != null && Files.exists(file)) {
        cached.incrementAndGet();
        return read(Files.readString(file));
      }
      String answer = answer(request);
      Map<Integer, Double> listed = read(answer);
      if (file != null) {
        Files.createDirectories(file.toAbsolutePath().getParent());
        AtomicFile.write(file, out -> out.write(answer.getBytes(StandardCharsets.UTF_8)));
      }
      return listed;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<Integer, Double> read(String answer) {
    try {
      Map<Integer, Double> listed = settings.protocol().read(answer, texts, vocabulary);
      answers.incrementAndGet();
      return listed;
    } catch (IllegalArgumentException e) {
      throw new ServerException(settings.url() + ": " + e.getMessage());
    }
  }

  /** Sends a request until it is answered; what a server cannot help is not sent again. */
  private String answer(String request) {
    String path = settings.url().toString().replaceAll("/+$", "") + settings.protocol().path();
    HttpRequest.Builder post =
        HttpRequest.newBuilder(URI.create(path))
            .timeout(settings.timeout())
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(request));
    settings.key().ifPresent(key -> post.header("Authorization", "Bearer " + key));
    String failure = "";
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      requests.incrementAndGet();
      try {
        if (attempt > 0) {
          retries.incrementAndGet();
          Thread.sleep(settings.pause().toMillis() << (attempt - 1));
        }
        HttpResponse<String> response =
            client.send(post.build(), HttpResponse.BodyHandlers.ofString());
        int code = response.statusCode();
        if (code == 200) {
          return response.body();
        }
        failure = "status " + code + ": " + shortened(response.body());
        if (code != 429 && code < 500) {
          throw new ServerException(settings.url() + ": " + failure);
        }
      } catch (HttpTimeoutException e) {
        failure = "no answer within " + settings.timeout().toMillis() + " ms";
      } catch (IOException e) {
        failure = "no answer: " + shortened(String.valueOf(e.getMessage()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ServerException(settings.url() + ": interrupted");
      }
    }
    throw new ServerException(settings.url() + ": " + failure + " (asked " + ATTEMPTS + " times)");
  }

  private static String shortened(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    return line.length() <= LONGEST_MESSAGE ? line : line.substring(0, LONGEST_MESSAGE) + "…";
  }
}
