package dev.ccl.lm.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.lm.TinyLlama;
import dev.ccl.lm.model.LlamaShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of formats in the guide says what this test has opened, no more and no less. */
class FormatsTableTest {
  private static final Path PAGE = Path.of("../docs/language-models.md");
  private static final String BEGIN = "<!-- opened: model formats -->\n";
  private static final String END = "<!-- end of model formats -->";

  @TempDir Path directory;

  /** A model whose matrices are zeros of one type: all tokens are equally likely. */
  private static byte[] zeros(GgufType type) {
    int width = 256;
    LlamaShape shape = new LlamaShape(300, width, 1, 2, 2, 128, width, 64, 1e-5, 10_000, 1);
    Map<String, float[][]> tensors = new LinkedHashMap<>();
    tensors.put("token_embd.weight", new float[300][width]);
    for (String norm : List.of("output_norm", "blk.0.attn_norm", "blk.0.ffn_norm")) {
      tensors.put(norm + ".weight", new float[1][width]);
    }
    for (String name :
        List.of("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down")) {
      tensors.put("blk.0." + name + ".weight", new float[width][width]);
    }
    return ModelFiles.gguf(ModelFiles.ggufMetadata(shape), tensors, type);
  }

  private static void opens(Path path) throws IOException {
    double log = Models.open(path).model().logProbabilities(7)[5];
    assertEquals(true, log < 0 && log > -50, path + ": " + log);
  }

  private String row(String path, TreeSet<String> architectures, List<String> numbers) {
    String all = architectures.toString().replaceAll("[\\[\\]]", "");
    return "| " + path + " | " + all + " | " + String.join(", ", numbers) + " |\n";
  }

  @Test
  void theTableSaysWhatWasOpened() throws IOException {
    StringBuilder table = new StringBuilder();
    table.append("| what lies at the path | architectures | numbers |\n| --- | --- | --- |\n");
    List<String> types = new ArrayList<>();
    for (GgufType type : GgufType.values()) {
      opens(Files.write(directory.resolve(type + ".gguf"), zeros(type)));
      types.add(type.name());
    }
    TreeSet<String> inGguf = new TreeSet<>();
    TreeSet<String> inDirectories = new TreeSet<>();
    for (RelativesTest.Relative relative : RelativesTest.Relative.values()) {
      Path file = RelativesTest.write(relative, true, directory);
      opens(file);
      try (BinaryFile read = BinaryFile.open(file)) {
        inGguf.add("`" + Gguf.read(read).text("general.architecture", "") + "`");
      }
      Path whole = RelativesTest.write(relative, false, directory);
      opens(whole);
      JsonFile config = JsonFile.read(whole.resolve("config.json"));
      inDirectories.add("`" + config.root().path("model_type").asText() + "`");
    }
    table.append(row("`….gguf` (GGUF 2 and 3)", inGguf, types));
    TinyLlama tiny = ModelsTest.tiny(false);
    List<String> kinds = List.of("F32", "F16", "BF16");
    Path home = RelativesTest.write(RelativesTest.Relative.LLAMA, false, directory.resolve("more"));
    Files.writeString(home.resolve("config.json"), ModelFiles.config(TinyLlama.EVEN).toString());
    for (String kind : kinds) {
      byte[] file = ModelFiles.safetensors(SafetensorsTest.tensors(tiny), kind);
      opens(Files.write(home.resolve("model.safetensors"), file));
    }
    String tensors =
        "a directory with `config.json`, `tokenizer.json`, one or several `….safetensors`";
    table.append(row(tensors, inDirectories, kinds));
    TreeSet<String> llama = new TreeSet<>(List.of("`llama`"));
    for (boolean bytes : new boolean[] {false, true}) {
      ModelFiles.onnx(tiny, bytes, directory.resolve("onnx-" + bytes));
      opens(directory.resolve("onnx-" + bytes));
    }
    String onnx = "a directory with `config.json`, `tokenizer.json` and `onnx/….onnx`";
    table.append(row(onnx, llama, List.of("F32", "bytes with scales")));
    Path file = Files.write(directory.resolve("a.bin"), ModelFiles.llama2c(tiny));
    Files.write(directory.resolve("tokenizer.bin"), ModelFiles.llama2cTokenizer(300));
    opens(file);
    table.append(
        row(
            "any other file: llama2.c of the first kind, its tokenizer behind the weights or in"
                + " `tokenizer.bin` beside it",
            llama,
            List.of("F32")));
    String page = Files.readString(PAGE);
    int from = page.indexOf(BEGIN) + BEGIN.length();
    assertEquals(table.toString(), page.substring(from, page.indexOf(END)));
  }
}
