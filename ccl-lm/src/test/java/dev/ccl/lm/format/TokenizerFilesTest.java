package dev.ccl.lm.format;

import static dev.ccl.lm.format.ModelsTest.assertTextsComeBack;
import static dev.ccl.lm.format.ModelsTest.pieces;
import static dev.ccl.lm.format.ModelsTest.tiny;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.primitives.Bytes;
import dev.ccl.lm.TinyLlama;
import dev.ccl.lm.token.Tokenizer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tokenizers of model files: how they cut texts, and which of their tokens are text. */
class TokenizerFilesTest {
  @TempDir Path directory;

  private LoadedModel open(String name, byte[] bytes) throws IOException {
    return Models.open(Files.write(directory.resolve(name), bytes));
  }

  @Test
  void earlyTokenizersOfLlama2cWriteBytesAsCharacters() throws IOException {
    LittleEndian out = new LittleEndian().i32(8);
    for (int id = 0; id < 300; id++) {
      boolean single = id >= 3 && id < 259;
      String piece = single ? String.valueOf((char) (id - 3)) : ModelFiles.piece(id);
      byte[] bytes = piece.getBytes(StandardCharsets.UTF_8);
      out.f32(-id).i32(bytes.length).raw(bytes);
    }
    LoadedModel model = open("a.bin", Bytes.concat(ModelFiles.llama2c(tiny(true)), out.bytes()));
    assertTextsComeBack(model.tokenizer());
  }

  @Test
  void ggufWithByteLevelTokens() throws IOException {
    TinyLlama tiny = tiny(true);
    Map<String, Object> metadata = ModelFiles.ggufMetadata(TinyLlama.EVEN);
    ObjectNode vocab = (ObjectNode) ModelFiles.tokenizer(300).path("model").path("vocab");
    Object[] tokens = new Object[300];
    vocab.fields().forEachRemaining(e -> tokens[e.getValue().asInt()] = e.getKey());
    tokens[299] = "unused";
    Object[] kinds = new Object[300];
    Arrays.setAll(kinds, id -> id < 3 ? 3 : 1);
    metadata.put("tokenizer.ggml.tokens", tokens);
    metadata.put("tokenizer.ggml.token_type", kinds);
    metadata.put("tokenizer.ggml.model", "gpt2");
    metadata.put("tokenizer.ggml.merges", new Object[] {"t h", "th e"});
    metadata.put("tokenizer.chat_template", "<|im_start|>");
    LoadedModel model = open("bpe.gguf", ModelFiles.gguf(tiny, GgufType.F32, metadata));
    assertTextsComeBack(model.tokenizer());
    assertEquals("the", model.tokenizer().decode(model.tokenizer().encode("the")[0]));
    assertEquals(1, model.prompt("")[0], "a control token");
    for (String pre : new String[] {"gpt-2", "smollm", "llama-bpe"}) {
      metadata.put("tokenizer.ggml.pre", pre);
      LoadedModel other = open("bpe.gguf", ModelFiles.gguf(tiny, GgufType.F32, metadata));
      assertTextsComeBack(other.tokenizer());
    }
  }

  /** Files need not say of which kind their tokens are; names outside the alphabet are texts. */
  @Test
  void byteLevelTokensOfNoKindAreText() throws IOException {
    Map<String, Object> metadata = ModelFiles.ggufMetadata(TinyLlama.EVEN);
    Object[] tokens = new Object[300];
    ObjectNode vocab = (ObjectNode) ModelFiles.tokenizer(300).path("model").path("vocab");
    vocab.fields().forEachRemaining(e -> tokens[e.getValue().asInt()] = e.getKey());
    tokens[299] = "to day";
    metadata.put("tokenizer.ggml.tokens", tokens);
    metadata.put("tokenizer.ggml.model", "gpt2");
    metadata.remove("tokenizer.ggml.token_type");
    byte[] file = ModelFiles.gguf(tiny(true), GgufType.F32, metadata);
    Tokenizer tokenizer = open("a.gguf", file).tokenizer();
    assertTextsComeBack(tokenizer);
    assertEquals("to day", tokenizer.continuation(299));
    assertEquals(OptionalInt.of(2), tokenizer.end());
    tokens[Arrays.asList(tokens).indexOf("A")] = "B";
    byte[] lacking = ModelFiles.gguf(tiny(true), GgufType.F32, metadata);
    String message =
        assertThrows(ModelFormatException.class, () -> open("b.gguf", lacking)).getMessage();
    assertEquals(
        directory.resolve("b.gguf") + ": tokenizer.ggml.tokens: no token stands for the byte 0x41",
        message);
  }

  /** What is unknown, unused or a control token has no text. */
  @Test
  void onlyTokensOfTextAreText() throws IOException {
    Map<String, Object> metadata = ModelFiles.ggufMetadata(TinyLlama.EVEN);
    Object[] kinds = ((Object[]) metadata.get("tokenizer.ggml.token_type")).clone();
    for (int kind : new int[] {2, 3, 5}) {
      kinds[290 + kind] = kind;
    }
    kinds[294] = 4;
    Object[] names = ((Object[]) metadata.get("tokenizer.ggml.tokens")).clone();
    names[280] = "<0x41>"; // a word, since it is said to be one
    names[281] = "<0x7>";
    kinds[281] = 6;
    metadata.put("tokenizer.ggml.tokens", names);
    metadata.put("tokenizer.ggml.token_type", kinds);
    byte[] file = ModelFiles.gguf(tiny(true), GgufType.F32, metadata);
    Tokenizer tokenizer = open("a.gguf", file).tokenizer();
    for (int id : new int[] {292, 293, 295}) {
      assertEquals("", tokenizer.continuation(id));
    }
    assertNotEquals("", tokenizer.continuation(294));
    assertEquals("<0x41>", tokenizer.continuation(280));
    assertEquals("<0x7>", tokenizer.continuation(281));
    assertEquals("A", tokenizer.continuation(3 + 0x41));
  }

  /** A mark stands for a space wherever it is in a word. */
  @Test
  void everyMarkIsASpace() throws IOException {
    Map<String, Object> metadata = ModelFiles.ggufMetadata(TinyLlama.EVEN);
    Object[] names = ((Object[]) metadata.get("tokenizer.ggml.tokens")).clone();
    names[282] = "\u2581\u2581\u2581";
    names[283] = "a\u2581b\u2581";
    metadata.put("tokenizer.ggml.tokens", names);
    byte[] file = ModelFiles.gguf(tiny(true), GgufType.F32, metadata);
    Tokenizer tokenizer = open("a.gguf", file).tokenizer();
    assertEquals("   ", tokenizer.continuation(282));
    assertEquals("a b ", tokenizer.continuation(283));
  }

  @Test
  void tokenizerWithByteFallback() throws IOException {
    ObjectNode root = ModelFiles.tokenizer(300);
    ObjectNode model = (ObjectNode) root.path("model");
    model.put("byte_fallback", true);
    ObjectNode vocab = model.putObject("vocab");
    for (int id = 0; id < 290; id++) {
      vocab.put(ModelFiles.piece(id).replace(' ', '\u2581'), id);
    }
    vocab.put("a\u2581\u2581", 290);
    model.putArray("merges").add("t h").add("th e").add("\u2581 the");
    ArrayNode added = root.putArray("added_tokens");
    added.addObject().put("id", 1).put("content", "<s>").put("special", true);
    added.addObject().put("id", 291).put("content", "to\u2581day").put("special", false);
    root.putObject("normalizer").put("type", "Prepend");
    root.remove("pre_tokenizer");
    Path file = directory.resolve("tokenizer.json");
    Files.writeString(file, root.toString());
    Tokenizer tokenizer = TokenizerJson.read(JsonFile.read(file), null);
    assertArrayEquals(new int[] {271}, tokenizer.encode("the"));
    assertArrayEquals(new int[] {259, 263, 264}, tokenizer.encode("in"));
    assertEquals("a  ", tokenizer.continuation(290));
    assertEquals("to day", tokenizer.continuation(291), "added, and not special");
    assertEquals("", tokenizer.continuation(1));
    assertEquals(OptionalInt.of(1), tokenizer.begin());
    assertTextsComeBack(tokenizer);
  }

  /** Tokens that were added are words, unless they are said to be special. */
  @Test
  void addedTokensAreTextsUnlessTheyAreSpecial() throws IOException {
    ObjectNode root = ModelFiles.tokenizer(300);
    int id = root.path("model").path("vocab").size();
    ((ArrayNode) root.path("added_tokens"))
        .addObject()
        .put("id", id)
        .put("content", "to day")
        .put("special", false);
    ((ArrayNode) root.path("added_tokens")).addObject().put("id", id + 1).put("content", "says");
    Path file = Files.writeString(directory.resolve("tokenizer.json"), root.toString());
    Tokenizer tokenizer = TokenizerJson.read(JsonFile.read(file), null);
    assertEquals(id + 2, tokenizer.vocabulary());
    assertEquals("to day", tokenizer.continuation(id));
    assertEquals("says", tokenizer.continuation(id + 1), "nothing is said of it");
    assertEquals(OptionalInt.empty(), tokenizer.control("to day"));
    assertEquals("", tokenizer.continuation(2));
    assertEquals(OptionalInt.of(2), tokenizer.control("<|im_end|>"));
  }

  /** What prints in Latin-1 stands for itself, the rest in order for the characters from U+0100. */
  @Test
  void aCharacterForEveryByte() {
    int next = 0x100;
    for (int value = 0; value < 256; value++) {
      String latin = "" + (char) value;
      boolean prints = !Character.isISOControl(value) && !" \u00a0\u00ad".contains(latin);
      String letter = prints ? latin : "" + (char) next++;
      assertArrayEquals(new byte[] {(byte) value}, ByteAlphabet.bytes(letter), "byte " + value);
      if (!prints) {
        assertNull(ByteAlphabet.bytes("a" + latin), "byte " + value);
      }
    }
    assertEquals(0x100 + 33 + 34 + 1, next);
    for (char other : new char[] {(char) next, '\u017f', '\u0180', '\uffff'}) {
      assertNull(ByteAlphabet.bytes(other + "a"));
    }
    assertArrayEquals(new byte[] {' ', 'a', '\n'}, ByteAlphabet.bytes("\u0120a\u010a"));
    assertArrayEquals(new byte[0], ByteAlphabet.bytes(""));
  }

  private static byte[] llama2cTokenizer(Map<Integer, String> others) {
    LittleEndian out = new LittleEndian().i32(8);
    for (int id = 0; id < 300; id++) {
      String piece = others.getOrDefault(id, ModelFiles.piece(id));
      byte[] bytes = piece.getBytes(StandardCharsets.UTF_8);
      out.f32(-id).i32(bytes.length).raw(bytes);
    }
    return out.bytes();
  }

  /** Early files have line ends around the names; behind the bytes a character is a text. */
  @Test
  void namesAndCharactersOfLlama2c() throws IOException {
    byte[] tokens =
        llama2cTokenizer(Map.of(1, "\n<s>\n", 2, "</s> ", 68, "A", 259, "\u0100", 280, "C"));
    byte[] weights = ModelFiles.llama2c(tiny(true));
    Tokenizer tokenizer = open("a.bin", Bytes.concat(weights, tokens)).tokenizer();
    assertEquals(OptionalInt.of(1), tokenizer.control("<s>"));
    assertEquals(OptionalInt.of(2), tokenizer.control("</s>"));
    assertEquals("A", tokenizer.continuation(68), "in its place");
    assertEquals("\u0100", tokenizer.continuation(259));
    assertArrayEquals(new int[] {35, 259, 280}, tokenizer.encode("\u0100C"));
    assertArrayEquals(new int[] {35, 68}, tokenizer.encode("A"));
  }

  /**
   * Files need not say of which kind they are, nor have a normalizer; other vocabularies differ.
   */
  @Test
  void whatATokenizerNeedNotSay() throws IOException {
    ObjectNode root = ModelFiles.tokenizer(300);
    root.putNull("normalizer");
    ObjectNode model = (ObjectNode) root.path("model");
    model.remove("type");
    ((ObjectNode) model.path("vocab")).put("\u7b49", 299);
    Tokenizer tokenizer = json(root);
    assertEquals(300, tokenizer.vocabulary());
    assertEquals(OptionalInt.of(299), tokenizer.control("\u7b49"), "no bytes are written so");
    assertEquals("", tokenizer.continuation(299));
    assertEquals(OptionalInt.empty(), tokenizer.control("the"));
    assertTextsComeBack(tokenizer);
    ObjectNode metaspace = ModelFiles.tokenizer(300);
    ObjectNode with = (ObjectNode) metaspace.path("model");
    with.put("byte_fallback", true);
    ObjectNode vocab = with.putObject("vocab");
    for (int id = 0; id < 290; id++) {
      vocab.put(ModelFiles.piece(id).replace(' ', '\u2581'), id);
    }
    with.putArray("merges").add("t h");
    metaspace.putObject("pre_tokenizer").put("type", "Metaspace").put("split", false);
    assertEquals("[ , th, e]", pieces(json(metaspace), "the"));
    for (String part :
        new String[] {
          "{\"type\": \"Metaspace\"}", // which cuts at spaces
          "{\"type\": \"Metaspace\", \"split\": false, \"replacement\": \"_\"}",
          "{\"type\": \"Sequence\", \"pretokenizers\": [{\"type\": \"Digits\"}]}",
          "{\"type\": \"Split\", \"pattern\": {\"Regex\": \"x\"}}"
        }) {
      ObjectNode other = metaspace.deepCopy();
      other.set("pre_tokenizer", new ObjectMapper().readTree(part));
      assertTrue(complaint(other).startsWith("pre_tokenizer: only spaces"), complaint(other));
    }
    for (String part : new String[] {"NFKC", "Lowercase", "Precompiled"}) {
      ObjectNode other = metaspace.deepCopy();
      other.putObject("normalizer").put("type", "Sequence").putArray("normalizers").addObject();
      ((ObjectNode) other.at("/normalizer/normalizers/0")).put("type", part);
      assertTrue(complaint(other).startsWith("normalizer: only spaces"), complaint(other));
    }
    metaspace.remove("pre_tokenizer");
    assertEquals(
        "normalizer: only those that turn spaces into letters can be read", complaint(metaspace));
  }

  /** What a token does to its neighbours in a text is refused; ends are in no text. */
  @Test
  void rulesOfTokensThatAreNotKept() throws IOException {
    for (String rule : new String[] {"lstrip", "rstrip", "single_word"}) {
      ObjectNode root = ModelFiles.tokenizer(300);
      ObjectNode token = ((ArrayNode) root.path("added_tokens")).addObject();
      token.put("id", 299).put("content", "<tool>").put("special", false).put(rule, true);
      assertEquals("added_tokens: token <tool>: " + rule + " cannot be read", complaint(root));
      token.put("content", "</s>");
      assertEquals(OptionalInt.of(299), json(root).control("</s>"));
    }
    for (String key : new String[] {"continuing_subword_prefix", "end_of_word_suffix"}) {
      ObjectNode root = ModelFiles.tokenizer(300);
      ((ObjectNode) root.path("model")).put(key, "");
      assertTextsComeBack(json(root));
      ((ObjectNode) root.path("model")).put(key, "##");
      assertEquals("model." + key + ": cannot be read", complaint(root));
    }
  }

  /** A letter and a digit are two words, unless a file says that it cuts nothing. */
  @Test
  void wordsAreCutUnlessAFileSaysOtherwise() throws IOException {
    ObjectNode root = ModelFiles.tokenizer(300);
    ((ObjectNode) root.at("/model/vocab")).put("x1", 299);
    ((ArrayNode) root.at("/model/merges")).add("x 1");
    ObjectNode cut = (ObjectNode) root.path("pre_tokenizer");
    assertEquals("[x, 1]", pieces(json(root), "x1"));
    cut.put("use_regex", true);
    assertEquals("[x, 1]", pieces(json(root), "x1"));
    cut.put("use_regex", false);
    assertEquals("[x1]", pieces(json(root), "x1"));
  }

  private Tokenizer json(ObjectNode root) throws IOException {
    Path file = Files.writeString(directory.resolve("tokenizer.json"), root.toString());
    return TokenizerJson.read(JsonFile.read(file), null);
  }

  private String complaint(ObjectNode root) {
    String message =
        assertThrows(ModelFormatException.class, () -> json(root), root::toString).getMessage();
    return message.substring(message.indexOf(".json: ") + 7);
  }

  /** The names of 299 tokens and 3 that were added: the id 301 leaves a gap, 302 is too far. */
  @Test
  void idsUpToTheNumberOfTokens() {
    for (boolean added : new boolean[] {false, true}) {
      for (int id : new int[] {300, 301, 302, 303}) {
        ObjectNode root = ModelFiles.tokenizer(300);
        ArrayNode list = (ArrayNode) root.path("added_tokens");
        if (added) {
          list.addObject().put("id", id).put("content", "far").put("special", true);
        } else {
          ((ObjectNode) root.at("/model/vocab")).put("far", id);
        }
        assertEquals(
            id < 303
                ? "model.vocab: no token has the id 299"
                : "model.vocab: the id 303 exceeds the number of tokens",
            complaint(root));
      }
    }
  }

  /** Both parts of a pair are written in the alphabet of bytes, in files of both kinds. */
  @Test
  void pairsOfBytes() throws IOException {
    for (String pair : List.of("t \u7b49", "\u7b49 t", "t\u7b49")) {
      ObjectNode root = ModelFiles.tokenizer(300);
      ((ArrayNode) root.at("/model/merges")).add(pair);
      String rule = pair.contains(" ") ? "no pair of byte strings" : "no pair";
      assertEquals("model.merges[8]: " + rule, complaint(root));
      Map<String, Object> metadata = ModelFiles.ggufMetadata(TinyLlama.EVEN);
      metadata.put("tokenizer.ggml.model", "gpt2");
      metadata.put("tokenizer.ggml.merges", new Object[] {"t h", pair});
      byte[] file = ModelFiles.gguf(tiny(true), GgufType.F32, metadata);
      String message =
          assertThrows(ModelFormatException.class, () -> open("a.gguf", file)).getMessage();
      assertTrue(message.endsWith(": tokenizer.ggml.merges[1]: no pair"), message);
    }
  }

  /** " 12" is one token if the way to cut words lets it be, and "(a" likewise. */
  @Test
  void numbersAreCutAsTheFileSays() throws IOException {
    TinyLlama tiny = tiny(true);
    Map<String, Object> metadata = ModelFiles.ggufMetadata(TinyLlama.EVEN);
    ObjectNode json = ModelFiles.tokenizer(300);
    ObjectNode vocab = (ObjectNode) json.path("model").path("vocab");
    Object[] tokens = new Object[300];
    vocab.fields().forEachRemaining(e -> tokens[e.getValue().asInt()] = e.getKey());
    tokens[297] = "12";
    tokens[298] = "\u012012";
    tokens[299] = "1234";
    Object[] kinds = new Object[300];
    Arrays.setAll(kinds, id -> id < 3 ? 3 : 1);
    Object[] merges = {"1 2", "\u0120 12", "3 4", "12 34", "( a"};
    tokens[296] = "34";
    tokens[295] = "(a";
    metadata.put("tokenizer.ggml.tokens", tokens);
    metadata.put("tokenizer.ggml.token_type", kinds);
    metadata.put("tokenizer.ggml.model", "gpt2");
    metadata.put("tokenizer.ggml.merges", merges);
    Map<String, String> expected =
        Map.of(
            "gpt-2", "[1234,  12, (, a]",
            "smollm", "[1, 2, 3, 4,  , 1, 2, (, a]",
            "llama-bpe", "[12, 3, 4,  , 12, (a]");
    for (Map.Entry<String, String> e : expected.entrySet()) {
      metadata.put("tokenizer.ggml.pre", e.getKey());
      LoadedModel model = open("cut.gguf", ModelFiles.gguf(tiny, GgufType.F32, metadata));
      assertEquals(e.getValue(), pieces(model.tokenizer(), "1234 12(a"), e.getKey());
    }
    vocab.removeAll();
    for (int id = 0; id < 300; id++) {
      vocab.put((String) tokens[id], id);
    }
    ArrayNode pairs = ((ObjectNode) json.path("model")).putArray("merges");
    Arrays.stream(merges).forEach(merge -> pairs.add((String) merge));
    assertEquals("[1, 2, 3, 4,  , 1, 2]", cutBy(json, true));
    assertEquals("[1234,  , 12]", cutBy(json, false));
  }

  private String cutBy(ObjectNode json, boolean individual) throws IOException {
    ObjectNode cuts = json.putObject("pre_tokenizer").put("type", "Sequence");
    ArrayNode list = cuts.putArray("pretokenizers");
    list.addObject().put("type", "Digits").put("individual_digits", individual);
    list.addObject().put("type", "ByteLevel").put("add_prefix_space", false);
    Path file = Files.writeString(directory.resolve("cut.json"), json.toString());
    return pieces(TokenizerJson.read(JsonFile.read(file), null), "1234 12");
  }
}
