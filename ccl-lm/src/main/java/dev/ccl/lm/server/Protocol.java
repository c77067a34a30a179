package dev.ccl.lm.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ccl.core.math.Elementary;
import dev.ccl.lm.token.Tokenizer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/** The questions and answers of a kind of server. */
public enum Protocol {
  /** {@code POST /completion} with {@code n_probs}, whose tokens have ids. */
  LLAMA_CPP("/completion"),

  /** {@code POST /v1/completions} with {@code logprobs}, whose tokens are texts. */
  OPENAI("/v1/completions");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TOKEN_ID = "token_id:";

  private final String path;

  Protocol(String path) {
    this.path = path;
  }

  /**
   * Finds a protocol by name.
   *
   * @param name {@code llama.cpp} or {@code openai}
   * @return the protocol
   */
  public static Protocol named(String name) {
    return switch (name) {
      case "llama.cpp" -> LLAMA_CPP;
      case "openai" -> OPENAI;
      default ->
          throw new IllegalArgumentException(
              "protocol " + name + " is neither llama.cpp nor openai");
    };
  }

  String path() {
    return path;
  }

  /** Returns the body that asks for the likeliest tokens after a prefix. */
  String request(String model, int[] prefix, int top) {
    ObjectNode body = JSON.createObjectNode();
    for (int id : prefix) {
      body.withArray("prompt").add(id);
    }
    body.put("temperature", 0);
    if (this == LLAMA_CPP) {
      body.put("n_predict", 1).put("n_probs", top).put("cache_prompt", true);
    } else {
      body.put("model", model).put("max_tokens", 1).put("logprobs", top);
    }
    return body.toString();
  }

  /**
   * Reads an answer: the log-probabilities of the tokens that it lists.
   *
   * @throws IllegalArgumentException if it is not as the protocol says
   */
  Map<Integer, Double> read(String body, Map<String, Integer> texts, int vocabulary) {
    JsonNode root;
    try {
      root = JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the answer is no JSON: " + e.getOriginalMessage(), e);
    }
    Map<Integer, Double> listed = new TreeMap<>();
    if (this == LLAMA_CPP) {
      for (JsonNode token : root.path("completion_probabilities").path(0).path("top_logprobs")) {
        put(listed, token.path("id").asInt(-1), token.path("logprob"), vocabulary);
      }
    } else {
      JsonNode choice = root.path("choices").path(0);
      for (Map.Entry<String, JsonNode> e :
          choice.path("logprobs").path("top_logprobs").path(0).properties()) {
        Integer id =
            e.getKey().startsWith(TOKEN_ID)
                ? Integer.valueOf(e.getKey().substring(TOKEN_ID.length()))
                : texts.get(e.getKey());
        if (id != null) { // else a token that is no text: its probability is in the tail
          put(listed, id, e.getValue(), vocabulary);
        }
      }
    }
    double sum = listed.values().stream().mapToDouble(Elementary::exp).sum();
    if (listed.isEmpty() || !(sum <= 1.001)) {
      throw new IllegalArgumentException(
          listed.isEmpty()
              ? "the answer lists no log-probabilities of tokens"
              : String.format(Locale.ROOT, "the listed probabilities sum to %.4f", sum));
    }
    return listed;
  }

  private static void put(Map<Integer, Double> listed, int id, JsonNode log, int vocabulary) {
    if (id < 0 || id >= vocabulary || !log.isNumber() || !(log.asDouble() <= 1e-6)) {
      throw new IllegalArgumentException(
          "token " + id + " with log-probability " + log + " is none of " + vocabulary + " tokens");
    }
    listed.put(id, Math.min(0, log.asDouble()));
  }

  /** Returns the first token of each text. */
  Map<String, Integer> texts(Tokenizer tokenizer) {
    Map<String, Integer> texts = new HashMap<>();
    for (int id = 0; this == OPENAI && id < tokenizer.vocabulary(); id++) {
      texts.putIfAbsent(tokenizer.continuation(id), id);
    }
    texts.remove("");
    for (String control : new String[] {"</s>", "<|im_end|>", "<|eot_id|>", "<|endoftext|>"}) {
      OptionalInt id = tokenizer.control(control);
      id.ifPresent(known -> texts.put(control, known));
    }
    return texts;
  }
}
