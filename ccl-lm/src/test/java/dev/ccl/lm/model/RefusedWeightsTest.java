package dev.ccl.lm.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.lm.PrefixTree;
import dev.ccl.lm.TinyLlama;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Parts that do not fit each other are refused by name, each of them. */
class RefusedWeightsTest {
  private static final LlamaShape SHAPE = new LlamaShape(7, 10, 2, 4, 2, 6, 9, 20, 1e-5, 100, 1);
  private static final int QUERIES = 24;
  private static final int KEYS = 12;

  private static Matrix zero(int inputs, int outputs) {
    try {
      return Matrix.byInput(inputs, outputs, row -> {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A layer of which one part is one larger: 0 … 8, and −1 for none. */
  private static LlamaLayer layer(int wrong) {
    int[] more = new int[9];
    if (wrong >= 0) {
      more[wrong] = 1;
    }
    return LlamaLayer.builder()
        .norms(new float[10 + more[0]], new float[10 + more[1]])
        .attention(
            zero(10, QUERIES + more[2]),
            zero(10, KEYS + more[3]),
            zero(10, KEYS + more[4]),
            zero(QUERIES + more[5], 10))
        .gated(zero(10, 9 + more[6]), zero(10, 9 + more[7]), zero(9, 10 + more[8]))
        .build();
  }

  private static List<LlamaLayer> layers(LlamaLayer second) {
    return List.of(layer(-1), second);
  }

  private static void refused(Executable what) {
    assertThrows(IllegalArgumentException.class, what);
  }

  @Test
  void partsThatDoNotFit() {
    List<LlamaLayer> good = layers(layer(-1));
    float[] norm = new float[10];
    Matrix output = zero(10, 7);
    LlamaWeights whole = LlamaWeights.untied(SHAPE, Rows.of(new float[7][10]), good, norm, output);
    assertEquals(SHAPE, LlamaModel.of(whole).shape());
    for (int wrong = 0; wrong < 9; wrong++) {
      List<LlamaLayer> bad = layers(layer(wrong));
      refused(() -> LlamaWeights.tied(SHAPE, bad, norm, output));
    }
    refused(() -> LlamaWeights.tied(SHAPE, good.subList(0, 1), norm, output));
    List<LlamaLayer> three = new ArrayList<>(good);
    three.add(layer(-1));
    refused(() -> LlamaWeights.tied(SHAPE, three, norm, output));
    refused(() -> LlamaWeights.tied(SHAPE, good, new float[9], output));
    refused(() -> LlamaWeights.tied(SHAPE, good, norm, zero(10, 8)));
    refused(() -> LlamaWeights.tied(SHAPE, good, norm, zero(7, 10)));
    refused(() -> LlamaWeights.untied(SHAPE, Rows.of(new float[10][7]), good, norm, output));
    refused(() -> LlamaWeights.untied(SHAPE, Rows.of(new float[7][11]), good, norm, output));
    for (double[] divisors :
        List.of(new double[] {1, 2}, new double[] {1, 0, 2}, new double[] {1, 2, Double.NaN})) {
      refused(() -> whole.withFrequenciesDividedBy(ImmutableDoubleArray.copyOf(divisors)));
    }
    refused(() -> zero(0, 3));
    refused(() -> zero(3, 0));
    LlamaModel model = LlamaModel.of(whole);
    refused(() -> model.withThreads(0));
    refused(() -> model.logProbabilities(7));
    refused(() -> model.logProbabilities(-1));
    refused(() -> model.embedding(7, new double[10]));
    refused(() -> model.read(List.of(new int[] {1}, new int[0]), (i, at) -> {}));
    refused(() -> model.read(List.of(new int[] {1}, new int[] {1, 7}), (i, at) -> {}));
    refused(() -> model.read(List.of(new int[21]), (i, at) -> {}));
    refused(() -> model.embedding(-1, new double[10]));
    refused(() -> model.read(List.of(new int[] {1, -1, 2}), (i, at) -> {}));
    PrefixTree tree = model.tree();
    int within = tree.add(PrefixTree.EMPTY, 1, 7, 2, 3);
    int longest = tree.add(PrefixTree.EMPTY, new int[20]);
    int longer = tree.add(longest, 0);
    refused(() -> tree.read(new int[] {longest, within}, (i, at) -> {}));
    refused(() -> tree.read(new int[] {longest, longer}, (i, at) -> {}));
    tree.read(new int[] {longest}, (i, at) -> {});
    refused(() -> tree.read(new int[] {tree.add(longest, 3)}, (i, at) -> {}));
    model.read(List.of(new int[20]), (i, at) -> {});
  }

  /** A model is what it was made of, whatever becomes of the arrays. */
  @Test
  void weightsAreCopies() throws IOException {
    TinyLlama tiny = TinyLlama.of(TinyLlama.EVEN, false, 4);
    LlamaModel model = tiny.model();
    double[] before = Bits.fresh(model, 3, 1, 4);
    for (String name : tiny.names()) {
      tiny.table(name)[0][0] += 1;
      assertArrayEquals(before, Bits.fresh(model, 3, 1, 4), name);
    }
  }

  /** Answers wait in 32 MB a thread, and at least for one pass. */
  @Test
  void groupsHoldWhatFits() {
    LlamaShape shape = new LlamaShape(6_000, 2_192, 1, 1, 1, 2, 1, 1, 1e-5, 100, 1);
    assertEquals(1024, LlamaModel.groupSize(shape, 1));
    assertEquals(3072, LlamaModel.groupSize(shape, 3));
    LlamaShape wide = new LlamaShape(1 << 20, 1 << 18, 1, 1, 1, 2, 1, 1, 1e-5, 100, 1);
    assertEquals(Forward.COLUMNS, LlamaModel.groupSize(wide, 1));
    assertEquals(64, LlamaModel.groupSize(wide, 10)); // 10 · 2^23 / (5 · 2^18)
  }

  /** Far positions show every digit of a divisor; two of them multiply. */
  @Test
  void divisorsKeepTheirDigits() {
    LlamaWeights weights = LlamaWeights.tied(SHAPE, layers(layer(-1)), new float[10], zero(10, 7));
    float[] cos = new float[3];
    float[] sin = new float[3];
    weights
        .withFrequenciesDividedBy(ImmutableDoubleArray.of(0.1, 0.7, 1))
        .withFrequenciesDividedBy(ImmutableDoubleArray.of(1, 0.3, 1))
        .angles(0, 1_000_003, cos, sin);
    assertEquals(Math.cos(1_000_003 / 0.1), cos[0], 1e-6);
    assertEquals(Math.sin(1_000_003 / 0.1), sin[0], 1e-6);
    assertEquals(Math.cos(1_000_003 * Math.pow(100, -1.0 / 3) / 0.21), cos[1], 1e-6);
  }
}
