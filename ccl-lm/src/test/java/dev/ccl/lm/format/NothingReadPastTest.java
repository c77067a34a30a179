package dev.ccl.lm.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.primitives.Bytes;
import dev.ccl.lm.TinyLlama;
import dev.ccl.lm.token.ChatTemplate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What changes the numbers of a model and is not understood is refused by its name. */
class NothingReadPastTest {
  @TempDir Path directory;
  private final TinyLlama tiny = ModelsTest.tiny(true);

  private String refused(Map<String, Object> metadata, Map<String, float[][]> more)
      throws IOException {
    Path file = directory.resolve("a.gguf");
    Files.write(file, ModelFiles.gguf(tiny, GgufType.F32, metadata, more));
    String message = assertThrows(ModelFormatException.class, () -> Models.open(file)).getMessage();
    return message.substring(message.indexOf(".gguf: ") + 7);
  }

  private static Map<String, Object> metadata(String key, Object value) {
    Map<String, Object> metadata = ModelFiles.ggufMetadata(TinyLlama.EVEN);
    metadata.put(key, value);
    return metadata;
  }

  @Test
  void unknownTensors() throws IOException {
    for (String name :
        new String[] {
          "blk.0.attn_q_norm.weight", "blk.1.ffn_sub_norm.weight", "output.bias", "klingon"
        }) {
      assertEquals(
          "tensor " + name + ": is not understood in a model of llama",
          refused(
              ModelFiles.ggufMetadata(TinyLlama.EVEN), Map.of(name, new float[][] {{1, 2, 3}})));
    }
  }

  @Test
  void unknownKeysOfTheArchitecture() throws IOException {
    assertEquals(
        "llama.logit_scale: is not understood; it may change the numbers",
        refused(metadata("llama.logit_scale", 2f), Map.of()));
    assertEquals(
        "llama.expert_count: is not understood; it may change the numbers",
        refused(metadata("llama.expert_count", 8), Map.of()));
    assertEquals(
        "llama.attention.causal: only models that read forward can be read",
        refused(metadata("llama.attention.causal", 0), Map.of()));
  }

  /** Keys of programs, sizes that are known anyway, and counts of none do no harm. */
  @Test
  void harmlessKeys() throws IOException {
    Map<String, Object> metadata = metadata("llama.expert_count", 0);
    metadata.put("llama.vocab_size", 300);
    metadata.put("llama.tensor_data_layout", "Meta AI original pth");
    metadata.put("general.basename", "anything");
    metadata.put("quantize.imatrix.entries_count", 224);
    Path file = directory.resolve("a.gguf");
    Files.write(file, ModelFiles.gguf(tiny, GgufType.F32, metadata));
    assertEquals(tiny.model().digest(), Models.open(file).model().digest());
  }

  /** Early files scale positions by another key, and no type means linear. */
  @Test
  void scaledPositionsOfEarlyFiles() throws IOException {
    Path file = directory.resolve("a.gguf");
    Map<String, Object> today = metadata("llama.rope.scaling.type", "linear");
    today.put("llama.rope.scaling.factor", 4f);
    Files.write(file, ModelFiles.gguf(tiny, GgufType.F32, today));
    String scaled = Models.open(file).model().digest();
    assertNotEquals(tiny.model().digest(), scaled);
    for (String key : new String[] {"llama.rope.scale_linear", "llama.rope.scaling.factor"}) {
      Files.write(file, ModelFiles.gguf(tiny, GgufType.F32, metadata(key, 4f)));
      assertEquals(scaled, Models.open(file).model().digest(), key);
    }
  }

  /** The architecture is said before a type of numbers, and types by their names. */
  @Test
  void theArchitectureComesFirst() throws IOException {
    Map<String, float[][]> tensors = new LinkedHashMap<>();
    tensors.put("token_embd.weight", new float[300][32]);
    Map<String, Object> metadata = metadata("general.architecture", "mamba");
    byte[] bytes = ModelFiles.gguf(metadata, tensors, GgufType.F32);
    int at = Bytes.indexOf(bytes, "token_embd.weight".getBytes(StandardCharsets.UTF_8)) + 17 + 20;
    bytes[at] = 16;
    Path file = Files.write(directory.resolve("a.gguf"), bytes);
    String message = assertThrows(ModelFormatException.class, () -> Models.open(file)).getMessage();
    assertTrue(
        message.endsWith(
            "general.architecture: 'mamba'; llama, qwen2, qwen3, gemma, gemma2, gemma3, phi3"
                + " can be read"),
        message);
  }

  @Test
  void partsOfAModel() throws IOException {
    assertEquals(
        "split.count: a part of a model; join the parts to one file",
        refused(metadata("split.count", 3), Map.of()));
  }

  /** A template that is not known is refused unless another is chosen. */
  @Test
  void unknownTemplates() throws IOException {
    Map<String, Object> metadata = metadata("tokenizer.chat_template", "{{ klingon(messages) }}");
    assertEquals(
        "tokenizer.chat_template: a chat template of no known family; --template chooses one of"
            + " plain, chatml, zephyr, inst, headers, gemma, phi3",
        refused(metadata, Map.of()));
    LoadedModel chosen =
        Models.open(
            directory.resolve("a.gguf"),
            Opening.DEFAULT.withTemplate(ChatTemplate.named("chatml")));
    assertEquals(ChatTemplate.Family.CHAT_ML, chosen.template().family());
  }

  @Test
  void unknownSettingsOfADirectory() throws IOException {
    Path home = Files.createDirectory(directory.resolve("home"));
    Map<String, float[][]> tensors = new LinkedHashMap<>();
    tensors.put("model.norm.weight", new float[1][32]);
    Files.write(home.resolve("model.safetensors"), ModelFiles.safetensors(tensors, "F32"));
    Files.writeString(home.resolve("tokenizer.json"), ModelFiles.tokenizer(300).toString());
    Map<String, String> wrong =
        Map.of(
            "model_type: 'mixtral'", "{\"model_type\": \"mixtral\"}",
            "quantization_config", "{\"quantization_config\": {\"bits\": 4}}",
            "rope_scaling", "{\"rope_scaling\": {\"rope_type\": \"yarn\", \"factor\": 4}}",
            "partial_rotary_factor", "{\"partial_rotary_factor\": 0.5}",
            "hidden_act", "{\"hidden_act\": \"relu\"}",
            "partial_rotary_factor: only",
                "{\"rope_parameters\": {\"partial_rotary_factor\": 0.5}}",
            "use_bidirectional_attention", "{\"use_bidirectional_attention\": true}",
            "layer_types: only full_attention", "{\"layer_types\": [\"chunked_attention\"]}",
            "rope_parameters.sliding_attention",
                "{\"rope_parameters\": {\"sliding_attention\": {\"rope_theta\": 5}}}",
            "tensor model.embed_tokens.weight: missing", "{}");
    for (Map.Entry<String, String> e : wrong.entrySet()) {
      ObjectNode config = ModelFiles.config(TinyLlama.EVEN);
      new ObjectMapper()
          .readTree(e.getValue())
          .properties()
          .forEach(entry -> config.set(entry.getKey(), entry.getValue()));
      Files.writeString(home.resolve("config.json"), config.toString());
      String message =
          assertThrows(ModelFormatException.class, () -> Models.open(home)).getMessage();
      assertTrue(message.contains(e.getKey()), message);
    }
  }
}
