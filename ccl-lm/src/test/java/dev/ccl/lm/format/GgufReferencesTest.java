package dev.ccl.lm.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.Streams;
import dev.ccl.lm.LanguageModel;
import dev.ccl.lm.token.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Model files beside what another engine makes of them: next-token laws and token ids. The files
 * are not in the repository; {@code -Dccl.lm.references=DIR} says where they are.
 */
class GgufReferencesTest {
  private static final String GIVEN = System.getProperty("ccl.lm.references", "");
  private static final Path DIRECTORY = Path.of(GIVEN.isEmpty() ? "../../shared/gguf" : GIVEN);

  @BeforeAll
  static void filesAreThere() {
    assumeTrue(Files.exists(DIRECTORY.resolve("tiny-reference.json")), "no references");
  }

  private static JsonNode json(String name) throws IOException {
    return new ObjectMapper().readTree(DIRECTORY.resolve(name).toFile());
  }

  /** Widened to floats, each file has the law of the file with the same numbers as floats. */
  @Test
  void lawsAfterSixPrefixes() throws IOException {
    JsonNode reference = json("tiny-reference.json");
    List<String> different = new ArrayList<>();
    for (Map.Entry<String, JsonNode> e : reference.path("files").properties()) {
      Path file = DIRECTORY.resolve(e.getKey());
      JsonNode laws = e.getValue().path(e.getValue().has("float") ? "float" : "native");
      try {
        LanguageModel model = Models.open(file).model();
        double worst = 0;
        for (int k = 0; k < laws.size(); k++) {
          worst =
              Math.max(worst, divergence(model, reference.path("prefixes").get(k), laws.get(k)));
        }
        if (!(worst < 1e-10)) {
          different.add(e.getKey() + ": " + worst);
        }
      } catch (ModelFormatException refused) {
        different.add(refused.getMessage());
      }
    }
    assertEquals(List.of(), different);
  }

  /** Beyond a memory of nothing all weights stay in the file: the same model, the same numbers. */
  @Test
  void weightsThatStayInTheFile() throws IOException {
    for (String name : List.of("F16", "BF16", "Q8_0", "Q4_K_M-mixed", "Q6_K", "IQ4_XS")) {
      Path file = DIRECTORY.resolve("tiny-llama-" + name + ".gguf");
      LanguageModel memory = Models.open(file, Opening.DEFAULT).model();
      LanguageModel stored = Models.open(file, Opening.DEFAULT.withMemory(0)).model();
      assertEquals(memory.digest(), stored.digest(), name);
      int[] prefix = {1, 5, 300, 7, 7, 511};
      assertArrayEquals(memory.logProbabilities(prefix), stored.logProbabilities(prefix), name);
    }
  }

  /**
   * Rounded vectors give another law, near that of floats and near that of the other engine, which
   * rounds too.
   */
  @Test
  void roundedVectors() throws IOException {
    JsonNode reference = json("tiny-reference.json");
    for (Map.Entry<String, JsonNode> e : reference.path("files").properties()) {
      JsonNode laws = e.getValue().path("native");
      if (!e.getValue().has("float") || e.getKey().matches(".*-B?F(16|32).*")) {
        continue;
      }
      Path file = DIRECTORY.resolve(e.getKey());
      LanguageModel floats = Models.open(file).model();
      LanguageModel rounded =
          Models.open(file, Opening.DEFAULT.withActivations(Activations.ROUNDED)).model();
      assertNotEquals(floats.digest(), rounded.digest());
      for (int k = 0; k < laws.size(); k++) {
        int[] prefix = ids(reference.path("prefixes").get(k));
        double own = divergence(rounded.logProbabilities(prefix), floats.logProbabilities(prefix));
        assertTrue(own > 1e-9 && own < 0.02, file + " to floats: " + own);
        double[] other = new double[laws.get(k).size()];
        JsonNode law = laws.get(k);
        Arrays.setAll(other, id -> law.get(id).asDouble());
        double foreign = divergence(rounded.logProbabilities(prefix), other);
        assertTrue(foreign < 0.02, file + " to the other engine: " + foreign);
      }
    }
  }

  private static double divergence(double[] law, double[] other) {
    double sum = 0;
    for (int id = 0; id < law.length; id++) {
      sum += Math.exp(law[id]) * (law[id] - other[id]);
    }
    return sum;
  }

  private static int[] ids(JsonNode prefix) {
    return Streams.stream(prefix).mapToInt(JsonNode::asInt).toArray();
  }

  private static double divergence(LanguageModel model, JsonNode prefix, JsonNode law) {
    double[] logs = model.logProbabilities(ids(prefix));
    double sum = 0;
    double total = 0;
    for (int id = 0; id < logs.length; id++) {
      double other = law.get(id).asDouble();
      assertEquals(other, logs[id], 1e-4, "token " + id);
      total += Math.exp(other);
      sum += Math.exp(logs[id]) * (logs[id] - other);
    }
    return sum + Math.log(total); // the reference is rounded to six places
  }

  @Test
  void idsOfHostileTexts() throws IOException {
    List<String> different = new ArrayList<>();
    for (Map.Entry<String, JsonNode> e :
        json("reference-tokens.json").path("tokens").properties()) {
      Path path = DIRECTORY.resolve(e.getKey());
      if (!Files.exists(path)) {
        continue;
      }
      try (BinaryFile file = BinaryFile.open(path)) {
        Tokenizer tokenizer = GgufTokenizer.read(Gguf.read(file));
        for (JsonNode pair : e.getValue()) {
          String text = pair.get(0).asText();
          int[] ids = tokenizer.encode(text);
          List<Integer> expected = new ArrayList<>();
          pair.get(1).forEach(id -> expected.add(id.asInt()));
          boolean same = IntStream.of(ids).boxed().toList().equals(expected);
          if (!same && text.indexOf('\u2581') < 0) {
            different.add(
                e.getKey()
                    + ": '"
                    + text
                    + "' "
                    + IntStream.of(ids).boxed().toList()
                    + " "
                    + expected);
          }
        }
      } catch (ModelFormatException refused) {
        different.add(refused.getMessage());
      }
    }
    assertEquals(List.of(), different);
  }
}
