package dev.ccl.lm.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.ccl.judge.Damage;
import dev.ccl.lm.TinyLlama;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Damaged files of models: a model that can be asked, or one line, and never much memory. The
 * profile {@code thorough} tries 10,000 per kind of file.
 */
class MutationsTest {
  private static final int ROUNDS = Boolean.getBoolean("ccl.thorough") ? 10_000 : 60;
  private static final long MEMORY = 64 << 20;

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "a.gguf, a.gguf, 12000",
    "safetensors, safetensors/model.safetensors, 3000",
    "safetensors, safetensors/tokenizer.json, 20000",
    "safetensors, safetensors/config.json, 1000",
    "onnx, onnx/onnx/model.onnx, 100000",
    "a.bin, a.bin, 40"
  })
  void aModelOrOneLine(String path, String changed, int head) throws IOException {
    write();
    Path file = directory.resolve(changed);
    Damage damage = Damage.to(Files.readAllBytes(file), head, 35);
    int refusals = 0;
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int round = 0; round < ROUNDS; round++) {
      Files.write(file, damage.next());
      long before = threads.getCurrentThreadAllocatedBytes();
      try {
        LoadedModel model = Models.open(directory.resolve(path));
        model.tokenizer().encode("the and 12 don't \u7b49");
      } catch (ModelFormatException e) {
        refusals++;
        assertEquals(1, e.getMessage().lines().count(), e.getMessage());
      } catch (RuntimeException e) {
        throw new AssertionError("round " + round, e);
      }
      long spent = threads.getCurrentThreadAllocatedBytes() - before;
      assertTrue(spent < MEMORY, "round " + round + ": " + spent + " bytes");
    }
    assertTrue(refusals > ROUNDS / 20, refusals + " refusals");
  }

  private void write() throws IOException {
    TinyLlama tiny = TinyLlama.of(TinyLlama.EVEN, false, 2);
    byte[] gguf = ModelFiles.gguf(tiny, GgufType.Q8_0, ModelFiles.ggufMetadata(TinyLlama.EVEN));
    Files.write(directory.resolve("a.gguf"), gguf);
    Files.write(directory.resolve("a.bin"), ModelFiles.llama2c(tiny));
    Files.write(directory.resolve("tokenizer.bin"), ModelFiles.llama2cTokenizer(300));
    ModelFiles.onnx(tiny, true, directory.resolve("onnx"));
    Path home = directory.resolve("safetensors");
    ModelFiles.onnx(tiny, true, home);
    Files.delete(home.resolve("onnx/model.onnx"));
    Files.write(
        home.resolve("model.safetensors"),
        ModelFiles.safetensors(SafetensorsTest.tensors(tiny), "BF16"));
  }
}
