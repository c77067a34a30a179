package dev.ccl.lm.format;

import static dev.ccl.lm.format.ModelsTest.tiny;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.primitives.Bytes;
import dev.ccl.lm.TinyLlama;
import dev.ccl.lm.token.ChatTemplate;
import dev.ccl.lm.token.Tokenizer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What lies beside the weights of a model, and which file of a directory the model is. */
class PackagesTest {
  @TempDir Path directory;
  private final TinyLlama tiny = tiny(false);

  @BeforeEach
  void write() throws IOException {
    ModelFiles.onnx(tiny, false, directory.resolve("package"));
  }

  private Path home() {
    return directory.resolve("package");
  }

  private static ObjectNode object() {
    return new ObjectMapper().createObjectNode();
  }

  private LoadedModel with(String file, ObjectNode content) throws IOException {
    Files.writeString(home().resolve(file), content.toString());
    return Models.open(home());
  }

  private String complaint(Path path) {
    String message = assertThrows(ModelFormatException.class, () -> Models.open(path)).getMessage();
    return message.replace(directory.toString(), "DIR");
  }

  @Test
  void theSettingsOfTheTokenizerSayHowToAsk() throws IOException {
    String file = "tokenizer_config.json";
    assertEquals(ChatTemplate.Family.PLAIN, Models.open(home()).template().family());
    ObjectNode chat =
        object()
            .put("add_bos_token", true)
            .put("bos_token", "<|im_start|>")
            .put("eos_token", "<|im_end|>")
            .put("chat_template", "<|im_start|>system\\nin<|im_end|>");
    LoadedModel model = with(file, chat);
    assertEquals(ChatTemplate.Family.CHAT_ML, model.template().family());
    assertEquals("in", model.template().system());
    assertEquals(OptionalInt.of(1), model.tokenizer().begin());
    assertEquals(OptionalInt.of(2), model.tokenizer().end());
    assertEquals(ChatTemplate.Family.PLAIN, with(file, object()).template().family());
    ObjectNode several = object(); // as files with several templates have them
    several.putArray("chat_template").addObject().put("template", "<|im_start|>");
    Files.writeString(home().resolve(file), several.toString());
    assertEquals(
        "DIR/package/tokenizer_config.json: chat_template: no text, and no list with a default;"
            + " --template chooses a family",
        complaint(home()));
    LoadedModel chosen =
        Models.open(home(), Opening.DEFAULT.withTemplate(ChatTemplate.named("zephyr")));
    assertEquals(ChatTemplate.Family.ZEPHYR, chosen.template().family());
    assertEquals(OptionalInt.empty(), chosen.tokenizer().end());
    ObjectNode named = object();
    ArrayNode list = named.putArray("chat_template");
    list.addObject().put("name", "tool_use").put("template", "[INST] [/INST]");
    list.addObject().put("name", "default").put("template", "<start_of_turn>");
    assertEquals(ChatTemplate.Family.GEMMA, with(file, named).template().family());
    Files.writeString(home().resolve("chat_template.jinja"), "{{ klingon }}");
    assertTrue(complaint(home()).contains("chat_template.jinja: a chat template of no known"));
    Files.writeString(home().resolve("chat_template.jinja"), "<|im_start|>");
    assertEquals(ChatTemplate.Family.CHAT_ML, with(file, named).template().family());
  }

  /** As many tokens as the model has; fewer are no fault, since vocabularies are filled up. */
  @Test
  void tokensUpToTheVocabulary() throws IOException {
    assertEquals(299, Models.open(home()).tokenizer().vocabulary());
    assertEquals(300, with("tokenizer.json", ModelFiles.tokenizer(301)).tokenizer().vocabulary());
    Files.writeString(home().resolve("tokenizer.json"), ModelFiles.tokenizer(302).toString());
    assertEquals(
        "DIR/package/tokenizer.json: model.vocab: 301 tokens exceed the vocabulary of 300",
        complaint(home()));
  }

  @Test
  void whatAConfigurationNeedNotSay() throws IOException {
    ObjectNode config = ModelFiles.config(TinyLlama.EVEN);
    config.putNull("model_type").putNull("attention_bias").putNull("mlp_bias");
    config.putNull("num_key_value_heads").put("num_key_value_heads", 2);
    assertEquals(tiny.model().digest(), with("config.json", config).model().digest());
    for (Map.Entry<String, Object> lie :
        Map.<String, Object>of("hidden_size", 1L << 33, "vocab_size", "300", "head_dim", true)
            .entrySet()) {
      ObjectNode wrong = ModelFiles.config(TinyLlama.EVEN);
      wrong.set(lie.getKey(), new ObjectMapper().valueToTree(lie.getValue()));
      Files.writeString(home().resolve("config.json"), wrong.toString());
      assertEquals(
          "DIR/package/config.json: " + lie.getKey() + ": an integer is needed", complaint(home()));
    }
    ObjectNode whole = ModelFiles.config(TinyLlama.EVEN).put("rope_theta", 10_000);
    assertEquals(tiny.model().digest(), with("config.json", whole).model().digest());
  }

  /** Neither directories nor the tokenizer are weights, nor is anything two directories below. */
  @Test
  void theOnlyModelOfADirectory() throws IOException {
    Path all = directory.resolve("all");
    Files.createDirectories(all.resolve("a.gguf/below"));
    Files.createDirectories(all.resolve("b.bin"));
    byte[] weights = ModelFiles.llama2c(tiny);
    Files.write(all.resolve("a.gguf/below/c.bin"), weights);
    Files.write(all.resolve("readme.md"), weights);
    Files.write(all.resolve("tokenizer.bin"), ModelFiles.llama2cTokenizer(300));
    assertEquals(
        "DIR/all: no model is here: no .safetensors, .onnx, .gguf, .bin or .data file",
        complaint(all));
    Files.write(all.resolve("weights.data"), weights);
    assertEquals(tiny.model().digest(), Models.open(all).model().digest());
    Files.write(all.resolve("b.bin/b.data"), weights);
    Files.write(all.resolve("a.bin"), weights);
    assertEquals(
        "DIR/all: 3 models are here; name one of [a.bin, b.data, weights.data]", complaint(all));
  }

  /** Heads of their own width are turned as wholes. */
  @Test
  void turnedHeadsAreWhole() throws IOException {
    Map<String, Object> metadata = ModelFiles.ggufMetadata(TinyLlama.EVEN);
    Path path = directory.resolve("a.gguf");
    metadata.put("llama.rope.dimension_count", 8);
    Files.write(path, ModelFiles.gguf(tiny, GgufType.F32, metadata));
    assertEquals(tiny.model().digest(), Models.open(path).model().digest());
    metadata.put("llama.attention.key_length", 6); // and not 32/4
    Files.write(path, ModelFiles.gguf(tiny, GgufType.F32, metadata));
    assertEquals(
        "DIR/a.gguf: llama.rope.dimension_count: only whole heads can be turned", complaint(path));
    metadata.remove("llama.attention.key_length");
    for (float divisor : new float[] {0, -1}) {
      Map<String, float[][]> divisors =
          Map.of("rope_freqs.weight", new float[][] {{1, 2, 3, divisor}});
      Files.write(path, ModelFiles.gguf(tiny, GgufType.F32, metadata, divisors));
      assertEquals(
          "DIR/a.gguf: tensor rope_freqs.weight: a divisor is not positive: " + divisor,
          complaint(path));
    }
  }

  /** What follows the weights is their tokenizer, whatever else lies beside them. */
  @Test
  void theTokenizerBehindTheWeightsComesFirst() throws IOException {
    byte[] weights = ModelFiles.llama2c(tiny);
    LittleEndian own = new LittleEndian().i32(8);
    for (int id = 0; id < 300; id++) {
      byte[] piece = ModelFiles.piece(id).getBytes(StandardCharsets.UTF_8);
      byte[] bytes = id == 290 ? new byte[] {(byte) 0xe4, (byte) 0xbd} : piece; // half a character
      String other = id == 291 ? "mine" : id == 292 ? "ht" : "";
      byte[] mine = other.getBytes(StandardCharsets.UTF_8);
      byte[] token = mine.length > 0 ? mine : bytes;
      own.f32(id == 267 ? 0.25f : 0).i32(token.length).raw(token); // "th" before "ht"
    }
    Path path = Files.write(directory.resolve("a.bin"), Bytes.concat(weights, own.bytes()));
    Files.write(directory.resolve("tokenizer.bin"), ModelFiles.llama2cTokenizer(300));
    Tokenizer tokenizer = Models.open(path).tokenizer();
    assertEquals("mine", tokenizer.continuation(291));
    assertArrayEquals(new int[] {259, 261, 267}, tokenizer.encode("hth"));
    assertArrayEquals(new byte[] {(byte) 0xe4, (byte) 0xbd}, tokenizer.bytes(290));
    Files.write(path, weights);
    assertEquals("unused291", Models.open(path).tokenizer().continuation(291));
  }

  /** Tokens of bytes have two digits, of either case, and nothing around them. */
  @Test
  void namesOfBytes() {
    for (int value = 0; value < 256; value++) {
      for (String format : List.of("<0x%02x>", "<0x%02X>")) {
        String name = String.format(format, value);
        assertEquals(OptionalInt.of(value), PieceNames.singleByte(name), name);
      }
    }
    for (String other :
        List.of("<0x7>", "<0x041>", "<0xG1>", " <0x41>", "<0x41>\n", "<0x41><0x42>", "0x41", "")) {
      assertEquals(OptionalInt.empty(), PieceNames.singleByte(other), other);
    }
  }

  /** Settings that name no token leave the usual names; those that name an unknown one, none. */
  @Test
  void theUsualNamesOfTheFirstAndTheLastToken() throws IOException {
    ObjectNode root = ModelFiles.tokenizer(300);
    ObjectNode vocab = (ObjectNode) root.at("/model/vocab");
    vocab.put("</s>", 299).put("<s>", 300);
    Path file = Files.writeString(directory.resolve("tokenizer.json"), root.toString());
    for (String rest : List.of("", ", \"bos_token\": null, \"eos_token\": null", ", \"x\": 1")) {
      Tokenizer tokenizer = settings(file, "{\"add_bos_token\": true" + rest + "}");
      assertEquals(OptionalInt.of(300), tokenizer.begin());
      assertEquals(OptionalInt.of(299), tokenizer.end());
    }
    Tokenizer none = settings(file, "{\"add_bos_token\": true, \"bos_token\": \"<S>\"}");
    assertEquals(OptionalInt.empty(), none.begin());
    assertEquals(OptionalInt.of(299), none.end());
    assertEquals(OptionalInt.empty(), settings(file, "{\"bos_token\": \"<s>\"}").begin());
  }

  private Tokenizer settings(Path file, String text) throws IOException {
    Path beside = Files.writeString(directory.resolve("tokenizer_config.json"), text);
    return TokenizerJson.read(JsonFile.read(file), JsonFile.read(beside));
  }
}
