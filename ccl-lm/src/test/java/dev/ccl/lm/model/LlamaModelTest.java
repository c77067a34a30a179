package dev.ccl.lm.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import com.google.common.primitives.Ints;
import dev.ccl.lm.LanguageModel;
import dev.ccl.lm.NaiveLlama;
import dev.ccl.lm.NaiveLlama.Fault;
import dev.ccl.lm.PrefixTree;
import dev.ccl.lm.TinyLlama;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class LlamaModelTest {
  /** Of both tiny models: on every virtual machine, compiled or not, with any threads. */
  private static final String GOLDEN =
      "ec98162c378e18b1a69a67673914d9fc318ed5c0de3a6dc193c00135ff97f960";

  /** The same of tiny models whose products round. */
  private static final String GOLDEN_ROUNDING =
      "f12a5298acdad1400a449724ad96f8e5d72cbc09ac759c9da6a7cb1631e4de9b";

  /**
   * Floats have 24 bits and a log-probability comes from some hundred roundings at numbers up to
   * about 10: 10 · 100 · 2^-24 = 6e-5.
   */
  private static final double TOLERANCE = 6e-5;

  /** Constants that no model has by itself: norms, angles and positions show them. */
  private static final LlamaShape UNUSUAL =
      new LlamaShape(13, 12, 3, 4, 2, 4, 9, 50, 0.05, 30, 2.5);

  /** Keys and values of each head, one layer. */
  private static final LlamaShape EVERY_HEAD =
      new LlamaShape(9, 8, 1, 3, 3, 2, 5, 40, 1e-3, 100, 1);

  /** More layers than heads, heads wider than the gated layer, and that wider than the context. */
  private static final LlamaShape DEEP = new LlamaShape(7, 6, 5, 2, 1, 14, 12, 10, 1e-4, 500, 1);

  static Stream<TinyLlama> models() {
    return Stream.of(
        TinyLlama.of(TinyLlama.ODD, true, 1),
        TinyLlama.of(TinyLlama.ODD, false, 2),
        TinyLlama.of(TinyLlama.EVEN, true, 3),
        TinyLlama.of(TinyLlama.EVEN, false, 4),
        TinyLlama.of(UNUSUAL, false, 8),
        TinyLlama.of(EVERY_HEAD, true, 9),
        TinyLlama.of(DEEP, false, 10),
        TinyLlama.rounding(TinyLlama.ODD, true, 5),
        TinyLlama.rounding(TinyLlama.EVEN, false, 6));
  }

  @ParameterizedTest
  @MethodSource("models")
  void agreesWithTheTextbook(TinyLlama tiny) {
    double worst = distance(tiny, Fault.NONE);
    assertTrue(worst <= TOLERANCE, "largest difference " + worst);
  }

  @ParameterizedTest
  @EnumSource(value = Fault.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void liarsAreRejected(Fault fault) {
    boolean rounding =
        fault == Fault.NOTHING_IS_ROUNDED || fault == Fault.ONE_STEP_FOR_ALL_COMPONENTS;
    TinyLlama tiny =
        rounding
            ? TinyLlama.rounding(TinyLlama.EVEN, false, 6)
            : TinyLlama.of(TinyLlama.EVEN, true, 3);
    assertTrue(distance(tiny, fault) > 100 * TOLERANCE);
  }

  private static double distance(TinyLlama tiny, Fault fault) {
    NaiveLlama naive = new NaiveLlama(tiny, fault);
    LlamaModel model = tiny.model();
    double[] worst = {0};
    List<int[]> prefixes = Bits.prefixes(tiny.shape(), 12, 3);
    model.read(
        prefixes,
        (i, at) -> {
          double[] expected = naive.logProbabilities(prefixes.get(i));
          double[] hidden = naive.hidden(prefixes.get(i));
          double[] actual = Bits.answers(model, at);
          for (int k = 0; k < actual.length; k++) {
            double truth = k < expected.length ? expected[k] : hidden[k - expected.length];
            worst[0] = Math.max(worst[0], Math.abs(actual[k] - truth));
          }
        });
    return worst[0];
  }

  /** Tokens one after the other on a growing tree are the prefix evaluated at once. */
  @ParameterizedTest
  @MethodSource("models")
  void walkingIsFeedingAgain(TinyLlama tiny) {
    LlamaModel model = tiny.model();
    Random random = new Random(11);
    PrefixTree walked = model.tree();
    List<Integer> path = new ArrayList<>();
    for (int step = 0; step < 60; step++) {
      boolean back = path.size() > 8 || (path.size() > 1 && random.nextInt(3) == 0);
      if (back) {
        path.remove(path.size() - 1);
      } else {
        path.add(random.nextInt(model.vocabulary()));
      }
      if (random.nextInt(3) > 0) {
        int[] node = {walked.add(PrefixTree.EMPTY, Ints.toArray(path))};
        double[] expected = refed(model, path);
        walked.read(node, (i, at) -> assertArrayEquals(expected, Bits.answers(model, at)));
        assertArrayEquals(expected, Bits.fresh(model, Ints.toArray(path)), "step " + step);
      }
    }
  }

  /** One token after the other on a new tree, each computed before the next is added. */
  private static double[] refed(LlamaModel model, List<Integer> path) {
    PrefixTree tree = model.tree();
    int node = PrefixTree.EMPTY;
    double[][] last = new double[1][];
    for (int token : path) {
      node = tree.add(node, token);
      tree.read(new int[] {node}, (i, at) -> last[0] = Bits.answers(model, at));
    }
    return last[0];
  }

  @ParameterizedTest
  @MethodSource("models")
  void manyAtOnceAreOneByOne(TinyLlama tiny) {
    LlamaModel model = tiny.model();
    List<int[]> prefixes = Bits.prefixes(tiny.shape(), 120, 8);
    List<double[]> expected = new ArrayList<>();
    for (int[] prefix : prefixes) {
      expected.add(Bits.fresh(model, prefix));
    }
    for (int threads : new int[] {1, 2, 3, 200}) {
      List<Integer> seen = new ArrayList<>();
      model
          .withThreads(threads)
          .read(
              prefixes,
              (i, at) -> {
                seen.add(i);
                assertArrayEquals(expected.get(i), Bits.answers(model, at), "prefix " + i);
              });
      assertEquals(prefixes.size(), seen.size());
      assertEquals(seen.stream().sorted().toList(), seen, "readers are called in order");
    }
  }

  /** More tokens than one pass takes, pushed at once, left behind and pushed again. */
  @Test
  void longPrefixes() {
    TinyLlama tiny = TinyLlama.of(TinyLlama.ODD, false, 2);
    LlamaModel model = tiny.model();
    NaiveLlama naive = new NaiveLlama(tiny, Fault.NONE);
    PrefixTree tree = model.tree();
    Random random = new Random(8);
    List<Integer> path = new ArrayList<>();
    for (int length : new int[] {85, 31, 33, 64, 17, 90}) {
      int kept = Math.min(path.size(), length) * 2 / 3;
      path.subList(kept, path.size()).clear();
      while (path.size() < length) {
        path.add(random.nextInt(model.vocabulary()));
      }
      int[] prefix = Ints.toArray(path);
      double[] expected = refed(model, path);
      assertArrayEquals(expected, Bits.fresh(model, prefix), "length " + length);
      double[] truth = naive.logProbabilities(prefix);
      assertArrayEquals(truth, Arrays.copyOf(expected, truth.length), TOLERANCE);
      int[] nodes = {tree.add(PrefixTree.EMPTY, prefix)};
      tree.read(nodes, (i, at) -> assertArrayEquals(expected, Bits.answers(model, at)));
      model.read(List.of(prefix), (i, at) -> assertArrayEquals(expected, Bits.answers(model, at)));
    }
  }

  @Test
  void orderAndNumberOfPrefixesDoNotMatter() {
    LlamaModel model = TinyLlama.of(TinyLlama.EVEN, true, 3).model();
    List<int[]> prefixes = Bits.prefixes(TinyLlama.EVEN, 70, 8);
    List<double[]> straight = answers(model, prefixes);
    List<int[]> reversed = new ArrayList<>(prefixes);
    Collections.reverse(reversed);
    List<double[]> back = answers(model, reversed);
    List<double[]> half = answers(model, prefixes.subList(0, 35));
    for (int i = 0; i < prefixes.size(); i++) {
      assertArrayEquals(straight.get(i), back.get(prefixes.size() - 1 - i));
      if (i < half.size()) {
        assertArrayEquals(straight.get(i), half.get(i));
      }
    }
  }

  private static List<double[]> answers(LanguageModel model, List<int[]> prefixes) {
    List<double[]> result = new ArrayList<>();
    model.read(prefixes, (i, at) -> result.add(Bits.answers(model, at)));
    return result;
  }

  /** Outputs come in tiles of 1024; none is left out between them. */
  @Test
  void everyOutputOfManyIsComputed() {
    for (int vocabulary : new int[] {1535, 1536, 2560, 5000}) {
      LlamaShape wide = new LlamaShape(vocabulary, 2, 1, 1, 1, 2, 2, 8, 1e-5, 10_000, 1);
      TinyLlama tiny = TinyLlama.of(wide, true, 5);
      int[] prefix = {3, vocabulary - 1, 1023};
      double[] expected = new NaiveLlama(tiny, Fault.NONE).logProbabilities(prefix);
      assertArrayEquals(expected, tiny.model().logProbabilities(prefix), TOLERANCE);
    }
  }

  @Test
  void answersThatTakeMuchMemoryComeInGroups() {
    LlamaShape wide = new LlamaShape(60_000, 2, 1, 1, 1, 2, 2, 8, 1e-5, 10_000, 1);
    LlamaModel model = TinyLlama.of(wide, true, 5).model();
    List<int[]> prefixes = new ArrayList<>();
    for (int i = 0; i < 150; i++) { // 139 make a group
      prefixes.add(new int[] {i % 7, i});
    }
    double[] one = new double[1];
    List<Integer> seen = new ArrayList<>();
    LanguageModel.Reader reader =
        (i, at) -> {
          seen.add(i);
          at.logProbabilities(new int[] {i}, one);
          assertEquals(model.logProbabilities(prefixes.get(i))[i], one[0]);
        };
    model.read(prefixes, reader);
    PrefixTree tree = model.tree();
    tree.read(prefixes.stream().mapToInt(p -> tree.add(PrefixTree.EMPTY, p)).toArray(), reader);
    List<Integer> all = IntStream.range(0, 300).mapToObj(i -> i % 150).toList();
    assertEquals(all, seen, "in order, by both ways");
    assertEquals(7 + 150, ((LlamaTree) tree).computed(), "each token once, whatever its group");
    model.read(List.of(), reader);
    tree.read(new int[0], reader);
    assertEquals(300, seen.size());
  }

  @Test
  void bitsAreGolden() {
    assertEquals(GOLDEN, Bits.ofTinyModels());
    assertEquals(GOLDEN_ROUNDING, Bits.ofRoundingModels());
    LlamaModel model = TinyLlama.of(TinyLlama.EVEN, true, 3).model();
    String first = digest(model);
    for (int i = 0; i < 40; i++) { // the compilers take the kernels over on the way
      assertEquals(first, digest(model));
    }
  }

  private static String digest(LlamaModel model) {
    Hasher hasher = Hashing.sha256().newHasher();
    Bits.put(model, Bits.prefixes(TinyLlama.EVEN, 30, 5), hasher);
    return hasher.hash().toString();
  }

  @Test
  void bitsAreGoldenWithoutCompilers() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xint",
                "-cp",
                System.getProperty("java.class.path"),
                Bits.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor());
    assertEquals(List.of(GOLDEN, GOLDEN_ROUNDING), out.lines().toList());
  }

  @Test
  void logitsAreInnerProductsWithTheEmbedding() {
    LlamaModel model = TinyLlama.of(TinyLlama.EVEN, false, 4).model();
    double[] all = Bits.fresh(model, 3, 1, 4);
    double[] embedding = new double[model.width()];
    double[] logits = new double[2];
    for (int id = 0; id < 2; id++) {
      model.embedding(id, embedding);
      for (int i = 0; i < embedding.length; i++) {
        logits[id] += embedding[i] * all[model.vocabulary() + i];
      }
    }
    assertEquals(logits[0] - logits[1], all[0] - all[1], TOLERANCE);
  }

  @Test
  void digestSeesEveryTable() {
    String whole = TinyLlama.of(TinyLlama.EVEN, false, 4).model().digest();
    TinyLlama rounding = TinyLlama.rounding(TinyLlama.EVEN, false, 4);
    assertNotEquals(whole, rounding.model().digest(), "what is rounded is another model");
    assertEquals(whole, TinyLlama.of(TinyLlama.EVEN, false, 4).model().withThreads(2).digest());
    TinyLlama tiny = TinyLlama.of(TinyLlama.EVEN, false, 4);
    for (String name : tiny.names()) {
      float old = tiny.table(name)[0][1];
      tiny.table(name)[0][1] = Math.nextUp(old);
      assertNotEquals(whole, tiny.model().digest(), name);
      tiny.table(name)[0][1] = old;
    }
  }

  @Test
  void misuseIsRefused() {
    LlamaModel model = TinyLlama.of(TinyLlama.EVEN, true, 3).model();
    assertThrows(IllegalArgumentException.class, () -> model.logProbabilities(300));
    assertThrows(IllegalArgumentException.class, () -> model.logProbabilities(-1));
    assertThrows(IllegalArgumentException.class, () -> model.withThreads(0));
    assertThrows(IllegalArgumentException.class, model::logProbabilities);
    assertThrows(IllegalArgumentException.class, () -> model.logProbabilities(new int[65]));
  }
}
