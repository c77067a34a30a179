package dev.ccl.lm.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ccl.lm.TinyLlama;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Directories with safetensors files: what was written is read, and lies are one line. */
class SafetensorsTest {
  @TempDir Path directory;

  static Map<String, float[][]> tensors(TinyLlama tiny) {
    Map<String, String> names =
        Map.of(
            "norm1", "input_layernorm",
            "norm2", "post_attention_layernorm",
            "q", "self_attn.q_proj",
            "k", "self_attn.k_proj",
            "v", "self_attn.v_proj",
            "o", "self_attn.o_proj",
            "gate", "mlp.gate_proj",
            "up", "mlp.up_proj",
            "down", "mlp.down_proj");
    Map<String, float[][]> tensors = new LinkedHashMap<>();
    for (String name : tiny.names()) {
      String[] parts = name.split("\\.", -1);
      String own =
          switch (name) {
            case "embed" -> "model.embed_tokens";
            case "output" -> "lm_head";
            case "norm" -> "model.norm";
            default -> "model.layers." + parts[1] + "." + names.get(parts[0]);
          };
      tensors.put(own + ".weight", tiny.table(name));
    }
    return tensors;
  }

  private Path home(boolean tied) throws IOException {
    ObjectNode config = ModelFiles.config(TinyLlama.EVEN).put("tie_word_embeddings", tied);
    Files.writeString(directory.resolve("config.json"), config.toString());
    Files.writeString(directory.resolve("tokenizer.json"), ModelFiles.tokenizer(300).toString());
    return directory;
  }

  @ParameterizedTest
  @ValueSource(strings = {"F32", "F16", "BF16"})
  void whatWasWrittenIsRead(String type) throws IOException {
    for (boolean tied : new boolean[] {true, false}) {
      TinyLlama tiny = ModelsTest.tiny(tied);
      Path file = home(tied).resolve("model.safetensors");
      Files.write(file, ModelFiles.safetensors(tensors(tiny), type)); // and rounds the tables
      assertEquals(tiny.model().digest(), Models.open(directory).model().digest());
      assertEquals(tiny.model().digest(), Models.open(file).model().digest());
    }
  }

  /** Several files with an index; a file that is named but lies elsewhere is refused. */
  @Test
  void shards() throws IOException {
    TinyLlama tiny = ModelsTest.tiny(false);
    Map<String, float[][]> all = tensors(tiny);
    Map<String, float[][]> one = new LinkedHashMap<>();
    Map<String, float[][]> two = new LinkedHashMap<>();
    ObjectNode index = new ObjectMapper().createObjectNode();
    ObjectNode map = index.putObject("weight_map");
    all.forEach(
        (name, table) -> {
          boolean first = one.size() < 7;
          (first ? one : two).put(name, table);
          map.put(name, "model-0000" + (first ? 1 : 2) + "-of-00002.safetensors");
        });
    home(false);
    Files.write(
        directory.resolve("model-00001-of-00002.safetensors"), ModelFiles.safetensors(one, "F32"));
    Files.write(
        directory.resolve("model-00002-of-00002.safetensors"), ModelFiles.safetensors(two, "F32"));
    Path file = directory.resolve("model.safetensors.index.json");
    Files.writeString(file, index.toString());
    assertEquals(tiny.model().digest(), Models.open(directory).model().digest());
    map.put("more", "model-00002-of-00002.safetensors");
    Files.writeString(file, index.toString());
    assertTrue(refused().endsWith("weight_map: more is in no file"), refused());
    for (String elsewhere : new String[] {"../model.safetensors", "/etc/passwd", "a\\b"}) {
      map.put("more", elsewhere);
      Files.writeString(file, index.toString());
      assertTrue(refused().contains("no name of a safetensors file beside it"), refused());
    }
    Files.write(
        directory.resolve("model-00001-of-00002.safetensors"), ModelFiles.safetensors(all, "F32"));
    map.remove("more");
    Files.writeString(file, index.toString());
    assertTrue(refused().endsWith("is there twice"), refused());
  }

  /** An output matrix that is missing is that of the input only if the file may mean so. */
  @Test
  void aMissingOutputMatrix() throws IOException {
    TinyLlama tiny = ModelsTest.tiny(true);
    home(false);
    Files.write(
        directory.resolve("model.safetensors"), ModelFiles.safetensors(tensors(tiny), "F32"));
    assertTrue(refused().endsWith("tensor lm_head.weight: missing"), refused());
    ObjectNode config = ModelFiles.config(TinyLlama.EVEN);
    config.remove("tie_word_embeddings");
    Files.writeString(directory.resolve("config.json"), config.toString());
    assertEquals(tiny.model().digest(), Models.open(directory).model().digest());
  }

  private String refused() {
    return assertThrows(ModelFormatException.class, () -> Models.open(directory)).getMessage();
  }

  private String headed(String header) throws IOException {
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    byte[] file = new LittleEndian().i64(text.length).raw(text).raw(new byte[64]).bytes();
    Files.write(home(true).resolve("model.safetensors"), file);
    String message = refused();
    assertEquals(1, message.lines().count());
    return message;
  }

  @Test
  void headersThatLie() throws IOException {
    String norm = "{\"dtype\":\"F32\",\"shape\":[32],\"data_offsets\":[%s]}";
    assertTrue(headed("[1]").contains("missing"));
    assertTrue(headed("{\"a\": ").contains("header"));
    for (String offsets : new String[] {"0,65", "-1,8", "8,0", "0", "\"a\",\"b\"", "0,1e300"}) {
      String said = headed("{\"model.norm.weight\":" + String.format(norm, offsets) + "}");
      assertTrue(said.contains("tensor model.norm.weight: bytes"), said);
    }
    String shared =
        headed(
            "{\"a\":"
                + String.format(norm, "0,32")
                + ",\"b\":"
                + String.format(norm, "16,48")
                + "}");
    assertTrue(shared.endsWith("tensor b: shares bytes with tensor a"), shared);
    String twice = String.format(norm, "0,32");
    assertTrue(headed("{\"a\":" + twice + ",\"a\":" + twice + "}").contains("uplicate"));
    byte[] length = new LittleEndian().i64(1L << 40).bytes();
    Files.write(directory.resolve("model.safetensors"), length);
    assertTrue(refused().contains("the header"), refused());
  }

  /** Bytes changed at random: a model, or one line. */
  @Test
  void changedBytes() throws IOException {
    byte[] whole = ModelFiles.safetensors(tensors(ModelsTest.tiny(true)), "BF16");
    home(true);
    Random random = new Random(3);
    int refusals = 0;
    for (int round = 0; round < 200; round++) {
      byte[] file =
          round % 4 == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole.clone();
      for (int k = 0; k < 3 && file.length > 0; k++) {
        file[random.nextInt(Math.min(file.length, 3000))] = (byte) random.nextInt(256);
      }
      Files.write(directory.resolve("model.safetensors"), file);
      try {
        Models.open(directory);
      } catch (ModelFormatException e) {
        refusals++;
        assertEquals(1, e.getMessage().lines().count());
      }
    }
    assertTrue(refusals > 100, "refused: " + refusals);
  }
}
