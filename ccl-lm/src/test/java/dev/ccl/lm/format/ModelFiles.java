package dev.ccl.lm.format;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableMap;
import dev.ccl.lm.TinyLlama;
import dev.ccl.lm.model.LlamaShape;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes tiny models in all formats, from tables with one row per output. */
final class ModelFiles {
  static final List<String> WORDS = List.of("th", "the", " t", " th", " the", "in", "an", "and");

  private ModelFiles() {}

  /** Brings the rows of queries and keys into the order in which positions turn neighbours. */
  static float[][] neighbours(float[][] table, int headWidth) {
    float[][] result = new float[table.length][];
    for (int row = 0; row < table.length; row++) {
      int head = row / headWidth * headWidth;
      int i = row % headWidth;
      int half = headWidth / 2;
      result[head + (i < half ? 2 * i : 2 * (i - half) + 1)] = table[row];
    }
    return result;
  }

  // ---- llama2.c

  static byte[] llama2c(TinyLlama tiny) {
    LlamaShape s = tiny.shape();
    LittleEndian out = new LittleEndian();
    out.i32(s.width()).i32(s.inner()).i32(s.layers()).i32(s.heads()).i32(s.groups());
    out.i32(tiny.tied() ? s.vocabulary() : -s.vocabulary()).i32(s.context());
    out.table(tiny.table("embed"));
    for (String kind : List.of("norm1", "q", "k", "v", "o", "norm2", "gate", "down", "up")) {
      for (int l = 0; l < s.layers(); l++) {
        float[][] table = tiny.table(kind + "." + l);
        out.table("qk".contains(kind) ? neighbours(table, s.headWidth()) : table);
      }
    }
    out.table(tiny.table("norm")).f32(new float[s.context() * s.headWidth()]);
    return tiny.tied() ? out.bytes() : out.table(tiny.table("output")).bytes();
  }

  static byte[] llama2cTokenizer(int vocabulary) {
    LittleEndian out = new LittleEndian().i32(8);
    for (int id = 0; id < vocabulary; id++) {
      byte[] piece = piece(id).getBytes(StandardCharsets.UTF_8);
      out.f32(score(id)).i32(piece.length).raw(piece);
    }
    return out.bytes();
  }

  /** Earlier tokens are better, by less than 1. */
  private static float score(int id) {
    return -id / 1024f;
  }

  /** Control tokens, bytes, some words, and pieces that no text needs. */
  static String piece(int id) {
    if (id < 3) {
      return List.of("<unk>", "<s>", "</s>").get(id);
    }
    if (id < 259) {
      return String.format("<0x%02X>", id - 3);
    }
    List<String> letters = List.of(" ", "t", "h", "e", "i", "n", "a", "d");
    int at = id - 259;
    return at < 8 ? letters.get(at) : at < 16 ? WORDS.get(at - 8) : "unused" + id;
  }

  // ---- GGUF

  static Map<String, Object> ggufMetadata(LlamaShape s) {
    Map<String, Object> m = new LinkedHashMap<>();
    m.put("general.architecture", "llama");
    m.put("llama.embedding_length", s.width());
    m.put("llama.block_count", s.layers());
    m.put("llama.attention.head_count", s.heads());
    m.put("llama.attention.head_count_kv", s.groups());
    m.put("llama.feed_forward_length", s.inner());
    m.put("llama.context_length", s.context());
    m.put("llama.attention.layer_norm_rms_epsilon", 1e-5f);
    m.put("tokenizer.ggml.model", "llama");
    Object[] tokens = new Object[s.vocabulary()];
    Object[] scores = new Object[s.vocabulary()];
    Object[] kinds = new Object[s.vocabulary()];
    for (int id = 0; id < tokens.length; id++) {
      tokens[id] = piece(id).replace(' ', '\u2581');
      scores[id] = score(id);
      kinds[id] = id < 3 ? 3 : id < 259 ? 6 : 1;
    }
    m.put("tokenizer.ggml.tokens", tokens);
    m.put("tokenizer.ggml.scores", scores);
    m.put("tokenizer.ggml.token_type", kinds);
    m.put("tokenizer.ggml.bos_token_id", 1);
    m.put("tokenizer.ggml.eos_token_id", 2);
    return m;
  }

  static byte[] gguf(TinyLlama tiny, GgufType type, Map<String, Object> metadata) {
    return gguf(tiny, type, metadata, Map.of());
  }

  static byte[] gguf(
      TinyLlama tiny, GgufType type, Map<String, Object> metadata, Map<String, float[][]> more) {
    Map<String, float[][]> tensors = new LinkedHashMap<>(more);
    tensors.putAll(ggufTensors(tiny));
    return gguf(metadata, tensors, type);
  }

  static Map<String, float[][]> ggufTensors(TinyLlama tiny) {
    LlamaShape s = tiny.shape();
    Map<String, float[][]> tensors = new LinkedHashMap<>();
    tensors.put("token_embd.weight", tiny.table("embed"));
    tensors.put("output_norm.weight", tiny.table("norm"));
    if (!tiny.tied()) {
      tensors.put("output.weight", tiny.table("output"));
    }
    Map<String, String> names =
        ImmutableMap.of( // in this order
            "norm1",
            "attn_norm",
            "q",
            "attn_q",
            "k",
            "attn_k",
            "v",
            "attn_v",
            "o",
            "attn_output",
            "norm2",
            "ffn_norm",
            "gate",
            "ffn_gate",
            "up",
            "ffn_up",
            "down",
            "ffn_down");
    for (int l = 0; l < s.layers(); l++) {
      for (Map.Entry<String, String> name : names.entrySet()) {
        float[][] table = tiny.table(name.getKey() + "." + l);
        boolean turned = "qk".contains(name.getKey());
        tensors.put(
            "blk." + l + "." + name.getValue() + ".weight",
            turned ? neighbours(table, s.headWidth()) : table);
      }
    }
    return tensors;
  }

  static byte[] gguf(Map<String, Object> metadata, Map<String, float[][]> tensors, GgufType type) {
    LittleEndian out = new LittleEndian().raw((byte) 'G', (byte) 'G', (byte) 'U', (byte) 'F');
    out.i32(3).i64(tensors.size()).i64(metadata.size());
    metadata.forEach((key, value) -> entry(out.text(key), value));
    LittleEndian data = new LittleEndian();
    Object said = metadata.get("general.alignment");
    int alignment = said instanceof Integer given && given >= 1 && given <= 4096 ? given : 32;
    tensors.forEach(
        (name, table) -> {
          GgufType own = table.length == 1 ? GgufType.F32 : type;
          out.text(name).i32(table.length == 1 ? 1 : 2).i64(table[0].length);
          if (table.length > 1) {
            out.i64(table.length);
          }
          out.i32(own.code()).i64(data.size());
          for (float[] row : table) {
            Quantiser.write(own, row, data);
          }
          pad(data, alignment);
        });
    pad(out, alignment);
    return out.raw(data.bytes()).bytes();
  }

  private static void pad(LittleEndian out, int alignment) {
    while (out.size() % alignment != 0) {
      out.i8(0);
    }
  }

  private static void entry(LittleEndian out, Object value) {
    if (value instanceof Object[] array) {
      out.i32(9).i32(code(array[0])).i64(array.length);
      for (Object element : array) {
        plain(out, element);
      }
    } else {
      plain(out.i32(code(value)), value);
    }
  }

  private static int code(Object value) {
    return value instanceof String ? 8 : value instanceof Float ? 6 : 4;
  }

  private static void plain(LittleEndian out, Object value) {
    if (value instanceof String text) {
      out.text(text);
    } else if (value instanceof Float number) {
      out.f32(number);
    } else {
      out.i32((Integer) value);
    }
  }

  // ---- safetensors

  /** Writes tensors as F32, F16 or BF16; what is rounded away is rounded away in the tables. */
  static byte[] safetensors(Map<String, float[][]> tensors, String type) {
    ObjectNode header = new ObjectMapper().createObjectNode();
    header.putObject("__metadata__").put("format", "pt");
    LittleEndian data = new LittleEndian();
    tensors.forEach(
        (name, table) -> {
          ObjectNode tensor = header.putObject(name).put("dtype", type);
          ArrayNode sizes = tensor.putArray("shape");
          if (table.length > 1) {
            sizes.add(table.length);
          }
          sizes.add(table[0].length);
          ArrayNode offsets = tensor.putArray("data_offsets").add(data.size());
          for (float[] row : table) {
            Quantiser.write(GgufType.valueOf(type), row, data);
          }
          offsets.add(data.size());
        });
    byte[] text = header.toString().getBytes(StandardCharsets.UTF_8);
    return new LittleEndian().i64(text.length).raw(text).raw(data.bytes()).bytes();
  }

  // ---- ONNX

  /** Writes a package; matrices in bytes if wanted, whose rounded values replace the tables. */
  static void onnx(TinyLlama tiny, boolean bytes, Path directory) throws IOException {
    LlamaShape s = tiny.shape();
    LittleEndian graph = new LittleEndian();
    for (String name : tiny.names()) {
      int dot = name.indexOf('.');
      String kind = dot < 0 ? name : name.substring(0, dot);
      String layer = dot < 0 ? "" : "layers" + name.substring(dot);
      switch (kind) {
        case "norm1" -> vector(graph, "model." + layer + ".input_layernorm.weight", tiny, name);
        case "norm2" ->
            vector(graph, "model." + layer + ".post_attention_layernorm.weight", tiny, name);
        case "norm" -> vector(graph, "model.norm.weight", tiny, name);
        case "embed" -> {
          float[][] table = tiny.table(name);
          Onnx.matrix(graph, "model.embed_tokens.weight", table, bytes, false);
        }
        default -> {
          boolean gated = List.of("gate", "up", "down").contains(kind);
          String node =
              kind.equals("output")
                  ? "/lm_head/MatMul"
                  : "/model/" + layer + (gated ? "/mlp/" : "/self_attn/") + kind + "_proj/MatMul";
          Onnx.product(graph, node, tiny.table(name), bytes);
        }
      }
    }
    Files.createDirectories(directory.resolve("onnx"));
    byte[] file = new LittleEndian().field(1, 8).field(7, graph.bytes()).bytes();
    Files.write(directory.resolve("onnx").resolve("model.onnx"), file);
    Files.writeString(directory.resolve("config.json"), config(s).toString());
    Files.writeString(directory.resolve("tokenizer.json"), tokenizer(s.vocabulary()).toString());
  }

  private static void vector(LittleEndian graph, String name, TinyLlama tiny, String table) {
    Onnx.tensor(
        graph,
        name,
        1,
        new LittleEndian().table(tiny.table(table)).bytes(),
        9,
        tiny.table(table)[0].length);
  }

  static ObjectNode config(LlamaShape s) {
    return new ObjectMapper()
        .createObjectNode()
        .put("model_type", "llama")
        .put("hidden_act", "silu")
        .put("attention_bias", false)
        .put("vocab_size", s.vocabulary())
        .put("hidden_size", s.width())
        .put("num_hidden_layers", s.layers())
        .put("num_attention_heads", s.heads())
        .put("num_key_value_heads", s.groups())
        .put("head_dim", s.headWidth())
        .put("intermediate_size", s.inner())
        .put("max_position_embeddings", s.context())
        .put("rms_norm_eps", s.epsilon())
        .put("rope_theta", s.ropeBase());
  }

  /** A byte-level tokenizer with the words above. */
  static ObjectNode tokenizer(int vocabulary) {
    ObjectNode root = new ObjectMapper().createObjectNode();
    ArrayNode added = root.putArray("added_tokens");
    ObjectNode model = root.putObject("model").put("type", "BPE");
    ObjectNode vocab = model.putObject("vocab");
    for (String name : List.of("<|endoftext|>", "<|im_start|>", "<|im_end|>")) {
      added.addObject().put("id", vocab.size()).put("content", name).put("special", true);
      vocab.put(name, vocab.size());
    }
    for (char c = 1; c < 0x180; c++) {
      byte[] bytes = ByteAlphabet.bytes(String.valueOf(c));
      if (bytes != null) {
        vocab.put(String.valueOf(c), vocab.size());
      }
    }
    for (String word : WORDS) {
      vocab.put(word.replace(' ', '\u0120'), vocab.size());
    }
    while (vocab.size() < vocabulary - 1) {
      vocab.put("unused" + vocab.size(), vocab.size());
    }
    ArrayNode merges = model.putArray("merges");
    List.of("t h", "th e", "\u0120 t", "\u0120t h", "\u0120th e", "i n", "a n", "an d")
        .forEach(merges::add);
    root.putObject("pre_tokenizer").put("type", "ByteLevel").put("add_prefix_space", false);
    return root;
  }
}
