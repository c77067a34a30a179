package dev.ccl.lm.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.lm.token.ByteLevelBpe;
import dev.ccl.lm.token.Pieces;
import dev.ccl.lm.token.SentencePiece;
import dev.ccl.lm.token.Tokenizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Tokenizers of {@code tokenizer.json}: byte pair encoding, either on bytes, or on characters with
 * a fallback to bytes as SentencePiece has it.
 */
final class TokenizerJson {
  private static final String SPACE = "\u2581";

  private final JsonFile file;
  private final JsonNode model;
  private final JsonFile settings; // tokenizer_config.json; null if there is none
  private final String[] names;
  private final boolean[] added;
  private final boolean[] special;

  private TokenizerJson(JsonFile file, JsonFile settings) {
    this.file = file;
    this.model = file.root().path("model");
    this.settings = settings;
    JsonNode addedTokens = file.root().path("added_tokens");
    int size = size(addedTokens);
    this.names = new String[size];
    this.added = new boolean[size];
    this.special = new boolean[size];
    model.path("vocab").fields().forEachRemaining(e -> name(e.getKey(), e.getValue(), "vocab"));
    for (JsonNode token : addedTokens) {
      int id = name(token.path("content").asText(), token.path("id"), "added_tokens");
      added[id] = true;
      special[id] = token.path("special").asBoolean();
    }
    for (int id = 0; id < size; id++) {
      if (names[id] == null) {
        throw file.breach("model.vocab", "no token has the id " + id);
      }
    }
  }

  private int size(JsonNode addedTokens) {
    if (!model.path("type").asText("BPE").equals("BPE") || !model.path("vocab").isObject()) {
      throw file.breach("model", "only byte pair encoding can be read");
    }
    int largest = -1;
    for (JsonNode id : model.path("vocab")) {
      largest = Math.max(largest, id.asInt(-1));
    }
    for (JsonNode token : addedTokens) {
      largest = Math.max(largest, token.path("id").asInt(-1));
    }
    if (largest >= model.path("vocab").size() + addedTokens.size()) {
      throw file.breach("model.vocab", "the id " + largest + " exceeds the number of tokens");
    }
    return largest + 1;
  }

  private int name(String name, JsonNode id, String place) {
    int value = id.asInt(-1);
    if (value < 0) {
      throw file.breach(place, "token " + name + ": the id is no integer from 0 on");
    }
    names[value] = name;
    return value;
  }

  static Tokenizer read(JsonFile file, JsonFile settings) {
    TokenizerJson reader = new TokenizerJson(file, settings);
    try {
      return reader.model.path("byte_fallback").asBoolean()
          ? reader.sentencePiece()
          : reader.byteLevel();
    } catch (ModelFormatException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw file.breach("model", e.getMessage());
    }
  }

  private Tokenizer byteLevel() {
    Pieces.Builder pieces = Pieces.builder();
    for (int id = 0; id < names.length; id++) {
      byte[] bytes = added[id] ? null : ByteAlphabet.bytes(names[id]);
      if (special[id] || (bytes == null && !added[id])) {
        pieces.control(names[id]);
      } else if (added[id]) {
        pieces.text(names[id]);
      } else {
        pieces.text(bytes);
      }
    }
    List<ByteLevelBpe.Merge> merges = new ArrayList<>();
    for (String[] pair : merges()) {
      byte[] left = ByteAlphabet.bytes(pair[0]);
      byte[] right = ByteAlphabet.bytes(pair[1]);
      if (left == null || right == null) {
        throw file.breach("model.merges[" + merges.size() + "]", "no pair of byte strings");
      }
      merges.add(ByteLevelBpe.Merge.of(left, right));
    }
    if (!file.root().path("normalizer").isNull()
        && !file.root().path("normalizer").isMissingNode()) {
      throw file.breach("normalizer", "byte-level tokenizers with one cannot be read");
    }
    List<Pattern> cuts = new ArrayList<>();
    cuts(file.root().path("pre_tokenizer"), cuts);
    return ByteLevelBpe.of(pieces.build(), merges, cuts, begin(), end());
  }

  private List<String[]> merges() {
    List<String[]> result = new ArrayList<>();
    for (JsonNode merge : model.path("merges")) {
      String[] pair =
          merge.isTextual()
              ? merge.asText().split(" ", -1)
              : new String[] {merge.path(0).asText(), merge.path(1).asText()};
      if (pair.length != 2) {
        throw file.breach("model.merges[" + result.size() + "]", "no pair");
      }
      result.add(pair);
    }
    return result;
  }

  private void cuts(JsonNode node, List<Pattern> cuts) {
    switch (node.path("type").asText()) {
      case "Sequence" -> node.path("pretokenizers").forEach(part -> cuts(part, cuts));
      case "ByteLevel" -> {
        if (node.path("add_prefix_space").asBoolean()) {
          throw file.breach("pre_tokenizer.add_prefix_space", "only false can be read");
        }
        if (node.path("use_regex").asBoolean(true)) {
          cuts.add(WordPatterns.GPT2);
        }
      }
      case "Digits" ->
          cuts.add(
              Pattern.compile(node.path("individual_digits").asBoolean() ? "\\p{N}" : "\\p{N}+"));
      case "Split" -> cuts.add(split(node));
      default ->
          throw file.breach("pre_tokenizer", "a type that cannot be read: " + node.path("type"));
    }
  }

  private Pattern split(JsonNode node) {
    String pattern = node.path("pattern").path("Regex").asText();
    boolean isolated = node.path("behavior").asText().equals("Isolated");
    if (pattern.isEmpty() || !isolated || node.path("invert").asBoolean()) {
      throw file.breach("pre_tokenizer", "a Split other than by isolated matches of a Regex");
    }
    try {
      return WordPatterns.of(pattern);
    } catch (PatternSyntaxException e) {
      throw file.breach("pre_tokenizer.pattern.Regex", e.getDescription());
    }
  }

  private Tokenizer sentencePiece() {
    String marks = file.root().path("normalizer") + " " + file.root().path("pre_tokenizer");
    if (!marks.contains("Prepend") && !marks.contains("Metaspace")) {
      throw file.breach("normalizer", "only those that put a space in front can be read");
    }
    Map<String, Integer> ranks = new HashMap<>();
    for (String[] pair : merges()) {
      ranks.putIfAbsent(pair[0] + pair[1], ranks.size());
    }
    Pieces.Builder pieces = Pieces.builder();
    double[] scores = new double[names.length];
    Arrays.fill(scores, Double.NEGATIVE_INFINITY);
    for (int id = 0; id < names.length; id++) {
      OptionalInt single = PieceNames.singleByte(names[id]);
      if (special[id]) {
        pieces.control(names[id]);
      } else if (single.isPresent()) {
        pieces.singleByte(single.getAsInt());
      } else {
        pieces.text(names[id].replace(SPACE, " "));
        Integer rank = ranks.get(names[id]);
        scores[id] = rank == null ? Double.NEGATIVE_INFINITY : -rank;
      }
    }
    return SentencePiece.of(pieces.build(), ImmutableDoubleArray.copyOf(scores), begin(), end());
  }

  private OptionalInt begin() {
    boolean wanted =
        settings == null
            ? model.path("byte_fallback").asBoolean()
            : settings.root().path("add_bos_token").asBoolean(false);
    return wanted ? named("bos_token", "<s>") : OptionalInt.empty();
  }

  private OptionalInt end() {
    return named("eos_token", "</s>");
  }

  private OptionalInt named(String key, String usual) {
    JsonNode node = settings == null ? null : settings.root().path(key);
    String name =
        node == null
            ? usual
            : node.isTextual() ? node.asText() : node.path("content").asText(usual);
    int id = Arrays.asList(names).indexOf(name);
    return id < 0 ? OptionalInt.empty() : OptionalInt.of(id);
  }
}
