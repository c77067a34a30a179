package dev.ccl.lm.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.lm.token.ByteLevelBpe;
import dev.ccl.lm.token.Pieces;
import dev.ccl.lm.token.SentencePiece;
import dev.ccl.lm.token.Tokenizer;
import dev.ccl.lm.token.WordPattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

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
      special[id] =
          token.path("special").asBoolean() || PieceNames.ends(token.path("content").asText());
      for (String rule : new String[] {"lstrip", "rstrip", "single_word"}) {
        if (!special[id] && token.path(rule).asBoolean()) {
          throw file.breach("added_tokens", "token " + names[id] + ": " + rule + " cannot be read");
        }
      }
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
    for (String key : new String[] {"continuing_subword_prefix", "end_of_word_suffix", "dropout"}) {
      if (!model.path(key).asText("null").matches("|null|0(\\.0)?")) {
        throw file.breach("model." + key, "cannot be read");
      }
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
        pieces.defined(names[id]);
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
    List<WordPattern> cuts = new ArrayList<>();
    cuts(file.root().path("pre_tokenizer"), cuts);
    ByteLevelBpe result = ByteLevelBpe.of(pieces.build(), merges, cuts, begin(), end());
    result = model.path("ignore_merges").asBoolean() ? result.withWholeWords() : result;
    return composes(file.root().path("normalizer")) ? result.withComposition() : result;
  }

  /** Returns whether characters are composed; whatever else a normalizer may do is refused. */
  private boolean composes(JsonNode normalizer) {
    return switch (normalizer.path("type").asText()) {
      case "" -> false;
      case "NFC" -> true;
      case "Sequence" -> {
        boolean any = false;
        for (JsonNode part : normalizer.path("normalizers")) {
          any |= composes(part);
        }
        yield any;
      }
      default ->
          throw file.breach("normalizer", "a type that cannot be read: " + normalizer.path("type"));
    };
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

  private void cuts(JsonNode node, List<WordPattern> cuts) {
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
              WordPattern.of(node.path("individual_digits").asBoolean() ? "\\p{N}" : "\\p{N}+"));
      case "Split" -> cuts.add(split(node));
      default ->
          throw file.breach("pre_tokenizer", "a type that cannot be read: " + node.path("type"));
    }
  }

  private WordPattern split(JsonNode node) {
    String pattern = node.path("pattern").path("Regex").asText();
    boolean isolated = node.path("behavior").asText().equals("Isolated");
    if (pattern.isEmpty() || !isolated || node.path("invert").asBoolean()) {
      throw file.breach("pre_tokenizer", "a Split other than by isolated matches of a Regex");
    }
    try {
      return WordPattern.of(pattern);
    } catch (IllegalArgumentException e) {
      throw file.breach("pre_tokenizer.pattern.Regex", e.getMessage());
    }
  }

  private Tokenizer sentencePiece() {
    Set<String> marks = new TreeSet<>();
    marks("normalizer", file.root().path("normalizer"), marks);
    marks("pre_tokenizer", file.root().path("pre_tokenizer"), marks);
    boolean inFront = marks.contains("Prepend") || marks.contains("Metaspace");
    if (!inFront && !marks.contains("Replace")) {
      throw file.breach("normalizer", "only those that turn spaces into letters can be read");
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
      } else if (added[id] && !names[id].contains(SPACE)) {
        pieces.defined(names[id]);
      } else {
        pieces.text(names[id].replace(SPACE, " "));
        Integer rank = ranks.get(names[id]);
        scores[id] = rank == null ? Double.NEGATIVE_INFINITY : -rank;
      }
    }
    SentencePiece result =
        SentencePiece.of(pieces.build(), ImmutableDoubleArray.copyOf(scores), begin(), end());
    return inFront && !marks.contains("never") ? result : result.withoutSpaceInFront();
  }

  /** Notes what is done with spaces; whatever else may change or cut a text is refused. */
  private void marks(String place, JsonNode node, Set<String> marks) {
    String type = node.path("type").asText();
    String pattern = node.at("/pattern/String").asText();
    boolean ofSpaces = pattern.equals(" ");
    boolean known =
        switch (type) {
          case "", "Sequence" -> true;
          case "Prepend" -> node.path("prepend").asText(SPACE).equals(SPACE);
          case "Replace" -> ofSpaces && node.path("content").asText().equals(SPACE);
          case "Split" -> ofSpaces; // none is left by then
          case "Metaspace" ->
              node.path("replacement").asText(SPACE).equals(SPACE)
                  && !node.path("split").asBoolean(true);
          default -> false;
        };
    if (!known) {
      throw file.breach(place, "only spaces turned into letters can be read, not " + node);
    }
    marks.add(type);
    marks.add(node.path("prepend_scheme").asText());
    node.path("normalizers").forEach(part -> marks(place, part, marks));
    node.path("pretokenizers").forEach(part -> marks(place, part, marks));
  }

  /** The settings say whether texts begin by a token, or else what is done behind the spelling. */
  private OptionalInt begin() {
    if (settings != null && settings.root().path("add_bos_token").isBoolean()) {
      boolean wanted = settings.root().path("add_bos_token").booleanValue();
      return wanted ? named("bos_token", "<s>") : OptionalInt.empty();
    }
    JsonNode after = file.root().path("post_processor");
    if (after.path("type").asText().equals("Sequence")) {
      for (JsonNode part : after.path("processors")) {
        after = part.path("type").asText().equals("TemplateProcessing") ? part : after;
      }
    }
    if (after.path("type").asText().equals("TemplateProcessing")) {
      String first = after.at("/single/0/SpecialToken/id").asText();
      int id = first.isEmpty() ? -1 : Arrays.asList(names).indexOf(first);
      return id < 0 ? OptionalInt.empty() : OptionalInt.of(id);
    }
    boolean wanted = settings == null && model.path("byte_fallback").asBoolean();
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
