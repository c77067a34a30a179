package dev.ccl.lm.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.primitives.Bytes;
import com.sun.management.ThreadMXBean;
import dev.ccl.lm.TinyLlama;
import dev.ccl.lm.model.LlamaShape;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Truncated, oversized and lying files: one line that names file and place, and no memory spent.
 */
class HostileFilesTest {
  /** A tiny model takes some hundred kilobytes, its longest tables included. */
  private static final long MEMORY = 16 << 20;

  private static final LlamaShape SHAPE = TinyLlama.EVEN;

  @TempDir Path directory;
  private TinyLlama tiny;

  @BeforeEach
  void draw() {
    tiny = TinyLlama.of(SHAPE, false, 2);
  }

  private String complaint(String name, byte[] bytes) throws IOException {
    return complaint(Files.write(directory.resolve(name), bytes));
  }

  private static String complaint(Path path) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    ModelFormatException e =
        assertThrows(ModelFormatException.class, () -> Models.open(path), path.toString());
    long spent = threads.getCurrentThreadAllocatedBytes() - before;
    assertTrue(spent < MEMORY, spent + " bytes spent: " + e.getMessage());
    assertEquals(1, e.getMessage().lines().count(), e.getMessage());
    assertTrue(e.getMessage().length() < 600, e.getMessage());
    return e.getMessage().substring(e.getMessage().lastIndexOf('/') + 1);
  }

  private byte[] llama2c() {
    return Bytes.concat(ModelFiles.llama2c(tiny), ModelFiles.llama2cTokenizer(300));
  }

  private byte[] gguf(Map<String, Object> metadata) {
    return ModelFiles.gguf(tiny, GgufType.Q8_0, metadata);
  }

  private static byte[] patched(byte[] bytes, int at, int value) {
    byte[] copy = bytes.clone();
    ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
    return copy;
  }

  @Test
  void truncatedFiles() throws IOException {
    byte[] gguf = gguf(ModelFiles.ggufMetadata(SHAPE));
    byte[] llama = llama2c();
    ModelFiles.onnx(tiny, true, directory.resolve("package"));
    Path onnx = directory.resolve("package/onnx/model.onnx");
    byte[] whole = Files.readAllBytes(onnx);
    Random random = new Random(3);
    for (int round = 0; round < 20; round++) {
      complaint("a.gguf", Arrays.copyOf(gguf, random.nextInt(gguf.length - 64)));
      complaint("a.bin", Arrays.copyOf(llama, random.nextInt(llama.length)));
      Files.write(onnx, Arrays.copyOf(whole, random.nextInt(whole.length)));
      complaint(onnx);
    }
    assertEquals(
        "b.bin: weights: 153216 bytes from byte 28 on exceed the file of 9000 bytes",
        complaint("b.bin", Arrays.copyOf(llama, 9_000)));
    assertEquals(
        "b.bin: header: 28 bytes from byte 0 on exceed the file of 5 bytes",
        complaint("b.bin", Arrays.copyOf(llama, 5)));
    assertEquals(
        "b.bin: header: 28 bytes from byte 0 on exceed the file of 0 bytes",
        complaint("b.bin", new byte[0]));
    int weights = ModelFiles.llama2c(tiny).length;
    assertTrue(complaint("b.bin", Arrays.copyOf(llama, weights)).contains("no tokenizer"));
  }

  @Test
  void randomlyChangedFilesAreReadOrRefused() throws IOException {
    byte[] gguf = gguf(ModelFiles.ggufMetadata(SHAPE));
    byte[] llama = llama2c();
    Random random = new Random(5);
    for (int round = 0; round < 40; round++) {
      for (byte[] file : new byte[][] {gguf, llama}) {
        byte[] copy = file.clone();
        int head = file == gguf ? copy.length / 4 : 40;
        for (int k = 0; k < 3; k++) {
          copy[random.nextInt(head)] = (byte) random.nextInt(256);
        }
        Path path = Files.write(directory.resolve("changed.bin"), copy);
        try {
          Models.open(path);
        } catch (ModelFormatException e) {
          assertEquals(1, e.getMessage().lines().count(), e.getMessage());
        }
      }
    }
  }

  @Test
  void lyingHeadersOfLlama2c() throws IOException {
    byte[] file = llama2c();
    for (int field = 0; field < 7; field++) {
      for (int lie : new int[] {0, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 1 << 20, 12_347}) {
        if (field == 6 && lie == 12_347) {
          continue; // a longer context is no lie about anything that is used, but needs its angles
        }
        complaint("lie.bin", patched(file, 4 * field, lie));
      }
    }
    assertEquals(
        "lie.bin: header: a llama2.c file with a version; only the first kind is read",
        complaint("lie.bin", patched(file, 0, 0x616b3432)));
    assertTrue(
        complaint("lie.bin", "<html>Not Found</html>      ".getBytes(StandardCharsets.UTF_8))
            .contains("neither a GGUF nor a llama2.c file"));
  }

  /** A table of 2^24 · 128 angles has more numbers than an int counts. */
  @Test
  void longContextsOfLlama2c() throws IOException {
    LittleEndian header = new LittleEndian().i32(128).i32(3).i32(1).i32(1).i32(1);
    header.i32(5).i32(1 << 24);
    long weights = 5 * 128 + 2 * 128 + 4 * 128 * 128 + 3 * 128 * 3 + 128;
    long bytes = 4 * (weights + (1L << 31));
    assertEquals(
        "long.bin: weights: " + bytes + " bytes from byte 28 on exceed the file of 28 bytes",
        complaint("long.bin", header.bytes()));
  }

  @Test
  void lyingTokenizersOfLlama2c() throws IOException {
    byte[] file = llama2c();
    int tokenizer = ModelFiles.llama2c(tiny).length;
    for (int lie : new int[] {-1, Integer.MAX_VALUE, 1 << 20}) {
      assertTrue(complaint("lie.bin", patched(file, tokenizer + 8, lie)).contains("token 0"));
    }
    assertTrue(
        complaint("lie.bin", Bytes.concat(file, new byte[3]))
            .endsWith("3 bytes are left after the last token"));
    assertTrue(
        complaint("lie.bin", patched(file, tokenizer + 4 + 3 * 8 + 14 + 8, 0x20202020))
            .contains("no token stands for the byte 0x0"));
  }

  @Test
  void lyingCountsOfGguf() throws IOException {
    byte[] file = gguf(ModelFiles.ggufMetadata(SHAPE));
    for (int at : new int[] {8, 12, 16, 20}) { // numbers of tensors and of entries
      for (int lie : new int[] {-1, Integer.MAX_VALUE, 1 << 28, 999}) {
        complaint("lie.gguf", patched(file, at, lie));
      }
    }
    assertTrue(complaint("lie.gguf", patched(file, 4, 1)).contains("version 1"));
    for (int lie : new int[] {-1, Integer.MAX_VALUE, 1 << 28}) { // the length of the first key
      complaint("lie.gguf", patched(file, 24, lie));
    }
    int tokens = Bytes.indexOf(file, "tokenizer.ggml.tokens".getBytes(StandardCharsets.UTF_8)) + 21;
    for (int lie : new int[] {-1, Integer.MAX_VALUE, 1 << 26}) {
      assertTrue(
          complaint("lie.gguf", patched(file, tokens + 8, lie)).contains("tokenizer.ggml.tokens"));
    }
    assertTrue(complaint("lie.gguf", patched(file, tokens + 4, 9)).contains("array of arrays"));
    assertTrue(complaint("lie.gguf", patched(file, tokens, 77)).contains("unknown type 77"));
  }

  /** A download that broke off is said to be too short, wherever it broke off. */
  @Test
  void aFileThatBreaksOffIsTooShort() throws IOException {
    byte[] file = gguf(ModelFiles.ggufMetadata(SHAPE));
    int head = Bytes.indexOf(file, "token_embd.weight".getBytes(StandardCharsets.UTF_8)) + 4_000;
    for (int length = head; length < file.length - 64; length += (file.length - head) / 20) {
      String said = complaint("short.gguf", Arrays.copyOf(file, length));
      assertTrue(said.contains("the file of " + length + " bytes"), said);
    }
  }

  @Test
  void lyingTensorsOfGguf() throws IOException {
    byte[] file = gguf(ModelFiles.ggufMetadata(SHAPE));
    int end = Bytes.indexOf(file, "token_embd.weight".getBytes(StandardCharsets.UTF_8)) + 17;
    assertTrue(complaint("t.gguf", patched(file, end, 9)).contains("9 dimensions"));
    assertEquals(
        "t.gguf: tensor output_norm.weight: shares bytes with tensor token_embd.weight",
        complaint("t.gguf", patched(file, end + 4, 33)));
    complaint("t.gguf", patched(file, end + 8, Integer.MAX_VALUE));
    complaint("t.gguf", patched(file, end + 16, -1));
    assertTrue(
        complaint("t.gguf", patched(file, end + 20, 16))
            .contains("tensor token_embd.weight: numbers of type IQ2_XXS; F32, F16"));
    for (int lie : new int[] {-1, Integer.MAX_VALUE, file.length}) {
      assertTrue(
          complaint("t.gguf", patched(file, end + 24, lie)).contains("tensor token_embd.weight"));
    }
  }

  /** Layers that all lie at one place make gigabytes of a small file. */
  @Test
  void tensorsThatShareBytes() throws IOException {
    Map<String, Object> metadata = ModelFiles.ggufMetadata(SHAPE);
    metadata.put("llama.block_count", 200);
    Map<String, float[][]> tensors = new LinkedHashMap<>();
    tensors.put("token_embd.weight", new float[300][32]);
    byte[] file = ModelFiles.gguf(metadata, tensors, GgufType.Q8_0);
    int entry = Bytes.indexOf(file, "token_embd.weight".getBytes(StandardCharsets.UTF_8)) - 8;
    LittleEndian out = new LittleEndian().raw(Arrays.copyOf(file, 8)).i64(201);
    out.raw(Arrays.copyOfRange(file, 16, entry + 8 + 17 + 4 + 16 + 4 + 8));
    for (int l = 0; l < 200; l++) {
      out.text("blk." + l + ".attn_q.weight").i32(2).i64(32).i64(32).i32(8).i64(0);
    }
    out.raw(new byte[20_000]);
    assertEquals(
        "s.gguf: tensor blk.1.attn_q.weight: shares bytes with tensor blk.0.attn_q.weight",
        complaint("s.gguf", out.bytes()));
  }

  /** Arrays that nobody asks for stay in the file; those that are asked for have a longest. */
  @Test
  void longArraysTakeNoMemory() throws IOException {
    byte[] file = gguf(ModelFiles.ggufMetadata(SHAPE));
    LittleEndian out = new LittleEndian().raw(Arrays.copyOf(file, 16));
    out.i64(ByteBuffer.wrap(file, 16, 8).order(ByteOrder.LITTLE_ENDIAN).getLong() + 1);
    out.text("any.byte").i32(9).i32(0).i64(1 << 25).raw(new byte[1 << 25]);
    out.raw(Arrays.copyOfRange(file, 24, file.length - 64));
    String said = complaint("long.gguf", out.bytes());
    assertTrue(said.contains("exceed the file"), said);
  }

  /** A weight that is no number, or infinite, is said, whatever file it stands in. */
  @Test
  void weightsThatAreNoNumbers() throws IOException {
    for (float odd : new float[] {Float.NaN, Float.POSITIVE_INFINITY}) {
      tiny.table("q.1")[3][2] = odd;
      String rule = "a weight before it is " + odd + "; all must be finite";
      assertTrue(complaint("nan.bin", llama2c()).endsWith(rule));
      for (GgufType type : new GgufType[] {GgufType.F32, GgufType.BF16}) {
        byte[] file = ModelFiles.gguf(tiny, type, ModelFiles.ggufMetadata(SHAPE));
        String said = complaint("nan.gguf", file);
        assertTrue(said.startsWith("nan.gguf: tensor blk.1.attn_q.weight: byte "), said);
        assertTrue(said.endsWith(rule), said);
      }
      ModelFiles.onnx(tiny, false, directory.resolve("package"));
      assertTrue(complaint(directory.resolve("package/onnx/model.onnx")).endsWith(rule));
    }
  }

  /** Patterns that would be tried in more ways than there are atoms are run all the same. */
  @Test
  void patternsOfTokenizersDoNotHang() throws IOException {
    Path home = directory.resolve("package");
    ModelFiles.onnx(tiny, false, home);
    ObjectNode root = ModelFiles.tokenizer(300);
    ObjectNode cut = root.putObject("pre_tokenizer");
    cut.put("type", "Split").put("behavior", "Isolated");
    cut.putObject("pattern").put("Regex", "(.*a){25}b");
    Files.writeString(home.resolve("tokenizer.json"), root.toString());
    String text = "x".repeat(40) + " " + "a".repeat(60) + "!";
    LoadedModel model = Models.open(home);
    assertEquals(text, model.tokenizer().decode(model.tokenizer().encode(text)));
  }

  @Test
  void lyingMetadataOfGguf() throws IOException {
    Map<String, Object> lies = new LinkedHashMap<>();
    lies.put("general.architecture", "mamba");
    lies.put("llama.embedding_length", 64);
    lies.put("llama.block_count", 3);
    lies.put("llama.attention.head_count", 0);
    lies.put("llama.attention.head_count_kv", 3);
    lies.put("llama.attention.key_length", 7);
    lies.put("llama.feed_forward_length", 1 << 30);
    lies.put("llama.context_length", "long");
    lies.put("llama.attention.layer_norm_rms_epsilon", -1f);
    lies.put("llama.rope.freq_base", 0f);
    lies.put("llama.rope.scaling.type", "yarn");
    lies.put("llama.rope.dimension_count", 4);
    lies.put("tokenizer.ggml.model", "bert");
    lies.put("tokenizer.ggml.scores", new Object[] {0f});
    lies.put("tokenizer.ggml.token_type", new Object[] {1});
    lies.put("tokenizer.ggml.tokens", new Object[] {"a"});
    lies.put("tokenizer.ggml.bos_token_id", 300);
    lies.put("general.alignment", 0);
    for (Map.Entry<String, Object> lie : lies.entrySet()) {
      Map<String, Object> metadata = ModelFiles.ggufMetadata(SHAPE);
      metadata.put(lie.getKey(), lie.getValue());
      complaint("m.gguf", gguf(metadata));
    }
    Map<String, Object> none = ModelFiles.ggufMetadata(SHAPE);
    none.remove("llama.block_count");
    assertEquals("m.gguf: llama.block_count: missing", complaint("m.gguf", gguf(none)));
  }

  @Test
  void lyingOnnxPackages() throws IOException {
    Path home = directory.resolve("package");
    ModelFiles.onnx(tiny, true, home);
    Path config = home.resolve("config.json");
    for (String key : new String[] {"vocab_size", "hidden_size", "num_hidden_layers", "head_dim"}) {
      for (int lie : new int[] {0, -1, Integer.MAX_VALUE, 301, 7}) {
        Files.writeString(config, ModelFiles.config(SHAPE).put(key, lie).toString());
        if (!(key.equals("num_hidden_layers") && lie > 1 << 12)) {
          complaint(home);
        }
      }
    }
    Files.writeString(config, ModelFiles.config(SHAPE).put("model_type", "gpt2").toString());
    assertEquals("config.json: model_type: only llama can be read, not \"gpt2\"", complaint(home));
    Files.writeString(config, ModelFiles.config(SHAPE).put("hidden_size", 31).toString());
    assertTrue(complaint(home).contains("where config.json asks for"));
    Files.writeString(config, "{\"hidden_size\": 3");
    assertTrue(complaint(home).startsWith("config.json: line 1"));
    Files.delete(config);
    assertTrue(complaint(home).endsWith("there is no such file, and the model needs it"));
  }

  @Test
  void lyingTokenizerJson() throws IOException {
    Path home = directory.resolve("package");
    ModelFiles.onnx(tiny, false, home);
    Path file = home.resolve("tokenizer.json");
    String[] places = {"vocab", "merges", "type"};
    for (String place : places) {
      ObjectNode root = ModelFiles.tokenizer(300);
      ObjectNode model = (ObjectNode) root.path("model");
      switch (place) {
        case "vocab" -> ((ObjectNode) model.path("vocab")).put("far", Integer.MAX_VALUE - 1);
        case "merges" -> model.putArray("merges").add("t h e");
        default -> model.put("type", "Unigram");
      }
      Files.writeString(file, root.toString());
      assertTrue(complaint(home).startsWith("tokenizer.json: model"));
    }
    ObjectNode gap = ModelFiles.tokenizer(300);
    ((ObjectNode) gap.path("model").path("vocab")).remove("a");
    Files.writeString(file, gap.toString());
    assertTrue(complaint(home).contains("no token has the id"));
    ObjectNode odd = ModelFiles.tokenizer(300);
    odd.putObject("pre_tokenizer").put("type", "Whitespace");
    Files.writeString(file, odd.toString());
    assertTrue(complaint(home).contains("pre_tokenizer"));
    Files.writeString(file, "[".repeat(5_000));
    complaint(home);
  }
}
