package dev.ccl.lm.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.lm.LanguageModel;
import dev.ccl.lm.PrefixTree;
import dev.ccl.lm.TinyLlama;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Trees of prefixes whose keys and values are kept, against the model fed anew. */
class LlamaTreeTest {
  private static final TinyLlama TINY = TinyLlama.of(TinyLlama.EVEN, true, 3);
  private static final LlamaModel MODEL = TINY.model();

  /** Grows a tree by batches of new and old prefixes and compares each answer with a new tree. */
  private static boolean agrees(LanguageModel model, PrefixTree tree, long seed) {
    Random random = new Random(seed);
    List<Integer> nodes = new ArrayList<>();
    boolean[] same = {true};
    for (int batch = 0; batch < 6; batch++) {
      int[] asked = new int[1 + random.nextInt(40)];
      for (int i = 0; i < asked.length; i++) {
        int from =
            nodes.isEmpty() || random.nextInt(8) == 0
                ? PrefixTree.EMPTY
                : nodes.get(random.nextInt(nodes.size()));
        int[] tokens = random.ints(1 + random.nextInt(3), 0, 5).toArray();
        boolean again = from != PrefixTree.EMPTY && random.nextInt(5) == 0;
        asked[i] = again ? from : tree.add(from, tokens);
        nodes.add(asked[i]);
      }
      tree.read(
          asked,
          (i, at) -> {
            double[] expected = Bits.fresh(model, tree.prefix(asked[i]));
            same[0] &= Arrays.equals(expected, Bits.answers(model, at));
          });
    }
    return same[0];
  }

  @Test
  void aMemoryHasRoomForTheNumbersOfItsSlots() {
    for (LlamaShape shape : List.of(TinyLlama.ODD, TinyLlama.EVEN)) {
      KeyValues store = new KeyValues(shape);
      store.ensure(1);
      long bytes = 0;
      for (int layer = 0; layer < shape.layers(); layer++) {
        for (int group = 0; group < shape.groups(); group++) {
          bytes += 4L * store.keys(layer, group)[0].length;
          bytes += 4L * store.values(layer, group)[0].length;
        }
      }
      assertEquals(7, KeyValues.slots(shape, 8 * bytes - 1));
      assertEquals(8, KeyValues.slots(shape, 8 * bytes));
      assertEquals(1 << 30, KeyValues.slots(shape, Long.MAX_VALUE));
    }
  }

  @Test
  void keptIsFedAnewToTheBit() {
    for (int threads = 1; threads <= 3; threads++) {
      assertEquals(true, agrees(MODEL, MODEL.withThreads(threads).tree(), threads));
      LlamaModel rounding = TinyLlama.rounding(TinyLlama.EVEN, false, 6).model();
      assertEquals(true, agrees(rounding, rounding.withThreads(threads).tree(), threads));
    }
  }

  @Test
  void forgettingChangesNoBit() {
    assertEquals(true, agrees(MODEL, new LlamaTree(MODEL.weights(), 2, 25), 4));
  }

  @Test
  void aModelThatKeepsNothingSaysTheSame() {
    LanguageModel plain = new Plain();
    assertEquals(true, agrees(MODEL, plain.tree(), 5));
  }

  /** A tree that loses a token on the way is noticed. */
  @Test
  void aTreeThatMistakesAPrefixIsRejected() {
    PrefixTree kept = MODEL.tree();
    PrefixTree liar =
        new PrefixTree() {
          @Override
          public void read(int[] nodes, LanguageModel.Reader reader) {
            int[] others = new int[nodes.length];
            for (int i = 0; i < nodes.length; i++) {
              int[] prefix = prefix(nodes[i]);
              if (prefix.length > 2) {
                prefix[1] = prefix[0];
              }
              others[i] = kept.add(EMPTY, prefix);
            }
            kept.read(others, reader);
          }
        };
    assertFalse(agrees(MODEL, liar, 6));
  }

  @Test
  void aNewPrefixBehindAKnownOneCostsOneToken() {
    LlamaTree tree = new LlamaTree(MODEL.weights(), 1, 1000);
    int known = tree.add(PrefixTree.EMPTY, 3, 1, 4, 1, 5);
    tree.read(new int[] {known}, (i, at) -> {});
    assertEquals(5, tree.computed());
    tree.read(new int[] {tree.add(known, 9), tree.add(known, 2)}, (i, at) -> {});
    assertEquals(7, tree.computed());
    assertEquals(known, tree.add(PrefixTree.EMPTY, 3, 1, 4, 1, 5), "the same prefix is one node");
    assertArrayEquals(new int[] {3, 1, 4, 1, 5, 2}, tree.prefix(tree.add(known, 2)));
  }

  /**
   * Of 20 prompts of 6 tokens behind 4 common ones, only the common ones are before the threads.
   */
  @Test
  void threadsShareThePromptsThatHaveManyAnswers() {
    LlamaTree tree = new LlamaTree(MODEL.weights(), 2, 10_000);
    List<Integer> nodes = new ArrayList<>();
    for (int prompt = 0; prompt < 20; prompt++) {
      int node = tree.add(PrefixTree.EMPTY, 3, 1, 4, 1, prompt, 5, 9, 2, 6, 5);
      for (int answer = 0; answer < 30; answer++) {
        nodes.add(tree.add(node, answer));
      }
    }
    tree.read(nodes.stream().mapToInt(node -> node).toArray(), (i, at) -> {});
    assertEquals(4 + 20 * 6 + 20 * 30, tree.computed());
    assertEquals(4, tree.computedFirst());
  }

  /** At once, since threads that fill slots must not make room for them. */
  @Test
  void thereIsRoomForAsManySlotsAsAreAskedFor() {
    KeyValues store = new KeyValues(TinyLlama.ODD);
    for (int slots : new int[] {1, 100, 101, 1000}) {
      store.ensure(slots);
      for (int layer = 0; layer < 2; layer++) {
        assertTrue(store.keys(layer, 0).length >= slots && store.values(layer, 0).length >= slots);
      }
      float[] row = new float[100];
      for (int i = 0; i < row.length; i++) {
        row[i] = slots + i;
      }
      store.put(1, slots - 1, row, 10, 30);
      assertEquals(slots + 15, store.keys(1, 0)[slots - 1][5]);
      assertEquals(slots + 35, store.values(1, 0)[slots - 1][5]);
      assertEquals(0, store.keys(0, 0)[slots - 1][5]);
    }
    assertEquals(1 + 15, store.keys(1, 0)[0][5], "what was kept is kept");
  }

  /** What would exceed the memory makes room first: the prefix is then fed anew. */
  @Test
  void noMoreIsKeptThanWasAllowed() {
    LlamaTree tree = new LlamaTree(MODEL.weights(), 1, 6);
    int known = tree.add(PrefixTree.EMPTY, 3, 1, 4, 1);
    tree.read(new int[] {known}, (i, at) -> {});
    tree.read(new int[] {tree.add(known, 9, 2)}, (i, at) -> {});
    assertEquals(4 + 2, tree.computed(), "six are allowed");
    tree.read(new int[] {tree.add(known, 5)}, (i, at) -> {});
    assertEquals(4 + 2 + 5, tree.computed(), "a seventh is not");
  }

  /** One call with far more tokens than may be kept is answered in parts. */
  @Test
  void oneCallKeepsNoMoreThanWasAllowed() {
    LlamaTree tree = new LlamaTree(MODEL.weights(), 2, 12);
    int[] nodes = new int[40];
    Arrays.setAll(nodes, i -> tree.add(PrefixTree.EMPTY, i, 1, 4, 1, 5));
    int[] most = {0};
    tree.read(
        nodes,
        (i, at) -> {
          assertArrayEquals(Bits.fresh(MODEL, i, 1, 4, 1, 5), Bits.answers(MODEL, at));
          most[0] = Math.max(most[0], tree.kept());
        });
    assertEquals(10, most[0], "two prefixes at a time");
  }

  @Test
  void whatDoesNotFitIsForgottenAndComputedAgain() {
    LlamaTree tree = new LlamaTree(MODEL.weights(), 1, 4);
    int known = tree.add(PrefixTree.EMPTY, 3, 1, 4);
    tree.read(new int[] {known}, (i, at) -> {});
    tree.read(new int[] {tree.add(PrefixTree.EMPTY, 5, 9, 2)}, (i, at) -> {});
    assertEquals(6, tree.computed());
    tree.read(new int[] {tree.add(known, 7)}, (i, at) -> {});
    assertEquals(10, tree.computed(), "the prefix of the last one had been forgotten");
  }

  @Test
  void wrongTokensAndLongPrefixesAreRefused() {
    PrefixTree tree = MODEL.tree();
    int wrong = tree.add(PrefixTree.EMPTY, TINY.shape().vocabulary());
    int deep = tree.add(PrefixTree.EMPTY, new int[TINY.shape().context() + 1]);
    assertThrows(IllegalArgumentException.class, () -> tree.read(new int[] {wrong}, (i, at) -> {}));
    assertThrows(IllegalArgumentException.class, () -> tree.read(new int[] {deep}, (i, at) -> {}));
  }

  /** What somebody else's model has to implement, and nothing more. */
  private static final class Plain implements LanguageModel {
    @Override
    public int vocabulary() {
      return MODEL.vocabulary();
    }

    @Override
    public String digest() {
      return MODEL.digest();
    }

    @Override
    public void read(List<int[]> prefixes, Reader reader) {
      MODEL.read(prefixes, reader);
    }

    @Override
    public Optional<Representation> representation() {
      return MODEL.representation();
    }
  }

  /** A model's own tree keeps what fits into memory, which is all of a tiny one. */
  @Test
  void theTreeOfAModelKeepsWhatItKnows() {
    LlamaTree tree = (LlamaTree) MODEL.tree();
    int at = PrefixTree.EMPTY;
    for (int step = 1; step <= 60; step++) {
      at = tree.add(at, step);
      tree.read(new int[] {at, at}, (i, answer) -> {});
      assertEquals(step, tree.computed());
    }
  }

  /** What is kept of a token are its keys and values: the size of the vocabulary costs nothing. */
  @Test
  void largeVocabulariesLeaveRoomForAsManyTokens() {
    LlamaShape shape = new LlamaShape(300_000, 2, 10, 1, 1, 2, 2, 256, 1e-5, 10_000, 1);
    LlamaTree tree = (LlamaTree) TinyLlama.of(shape, true, 5).model().tree();
    int known = tree.add(PrefixTree.EMPTY, IntStream.range(0, 200).toArray());
    tree.read(new int[] {known}, (i, at) -> {});
    tree.read(new int[] {tree.add(known, 7)}, (i, at) -> {});
    assertEquals(200 + 1, tree.computed());
  }

  /** A long prefix that is known but for its end, and behind it a short one in the same pass. */
  @Test
  void prefixesOfOnePassHaveAnyLengths() {
    PrefixTree tree = MODEL.tree();
    int known = tree.add(PrefixTree.EMPTY, IntStream.range(100, 140).toArray());
    tree.read(new int[] {known}, (i, at) -> {});
    int[] asked = {tree.add(known, 9), tree.add(PrefixTree.EMPTY, 2)};
    tree.read(
        asked,
        (i, at) ->
            assertArrayEquals(Bits.fresh(MODEL, tree.prefix(asked[i])), Bits.answers(MODEL, at)));
  }
}
