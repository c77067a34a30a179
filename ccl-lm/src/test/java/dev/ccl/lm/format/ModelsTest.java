package dev.ccl.lm.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.primitives.Bytes;
import com.google.common.primitives.Ints;
import dev.ccl.lm.Fresh;
import dev.ccl.lm.NaiveLlama;
import dev.ccl.lm.TiedModel;
import dev.ccl.lm.TinyLlama;
import dev.ccl.lm.model.LlamaModel;
import dev.ccl.lm.model.LlamaShape;
import dev.ccl.lm.token.HostileTexts;
import dev.ccl.lm.token.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What was written is read: the same weights to the bit, and a tokenizer that works. */
class ModelsTest {
  @TempDir Path directory;

  static TinyLlama tiny(boolean tied) {
    return TinyLlama.of(TinyLlama.EVEN, tied, 9);
  }

  private LoadedModel open(String name, byte[] bytes) throws IOException {
    return Models.open(Files.write(directory.resolve(name), bytes));
  }

  static void assertTextsComeBack(Tokenizer tokenizer) {
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

  @ParameterizedTest
  @EnumSource(
      value = GgufType.class,
      names = {"F32", "F16", "Q8_0", "Q4_0"})
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
      assertEquals((float) expected, GgufBlock.half(bits), "bits " + bits);
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

  /** Constants other than those that a file need not have. */
  @Test
  void everyNumberOfAShapeIsRead() throws IOException {
    LlamaShape shape = new LlamaShape(300, 32, 3, 4, 1, 6, 96, 70, 3e-4, 777.5, 2.5);
    TinyLlama tiny = TinyLlama.of(shape, false, 9);
    Map<String, Object> metadata = ModelFiles.ggufMetadata(shape);
    metadata.put("llama.attention.key_length", 6);
    metadata.put("llama.attention.layer_norm_rms_epsilon", 3e-4f);
    metadata.put("llama.rope.freq_base", 777.5f);
    metadata.put("llama.rope.scaling.type", "linear");
    metadata.put("llama.rope.scaling.factor", 2.5f);
    assertShape(shape, open("a.gguf", ModelFiles.gguf(tiny, GgufType.F32, metadata)));
    metadata.put("llama.rope.scaling.type", "none"); // its factor says nothing then
    LlamaShape plain = new LlamaShape(300, 32, 3, 4, 1, 6, 96, 70, 3e-4, 777.5, 1);
    assertShape(plain, open("a.gguf", ModelFiles.gguf(tiny, GgufType.F32, metadata)));
    ModelFiles.onnx(TinyLlama.of(plain, false, 9), false, directory.resolve("package"));
    assertShape(plain, Models.open(directory.resolve("package")));
    LlamaShape early = new LlamaShape(300, 32, 3, 4, 1, 8, 96, 70, 1e-5, 10_000, 1);
    byte[] weights = ModelFiles.llama2c(TinyLlama.of(early, true, 9));
    assertShape(early, open("a.bin", Bytes.concat(weights, ModelFiles.llama2cTokenizer(300))));
  }

  /** A file that is silent about heads has as many keys as queries, all as wide as they fit. */
  @Test
  void whatAFileNeedNotSay() throws IOException {
    LlamaShape shape = new LlamaShape(300, 32, 2, 4, 4, 8, 64, 64, 1e-5, 10_000, 1);
    TinyLlama tiny = TinyLlama.of(shape, false, 9);
    Map<String, Object> metadata = ModelFiles.ggufMetadata(shape);
    metadata.remove("llama.attention.head_count_kv");
    metadata.remove("llama.attention.layer_norm_rms_epsilon");
    metadata.put("llama.rope.scaling.type", "linear");
    assertShape(shape, open("a.gguf", ModelFiles.gguf(tiny, GgufType.F32, metadata)));
    Path home = directory.resolve("package");
    ModelFiles.onnx(tiny, false, home);
    ObjectNode config = ModelFiles.config(shape).putNull("rope_scaling").putNull("head_dim");
    config.remove("num_key_value_heads");
    config.remove("hidden_act");
    Files.writeString(home.resolve("config.json"), config.toString());
    assertShape(shape, Models.open(home));
  }

  private static void assertShape(LlamaShape shape, LoadedModel model) {
    assertEquals(shape, ((LlamaModel) model.model()).shape());
  }

  @Test
  void everyFrequencyHasItsDivisor() throws IOException {
    TinyLlama tiny = tiny(false);
    Map<String, Object> metadata = ModelFiles.ggufMetadata(TinyLlama.EVEN);
    Map<String, float[][]> divisors = Map.of("rope_freqs.weight", new float[][] {{1, 3, 0.5f, 8}});
    LoadedModel model = open("d.gguf", ModelFiles.gguf(tiny, GgufType.F32, metadata, divisors));
    int[] prefix = {1, 50, 70, 90, 8, 8, 200};
    double[] hidden = Fresh.hidden(model.model(), prefix);
    NaiveLlama naive = new NaiveLlama(tiny, NaiveLlama.Fault.NONE).dividing(1, 3, 0.5, 8);
    assertArrayEquals(naive.hidden(prefix), hidden, 6e-5); // as in LlamaModelTest
    assertNotEquals(tiny.model().digest(), model.model().digest());
  }

  private static double fourth(LoadedModel model) {
    return model.model().logProbabilities(1, 50, 70, 90)[8];
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

  /** Where all files of a package lie side by side. */
  @Test
  void onnxInOneDirectory() throws IOException {
    TinyLlama tiny = tiny(false);
    Path home = directory.resolve("flat");
    ModelFiles.onnx(tiny, false, home);
    Files.move(home.resolve("onnx/model.onnx"), home.resolve("model.onnx"));
    Files.writeString(directory.resolve("config.json"), "{}"); // of something else
    assertEquals(tiny.model().digest(), Models.open(home).model().digest());
    assertEquals(tiny.model().digest(), Models.open(home.resolve("model.onnx")).model().digest());
  }

  /** Of equally likely tokens the first; with a limit that ends first. */
  @Test
  void theFirstOfEqualTokensIsSaid() throws IOException {
    byte[] file =
        ModelFiles.gguf(tiny(true), GgufType.F32, ModelFiles.ggufMetadata(TinyLlama.EVEN));
    LoadedModel loaded = open("a.gguf", file);
    LoadedModel tied = new LoadedModel(new TiedModel(40), loaded.tokenizer(), loaded.template());
    List<Integer> said = new ArrayList<>(List.of(9, 4));
    int equal = 0;
    for (int step = 0; step < 7; step++) {
      int best = 0;
      for (int id = 39; id >= 0; id--) {
        equal += TiedModel.logit(said, id) == TiedModel.logit(said, best) ? 1 : 0;
        best = TiedModel.logit(said, id) >= TiedModel.logit(said, best) ? id : best;
      }
      if (best == 2) {
        break; // the end of a text
      }
      said.add(best);
    }
    assertTrue(equal > 20 && said.size() > 4, said.toString());
    assertArrayEquals(Ints.toArray(said.subList(2, said.size())), tied.greedy(new int[] {9, 4}, 7));
    assertSame(tied, tied.withThreads(3));
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

  /** Rounded vectors need whole numbers, which files of floats and ONNX packages do not have. */
  @Test
  void floatsAreNotMultipliedByRoundedVectors() throws IOException {
    Opening rounded = Opening.DEFAULT.withActivations(Activations.ROUNDED);
    ModelFiles.onnx(tiny(false), true, directory);
    byte[] floats =
        ModelFiles.gguf(tiny(true), GgufType.F16, ModelFiles.ggufMetadata(TinyLlama.EVEN));
    byte[] bytes =
        ModelFiles.gguf(tiny(true), GgufType.Q8_0, ModelFiles.ggufMetadata(TinyLlama.EVEN));
    Path file = Files.write(directory.resolve("bytes.gguf"), bytes);
    assertTrue(Models.open(file, rounded).model().logProbabilities(1, 2)[3] < 0);
    for (Path path :
        List.of(
            directory.resolve("onnx/model.onnx"),
            Files.write(directory.resolve("floats.gguf"), floats))) {
      String message =
          assertThrows(ModelFormatException.class, () -> Models.open(path, rounded)).getMessage();
      assertTrue(message.contains("weights: floats; rounded vectors"), message);
    }
  }

  static String pieces(Tokenizer tokenizer, String text) {
    return Arrays.stream(tokenizer.encode(text))
        .mapToObj(tokenizer::continuation)
        .toList()
        .toString();
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

  @Test
  void directoryBehindALink() throws IOException {
    TinyLlama tiny = tiny(false);
    ModelFiles.onnx(tiny, false, directory.resolve("real"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("real"));
    assertEquals(tiny.model().digest(), Models.open(link).model().digest());
  }

  /** From inside a package its files have short names. */
  @ParameterizedTest
  @CsvSource({"., onnx/model.onnx", "onnx, model.onnx"})
  void namesFromHere(String here, String name) throws IOException, InterruptedException {
    ModelFiles.onnx(tiny(false), false, directory);
    Path out = directory.resolve("out.txt");
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                WeightsDump.class.getName(),
                name)
            .directory(directory.resolve(here).toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    assertTrue(process.waitFor(1, TimeUnit.MINUTES));
    assertEquals(WeightsDump.of(directory), Files.readString(out).strip());
  }

  @Test
  void nothingThere() {
    assertThrows(NoSuchFileException.class, () -> Models.open(directory.resolve("none")));
    String message =
        assertThrows(ModelFormatException.class, () -> Models.open(directory)).getMessage();
    assertTrue(message.contains("no model is here"), message);
  }
}
