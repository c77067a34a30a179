package dev.ccl.lm.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.primitives.Bytes;
import dev.ccl.lm.TinyLlama;
import dev.ccl.lm.model.LlamaShape;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that cannot be read: one line each, which names the file. */
class ComplaintsTest {
  private static final LlamaShape SHAPE = TinyLlama.EVEN;

  @TempDir Path directory;
  private final TinyLlama tiny = TinyLlama.of(SHAPE, false, 2);

  private void complain(String why, Path path, Activations activations) {
    String message =
        assertThrows(
                ModelFormatException.class,
                () -> Models.open(path, Opening.DEFAULT.withActivations(activations)),
                () -> why)
            .getMessage();
    assertEquals(1, message.lines().count(), why);
    assertTrue(message.startsWith(directory.toString()) && message.contains(": "), message);
    assertTrue(message.length() <= 410, message);
  }

  private void complain(String why, byte[] file) throws IOException {
    Path path = Files.write(directory.resolve("model.bin"), file);
    complain(why, path, Activations.FLOATS);
    Files.delete(path);
  }

  private static byte[] patched(byte[] bytes, int at, int value) {
    byte[] copy = bytes.clone();
    ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
    return copy;
  }

  @Test
  void llama2c() throws IOException {
    byte[] weights = ModelFiles.llama2c(tiny);
    byte[] file = Bytes.concat(weights, ModelFiles.llama2cTokenizer(300));
    List<String> fields =
        List.of("width", "inner", "layers", "heads", "groups", "vocabulary", "context");
    for (int field = 0; field < 7; field++) {
      for (int lie : new int[] {0, -1, Integer.MIN_VALUE, 3, 1 << 20, 1 << 30}) {
        if (field == 5 || lie != 3) {
          complain(fields.get(field) + " " + lie, patched(file, 4 * field, lie));
        }
      }
    }
    complain("heads 3", patched(file, 12, 3));
    complain("groups 3", patched(file, 16, 3));
    complain("a version", patched(file, 0, 0x616b3432));
    complain("a page", "<html>Not Found</html>      ".getBytes(StandardCharsets.UTF_8));
    complain("empty", new byte[0]);
    complain("27 bytes", Arrays.copyOf(file, 27));
    complain("no tokenizer", weights);
    complain("half of the weights", Arrays.copyOf(weights, weights.length / 2));
    complain("one byte of a tokenizer", Arrays.copyOf(file, weights.length + 1));
    complain("half of a tokenizer", Arrays.copyOf(file, file.length - 2000));
    complain("an open end", Arrays.copyOf(file, file.length - 1));
    complain("a token of -1 bytes", patched(file, weights.length + 8, -1));
    complain("a token of 2^20 bytes", patched(file, weights.length + 8, 1 << 20));
    complain("more bytes", Bytes.concat(file, new byte[3]));
    complain("no byte 0", patched(file, weights.length + 4 + 3 * 8 + 14 + 8, 0x20202020));
    Files.write(directory.resolve("tokenizer.bin"), new byte[] {1, 2});
    complain("a short tokenizer.bin", weights);
  }

  private byte[] gguf(Consumer<Map<String, Object>> change) {
    Map<String, Object> metadata = ModelFiles.ggufMetadata(SHAPE);
    change.accept(metadata);
    return ModelFiles.gguf(tiny, GgufType.Q8_0, metadata);
  }

  @Test
  void gguf() throws IOException {
    byte[] file = gguf(m -> {});
    complain("version 1", patched(file, 4, 1));
    complain("version 4", patched(file, 4, 4));
    for (int at : new int[] {8, 16}) {
      for (int lie : new int[] {-1, 1 << 28}) {
        complain((at == 8 ? "tensors " : "entries ") + lie, patched(file, at, lie));
        complain((at == 8 ? "tensors " : "entries ") + lie + " up", patched(file, at + 4, lie));
      }
    }
    complain("a key of -1 bytes", patched(patched(file, 24, -1), 28, -1));
    int tokens = Bytes.indexOf(file, "tokenizer.ggml.tokens".getBytes(StandardCharsets.UTF_8)) + 21;
    complain("type 77", patched(file, tokens, 77));
    complain("arrays of arrays", patched(file, tokens + 4, 9));
    complain("an array of 2^28", patched(file, tokens + 8, 1 << 28));
    int end = Bytes.indexOf(file, "token_embd.weight".getBytes(StandardCharsets.UTF_8)) + 17;
    complain("no dimension", patched(file, end, 0));
    complain("five dimensions", patched(file, end, 5));
    complain("33 inputs", patched(file, end + 4, 33));
    complain("a negative size", patched(patched(file, end + 12, -1), end + 16, -1));
    complain("301 outputs", patched(file, end + 12, 301));
    complain("numbers of type 16", patched(file, end + 20, 16));
    complain("at -1", patched(patched(file, end + 24, -1), end + 28, -1));
    complain("behind the end", patched(file, end + 24, file.length - 40));
    complain("an open end", Arrays.copyOf(file, file.length - 33));
    complain("half", Arrays.copyOf(file, file.length / 2));
    complain("a header", Arrays.copyOf(file, 20));
    Object[] some = {1, 2};
    Map<String, List<Object>> lies = new LinkedHashMap<>();
    lies.put("general.architecture", List.of("mamba", 7));
    lies.put("general.alignment", List.of(0, 1 << 21, "wide"));
    lies.put("llama.embedding_length", List.of(64, 0, "wide", -5));
    lies.put("llama.block_count", List.of(3, 5000));
    lies.put("llama.attention.head_count", List.of(0, 5, 1 << 13));
    lies.put("llama.attention.head_count_kv", List.of(3, 0, 8, -1));
    lies.put("llama.attention.key_length", List.of(7, 0));
    lies.put("llama.feed_forward_length", List.of(1 << 30, 65));
    lies.put("llama.context_length", List.of("long", 1 << 25));
    lies.put("llama.attention.layer_norm_rms_epsilon", List.of(-1f, 1f, Float.NaN, 1));
    lies.put("llama.rope.freq_base", List.of(1f, 0x1p44f));
    lies.put("llama.rope.scaling.type", List.of("yarn"));
    lies.put("llama.rope.dimension_count", List.of(4));
    lies.put("tokenizer.ggml.model", List.of("bert"));
    lies.put("tokenizer.ggml.scores", List.of(new Object[] {0f}, some));
    lies.put("tokenizer.ggml.token_type", List.of(some, new Object[] {"a"}));
    lies.put("tokenizer.ggml.tokens", List.of(new Object[] {"a"}, "a", some));
    lies.put("tokenizer.ggml.bos_token_id", List.of(300, "one"));
    lies.put("tokenizer.ggml.eos_token_id", List.of(301));
    for (Map.Entry<String, List<Object>> lie : lies.entrySet()) {
      for (Object value : lie.getValue()) {
        String shown = value instanceof Object[] list ? Arrays.toString(list) : value.toString();
        complain(lie.getKey() + " " + shown, gguf(m -> m.put(lie.getKey(), value)));
      }
    }
    for (String key : new ArrayList<>(ModelFiles.ggufMetadata(SHAPE).keySet())) {
      if (!List.of("kv", "epsilon", "type", "s_token_id").stream().anyMatch(key::endsWith)) {
        complain("no " + key, gguf(m -> m.remove(key)));
      }
    }
    complain(
        "scaled by 0.5",
        gguf(
            m -> {
              m.put("llama.rope.scaling.type", "linear");
              m.put("llama.rope.scaling.factor", 0.5f);
            }));
    complain(
        "an unknown cut",
        gguf(
            m -> {
              m.put("tokenizer.ggml.model", "gpt2");
              m.put("tokenizer.ggml.pre", "klingon");
            }));
    complain(
        "no pair",
        gguf(
            m -> {
              m.put("tokenizer.ggml.model", "gpt2");
              m.put("tokenizer.ggml.merges", new Object[] {"a b", "ab"});
            }));
    Map<String, float[][]> divisors = Map.of("rope_freqs.weight", new float[][] {{1, 2, 0, 4}});
    Map<String, Object> plain = ModelFiles.ggufMetadata(SHAPE);
    complain("a divisor 0", ModelFiles.gguf(tiny, GgufType.F32, plain, divisors));
    Map<String, float[][]> three = Map.of("rope_freqs.weight", new float[][] {{1, 2, 3}});
    complain("three divisors", ModelFiles.gguf(tiny, GgufType.F32, plain, three));
  }

  private void complainOfPackage(String why, String file, String text) throws IOException {
    Path path = directory.resolve(file);
    String before = Files.exists(path) ? Files.readString(path) : null;
    if (text == null) {
      Files.delete(path);
    } else {
      Files.writeString(path, text);
    }
    complain(file + ", " + why, directory, Activations.FLOATS);
    if (before == null) {
      Files.delete(path);
    } else {
      Files.writeString(path, before);
    }
  }

  @Test
  void onnx() throws IOException {
    ModelFiles.onnx(tiny, true, directory);
    for (String key :
        List.of(
            "vocab_size",
            "hidden_size",
            "num_hidden_layers",
            "num_attention_heads",
            "num_key_value_heads",
            "head_dim",
            "intermediate_size",
            "max_position_embeddings")) {
      for (int lie : new int[] {0, 3, 1 << 30}) {
        if (!(key.startsWith("max") && lie == 3)) {
          complainOfPackage(
              key + " " + lie, "config.json", ModelFiles.config(SHAPE).put(key, lie).toString());
        }
      }
      complainOfPackage(
          key + " 2.5", "config.json", ModelFiles.config(SHAPE).put(key, 2.5).toString());
    }
    for (String key :
        List.of(
            "model_type",
            "hidden_act",
            "attention_bias",
            "mlp_bias",
            "rope_scaling",
            "rms_norm_eps",
            "rope_theta")) {
      complainOfPackage(
          key + " other", "config.json", ModelFiles.config(SHAPE).put(key, "other").toString());
    }
    for (String key :
        List.of(
            "vocab_size",
            "hidden_size",
            "num_hidden_layers",
            "num_attention_heads",
            "intermediate_size",
            "max_position_embeddings",
            "rms_norm_eps")) {
      ObjectNode config = ModelFiles.config(SHAPE);
      config.remove(key);
      complainOfPackage("no " + key, "config.json", config.toString());
    }
    complainOfPackage("cut", "config.json", "{\n \"hidden_size\": 3");
    complainOfPackage("a list", "config.json", "[]");
    complainOfPackage("empty", "config.json", "");
    complainOfPackage("none", "tokenizer.json", null);
    complainOfPackage("a list", "tokenizer_config.json", "[]");
    tokenizers();
    Path weights = directory.resolve("onnx/model.onnx");
    byte[] whole = Files.readAllBytes(weights);
    for (int length : new int[] {0, 1, 3, whole.length / 3, whole.length - 1}) {
      Files.write(weights, Arrays.copyOf(whole, length));
      complain("model.onnx, " + length + " bytes", directory, Activations.FLOATS);
    }
    Files.write(weights, whole);
    renamed(weights, whole, "model.norm.weight", "model.nor_.weight");
    renamed(weights, whole, "/model/layers.1/mlp/up_proj/MatMul_quant", "/model/layers.1/mlp/u");
    renamed(weights, whole, "layers.1/mlp/up_proj/MatMul_zero_point", "up");
    ModelFiles.onnx(tiny, false, directory);
    complain("floats are not rounded", directory, Activations.ROUNDED);
    Files.copy(weights, directory.resolve("onnx/second.onnx"));
    complain("two", directory, Activations.FLOATS);
    Path empty = Files.createDirectory(directory.resolve("empty"));
    complain("nothing", empty, Activations.FLOATS);
    Path file = Files.write(empty.resolve("a.bin"), new byte[30]);
    complain("rounded", file, Activations.ROUNDED);
  }

  /** The same length, so that nothing else moves: what is left is filled with signs. */
  private void renamed(Path file, byte[] whole, String name, String other) throws IOException {
    byte[] copy = whole.clone();
    byte[] from = name.getBytes(StandardCharsets.UTF_8);
    byte[] to =
        (other + "#".repeat(name.length() - other.length())).getBytes(StandardCharsets.UTF_8);
    System.arraycopy(to, 0, copy, Bytes.indexOf(copy, from), to.length);
    Files.write(file, copy);
    complain("model.onnx, no " + name, directory, Activations.FLOATS);
    Files.write(file, whole);
  }

  private void tokenizers() throws IOException {
    Map<String, Consumer<ObjectNode>> lies = new LinkedHashMap<>();
    lies.put("a far id", r -> ((ObjectNode) r.at("/model/vocab")).put("far", 1 << 30));
    lies.put("a negative id", r -> ((ObjectNode) r.at("/model/vocab")).put("far", -1));
    lies.put("a gap", r -> ((ObjectNode) r.at("/model/vocab")).remove("a"));
    lies.put(
        "no byte",
        r -> {
          int id = r.at("/model/vocab/a").asInt();
          ((ObjectNode) r.at("/model/vocab")).remove("a");
          ((ObjectNode) r.at("/model/vocab")).put("aaa", id);
        });
    lies.put(
        "more than the model has",
        r -> {
          for (int id = 299; id < 305; id++) {
            ((ObjectNode) r.at("/model/vocab")).put("more" + id, id);
          }
        });
    lies.put("an added one", r -> ((ArrayNode) r.at("/added_tokens")).addObject().put("id", "x"));
    lies.put("three parts", r -> ((ArrayNode) r.at("/model/merges")).add("t h e"));
    lies.put("no bytes", r -> ((ArrayNode) r.at("/model/merges")).add("t \u7b49"));
    lies.put("no token", r -> ((ArrayNode) r.at("/model/merges")).add("q q"));
    lies.put("Unigram", r -> ((ObjectNode) r.at("/model")).put("type", "Unigram"));
    lies.put("a normalizer", r -> r.putObject("normalizer").put("type", "Lowercase"));
    lies.put("Whitespace", r -> r.putObject("pre_tokenizer").put("type", "Whitespace"));
    lies.put(
        "a space in front",
        r -> ((ObjectNode) r.at("/pre_tokenizer")).put("add_prefix_space", true));
    lies.put("no pattern", r -> r.putObject("pre_tokenizer").put("type", "Split"));
    lies.put(
        "a bad pattern",
        r -> {
          ObjectNode cut =
              r.putObject("pre_tokenizer").put("type", "Split").put("behavior", "Isolated");
          cut.putObject("pattern").put("Regex", "(a");
        });
    lies.put(
        "inverted",
        r -> {
          ObjectNode cut =
              r.putObject("pre_tokenizer").put("type", "Split").put("behavior", "Isolated");
          cut.put("invert", true).putObject("pattern").put("Regex", "a");
        });
    lies.put(
        "removed",
        r -> {
          ObjectNode cut =
              r.putObject("pre_tokenizer").put("type", "Split").put("behavior", "Removed");
          cut.putObject("pattern").put("Regex", "a");
        });
    lies.put("fallback", r -> ((ObjectNode) r.at("/model")).put("byte_fallback", true));
    for (Map.Entry<String, Consumer<ObjectNode>> lie : lies.entrySet()) {
      ObjectNode root = ModelFiles.tokenizer(300);
      lie.getValue().accept(root);
      complainOfPackage(lie.getKey(), "tokenizer.json", root.toString());
    }
  }
}
