package dev.ccl.lm.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.primitives.Bytes;
import com.google.common.primitives.Ints;
import dev.ccl.lm.LanguageModel;
import dev.ccl.lm.NaiveLlama;
import dev.ccl.lm.TinyLlama;
import dev.ccl.lm.model.LlamaShape;
import dev.ccl.lm.token.HostileTexts;
import dev.ccl.lm.token.Tokenizer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What was written is read: the same weights to the bit, and a tokenizer that works. */
class ModelsTest {
  @TempDir Path directory;

  private static TinyLlama tiny(boolean tied) {
    return TinyLlama.of(TinyLlama.EVEN, tied, 9);
  }

  private LoadedModel open(String name, byte[] bytes) throws IOException {
    return Models.open(Files.write(directory.resolve(name), bytes));
  }

  private static void assertTextsComeBack(Tokenizer tokenizer) {
    HostileTexts.all().forEach(t -> assertEquals(t, tokenizer.decode(tokenizer.encode(t))));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void llama2c(boolean tied) throws IOException {
    TinyLlama tiny = tiny(tied);
    byte[] tokenizer = ModelFiles.llama2cTokenizer(300);
    LoadedModel joined = open("joined.data", Bytes.concat(ModelFiles.llama2c(tiny), tokenizer));
    assertEquals(tiny.model().digest(), joined.model().digest());
    Files.write(directory.resolve("tokenizer.bin"), tokenizer);
    LoadedModel apart = open("apart.bin", ModelFiles.llama2c(tiny));
    assertEquals(tiny.model().digest(), apart.model().digest());
    assertArrayEquals(new int[] {271}, apart.tokenizer().encode("the"));
    assertArrayEquals(new int[] {1, 271, 274}, apart.prompt("theand"));
    assertEquals(OptionalInt.of(2), joined.tokenizer().end());
    assertTextsComeBack(joined.tokenizer());
    assertTrue(
        assertThrows(ModelFormatException.class, () -> Models.open(directory))
            .getMessage()
            .endsWith("2 models are here; name one of [apart.bin, joined.data]"));
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

  @ParameterizedTest
  @EnumSource(GgufType.class)
  void gguf(GgufType type) throws IOException {
    for (boolean tied : new boolean[] {true, false}) {
      TinyLlama tiny = tiny(tied);
      byte[] bytes = ModelFiles.gguf(tiny, type, ModelFiles.ggufMetadata(TinyLlama.EVEN));
      LoadedModel model = open("tiny.gguf", bytes); // the writer has rounded the tables
      assertEquals(tiny.model().digest(), model.model().digest());
      assertArrayEquals(new int[] {271}, model.tokenizer().encode("the"));
      assertEquals(OptionalInt.of(1), model.tokenizer().begin());
      assertTextsComeBack(model.tokenizer());
      assertEquals(model.model().digest(), Models.open(directory).model().digest());
    }
  }

  @Test
  void ggufWithAnotherAlignment() throws IOException {
    TinyLlama tiny = tiny(true);
    Map<String, Object> metadata = ModelFiles.ggufMetadata(TinyLlama.EVEN);
    for (int alignment : new int[] {8, 24, 4096}) {
      metadata.put("general.alignment", alignment);
      LoadedModel model = open("a.gguf", ModelFiles.gguf(tiny, GgufType.F32, metadata));
      assertEquals(tiny.model().digest(), model.model().digest(), "alignment " + alignment);
    }
  }

  /** All numbers of 16 bits: sign, five bits of exponent, ten of fraction. */
  @Test
  void halves() {
    for (int bits = 0; bits < 1 << 16; bits++) {
      int exponent = bits / 1024 % 32;
      double fraction = bits % 1024 / 1024.0;
      double magnitude =
          exponent == 31
              ? (fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN)
              : exponent == 0
                  ? fraction * Math.pow(2, -14)
                  : (1 + fraction) * Math.pow(2, exponent - 15);
      double expected = bits < 1 << 15 ? magnitude : -magnitude;
      assertEquals((float) expected, GgufRows.half(bits), "bits " + bits);
    }
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

  @Test
  void ggufWithDividedFrequenciesIsOneWithScaledPositions() throws IOException {
    TinyLlama tiny = tiny(true);
    Map<String, Object> metadata = ModelFiles.ggufMetadata(TinyLlama.EVEN);
    double plain = fourth(open("p.gguf", ModelFiles.gguf(tiny, GgufType.F32, metadata)));
    Map<String, float[][]> divisors = Map.of("rope_freqs.weight", new float[][] {{2, 2, 2, 2}});
    byte[] divided = ModelFiles.gguf(tiny, GgufType.F32, metadata, divisors);
    metadata.put("llama.rope.scaling.type", "linear");
    metadata.put("llama.rope.scaling.factor", 2f);
    byte[] scaled = ModelFiles.gguf(tiny, GgufType.F32, metadata);
    assertEquals(fourth(open("s.gguf", scaled)), fourth(open("d.gguf", divided)));
    assertNotEquals(plain, fourth(open("s.gguf", scaled)));
  }

  private static double fourth(LoadedModel model) {
    double[] log = new double[1];
    LanguageModel.Cursor cursor = model.model().cursor();
    cursor.moveTo(new int[] {1, 50, 70, 90});
    cursor.logProbabilities(new int[] {8}, log);
    return log[0];
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void onnx(boolean bytes) throws IOException {
    TinyLlama tiny = tiny(false);
    ModelFiles.onnx(tiny, bytes, directory);
    LoadedModel model = Models.open(directory);
    assertEquals(tiny.model().digest(), model.model().digest());
    Path file = directory.resolve("onnx").resolve("model.onnx");
    assertEquals(model.model().digest(), Models.open(file).model().digest());
    Tokenizer tokenizer = model.tokenizer();
    assertEquals("[ , the, in]", pieces(tokenizer, " thein"));
    assertEquals("[', v, e,  , the, 1, 2,  ,  ,  ,  , x]", pieces(tokenizer, "'ve the12    x"));
    assertTextsComeBack(tokenizer);
  }

  /** Heads need not divide the width: 4 of 6 numbers where the width is 32. */
  @Test
  void headsOfTheirOwnWidth() throws IOException {
    LlamaShape shape = new LlamaShape(300, 32, 2, 4, 2, 6, 64, 64, 1e-5, 10_000, 1);
    TinyLlama tiny = TinyLlama.of(shape, false, 9);
    ModelFiles.onnx(tiny, false, directory);
    assertEquals(tiny.model().digest(), Models.open(directory).model().digest());
    Map<String, Object> metadata = ModelFiles.ggufMetadata(shape);
    metadata.put("llama.attention.key_length", 6);
    LoadedModel gguf = open("a.gguf", ModelFiles.gguf(tiny, GgufType.F32, metadata));
    assertEquals(tiny.model().digest(), gguf.model().digest());
  }

  /** What is unknown, unused or a control token has no text. */
  @Test
  void onlyTokensOfTextAreText() throws IOException {
    Map<String, Object> metadata = ModelFiles.ggufMetadata(TinyLlama.EVEN);
    Object[] kinds = ((Object[]) metadata.get("tokenizer.ggml.token_type")).clone();
    for (int kind : new int[] {2, 3, 5}) {
      kinds[290 + kind] = kind;
    }
    metadata.put("tokenizer.ggml.token_type", kinds);
    byte[] file = ModelFiles.gguf(tiny(true), GgufType.F32, metadata);
    Tokenizer tokenizer = open("a.gguf", file).tokenizer();
    for (int id : new int[] {292, 293, 295}) {
      assertEquals("", tokenizer.continuation(id));
    }
    assertNotEquals("", tokenizer.continuation(294));
  }

  @Test
  void onnxWithRoundedActivations() throws IOException {
    TinyLlama tiny = tiny(false);
    ModelFiles.onnx(tiny, true, directory);
    LanguageModel rounding = Models.open(directory, Activations.ROUNDED).model();
    LanguageModel floats = Models.open(directory, Activations.FLOATS).model();
    assertNotEquals(floats.digest(), rounding.digest());
    double[] one = new double[floats.width()];
    double[] other = new double[floats.width()];
    for (int id = 0; id < floats.vocabulary(); id++) {
      floats.embedding(id, one);
      rounding.embedding(id, other);
      assertArrayEquals(one, other, "the weights are the same");
    }
    int[] prefix = {1, 50, 70, 90};
    double[] hidden = new NaiveLlama(tiny, true, NaiveLlama.Fault.NONE).hidden(prefix);
    LanguageModel.Cursor cursor = rounding.cursor();
    cursor.moveTo(prefix);
    cursor.hidden(other);
    assertArrayEquals(hidden, other, 6e-5); // as in LlamaModelTest
    cursor = floats.cursor();
    cursor.moveTo(prefix);
    cursor.hidden(one);
    double apart = 0;
    for (int i = 0; i < one.length; i++) {
      apart = Math.max(apart, Math.abs(one[i] - hidden[i]));
    }
    assertTrue(apart > 6e-3, "rounding shows: " + apart);
  }

  @Test
  void onlyIntegerProductsSayHowToRound() throws IOException {
    ModelFiles.onnx(tiny(false), false, directory);
    assertRefused(directory, "floats: the file does not round what they multiply");
    byte[] gguf =
        ModelFiles.gguf(tiny(true), GgufType.Q8_0, ModelFiles.ggufMetadata(TinyLlama.EVEN));
    assertRefused(
        Files.write(directory.resolve("a.gguf"), gguf),
        "only ONNX files say how activations are rounded");
  }

  private static void assertRefused(Path path, String reason) {
    String message =
        assertThrows(ModelFormatException.class, () -> Models.open(path, Activations.ROUNDED))
            .getMessage();
    assertTrue(message.endsWith(reason), message);
  }

  private static String pieces(Tokenizer tokenizer, String text) {
    return Arrays.stream(tokenizer.encode(text))
        .mapToObj(tokenizer::continuation)
        .toList()
        .toString();
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
    model.putArray("merges").add("t h").add("th e").add("\u2581 the");
    root.putArray("added_tokens")
        .addObject()
        .put("id", 1)
        .put("content", "<s>")
        .put("special", true);
    root.putObject("normalizer").put("type", "Prepend");
    Path file = directory.resolve("tokenizer.json");
    Files.writeString(file, root.toString());
    Tokenizer tokenizer = TokenizerJson.read(JsonFile.read(file), null);
    assertArrayEquals(new int[] {271}, tokenizer.encode("the"));
    assertArrayEquals(new int[] {259, 263, 264}, tokenizer.encode("in"));
    assertEquals(OptionalInt.of(1), tokenizer.begin());
    assertTextsComeBack(tokenizer);
  }

  @Test
  void answersEndAtTheEndToken() throws IOException {
    TinyLlama tiny = tiny(true);
    Map<String, Object> metadata = ModelFiles.ggufMetadata(TinyLlama.EVEN);
    LoadedModel model = open("a.gguf", ModelFiles.gguf(tiny, GgufType.F32, metadata));
    int[] free = model.greedy(new int[] {1, 7}, 6);
    assertEquals(6, free.length);
    metadata.put("tokenizer.ggml.eos_token_id", free[2]);
    LoadedModel ending = open("a.gguf", ModelFiles.gguf(tiny, GgufType.F32, metadata));
    int first = Ints.indexOf(free, free[2]);
    assertArrayEquals(Arrays.copyOf(free, first), ending.greedy(new int[] {1, 7}, 6));
    metadata.put("tokenizer.ggml.eos_token_id", free[0]);
    LoadedModel silent = open("a.gguf", ModelFiles.gguf(tiny, GgufType.F32, metadata));
    assertArrayEquals(new int[0], silent.greedy(new int[] {1, 7}, 6));
    assertSame(model.template(), model.withThreads(2).template());
    assertSame(model.tokenizer(), model.withThreads(2).tokenizer());
    assertArrayEquals(free, model.withThreads(2).greedy(new int[] {1, 7}, 6));
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
    Path file = Files.writeString(directory.resolve("tokenizer.json"), root.toString());
    Tokenizer tokenizer = TokenizerJson.read(JsonFile.read(file), null);
    assertEquals(id + 1, tokenizer.vocabulary());
    assertEquals("to day", tokenizer.continuation(id));
    assertEquals(OptionalInt.empty(), tokenizer.control("to day"));
    assertEquals("", tokenizer.continuation(2));
    assertEquals(OptionalInt.of(2), tokenizer.control("<|im_end|>"));
  }

  @Test
  void directoryBehindALink() throws IOException {
    TinyLlama tiny = tiny(false);
    ModelFiles.onnx(tiny, false, directory.resolve("real"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("real"));
    assertEquals(tiny.model().digest(), Models.open(link).model().digest());
  }

  @Test
  void nothingThere() {
    assertThrows(NoSuchFileException.class, () -> Models.open(directory.resolve("none")));
    String message =
        assertThrows(ModelFormatException.class, () -> Models.open(directory)).getMessage();
    assertTrue(message.contains("no model is here"), message);
  }

  /** " 12" is one token if the way to cut words lets it be. */
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
    Object[] merges = {"1 2", "\u0120 12", "3 4", "12 34"};
    tokens[296] = "34";
    metadata.put("tokenizer.ggml.tokens", tokens);
    metadata.put("tokenizer.ggml.token_type", kinds);
    metadata.put("tokenizer.ggml.model", "gpt2");
    metadata.put("tokenizer.ggml.merges", merges);
    Map<String, String> expected =
        Map.of(
            "gpt-2", "[1234,  12]",
            "smollm", "[1, 2, 3, 4,  , 1, 2]",
            "llama-bpe", "[12, 3, 4,  , 12]");
    for (Map.Entry<String, String> e : expected.entrySet()) {
      metadata.put("tokenizer.ggml.pre", e.getKey());
      LoadedModel model = open("cut.gguf", ModelFiles.gguf(tiny, GgufType.F32, metadata));
      assertEquals(e.getValue(), pieces(model.tokenizer(), "1234 12"), e.getKey());
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
