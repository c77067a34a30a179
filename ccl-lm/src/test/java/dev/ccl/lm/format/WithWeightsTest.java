package dev.ccl.lm.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ccl.lm.PrefixTree;
import dev.ccl.lm.token.HostileTexts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The real models, where {@code -Dccl.lm.weights=DIR} names a directory with {@code
 * minimind2-small} and {@code stories15M} as {@code ccl lm fetch} leaves them.
 */
@Tag("weights")
class WithWeightsTest {
  private static final String WEIGHTS = System.getProperty("ccl.lm.weights", "");

  /** Of {@link WeightsDump} on every virtual machine. */
  private static final String GOLDEN =
      "4f181b75d01f7501bd6c0706131448424e672b9a822014bc3fa418dbf83f1b24";

  @BeforeAll
  static void needsWeights() {
    assumeTrue(!WEIGHTS.isEmpty(), "-Dccl.lm.weights=DIR is not given");
  }

  private static LoadedModel open(String name) throws IOException {
    return Models.open(Path.of(WEIGHTS, name));
  }

  @Test
  void threeAnswers() throws IOException {
    LoadedModel model = open("minimind2-small");
    assertEquals("The capital of France is Paris.", ask(model, "What is the capital of France?"));
    assertEquals("法国的首都是巴黎。", ask(model, "法国的首都是哪里？"));
    assertEquals("3+4等于8。", ask(model, "3+4等于几？"));
  }

  private static String ask(LoadedModel model, String question) {
    return model.tokenizer().continuation(model.greedy(model.prompt(question), 60));
  }

  @Test
  void aStory() throws IOException {
    LoadedModel model = open("stories15M");
    int[] story = model.greedy(model.prompt("Once upon a time"), 20);
    assertEquals(
        ", there was a little girl named Lily. She loved to play outside in the sunshine",
        model.tokenizer().continuation(story));
  }

  @Test
  void textsComeBack() throws IOException {
    for (String name : List.of("minimind2-small", "stories15M")) {
      LoadedModel model = open(name);
      for (String text : HostileTexts.all()) {
        assertEquals(text, model.tokenizer().decode(model.tokenizer().encode(text)));
      }
    }
  }

  @Test
  void batchesAndThreadsKeepTheBits() throws IOException {
    LoadedModel model = open("minimind2-small");
    List<int[]> prefixes = new ArrayList<>();
    for (int a = 0; a < 12; a++) {
      for (String tail : List.of("", "7", "larger")) {
        int[] prompt = model.prompt("Which is larger, " + a + " or " + (a * 7 % 12) + "?");
        int[] more = model.tokenizer().encode(tail);
        int[] all = Arrays.copyOf(prompt, prompt.length + more.length);
        System.arraycopy(more, 0, all, prompt.length, more.length);
        prefixes.add(all);
      }
    }
    int[] ids = {5, 300, 6399};
    double[] expected = new double[3];
    double[] actual = new double[3];
    PrefixTree tree = model.model().tree();
    model
        .withThreads(2)
        .model()
        .read(
            prefixes,
            (i, at) -> {
              int[] node = {tree.add(PrefixTree.EMPTY, prefixes.get(i))};
              tree.read(node, (k, alone) -> alone.logProbabilities(ids, expected));
              at.logProbabilities(ids, actual);
              assertArrayEquals(expected, actual);
            });
  }

  @Test
  void dumpIsGoldenOnThisMachineAndInterpreted() throws IOException, InterruptedException {
    assertEquals(GOLDEN, WeightsDump.of(Path.of(WEIGHTS, "minimind2-small")));
    List<List<String>> machines = new ArrayList<>(List.of(List.of(home(), "-Xint")));
    machines.add(List.of(home(), "-XX:UseAVX=0", "-XX:+IgnoreUnrecognizedVMOptions"));
    String other = System.getProperty("ccl.lm.java", "");
    if (!other.isEmpty()) {
      machines.add(List.of(other));
    }
    for (List<String> machine : machines) {
      List<String> command = new ArrayList<>(machine);
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      command.add(WeightsDump.class.getName());
      command.add(Path.of(WEIGHTS, "minimind2-small").toString());
      Path out = Files.createTempFile("dump", ".txt");
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(out.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      assertEquals(true, process.waitFor(9, TimeUnit.MINUTES));
      String text = Files.readString(out, StandardCharsets.UTF_8).strip();
      Files.delete(out);
      assertEquals(GOLDEN, text, String.join(" ", machine));
    }
  }

  private static String home() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
