package dev.ccl.lm.format;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.lm.model.LlamaLayer;
import dev.ccl.lm.model.LlamaModel;
import dev.ccl.lm.model.LlamaShape;
import dev.ccl.lm.model.LlamaVariant;
import dev.ccl.lm.model.LlamaWeights;
import dev.ccl.lm.model.Matrix;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** What a file says of a model before its tensors are read, and how these are put together. */
final class ModelPlan {
  /** Of models with as many weights it is said what they take. */
  private static final long LARGE = 200_000_000;

  private final Architecture architecture;
  private final LlamaShape shape;
  private LlamaVariant variant = LlamaVariant.LLAMA;
  private boolean neighbours;
  private int window;
  private IntPredicate local = layer -> true;
  private double localBase; // of the positions of layers with a window; 0 for that of all
  private ImmutableDoubleArray divisors;

  ModelPlan(Architecture architecture, LlamaShape shape) {
    this.architecture = architecture;
    this.shape = shape;
  }

  LlamaShape shape() {
    return shape;
  }

  Architecture architecture() {
    return architecture;
  }

  void variant(LlamaVariant other) {
    this.variant = other;
  }

  /** Positions turn neighbours in this file. */
  void turnsNeighbours() {
    this.neighbours = true;
  }

  /** Lets some layers see so many tokens, with a base of positions of their own unless 0. */
  void window(int tokens, IntPredicate where, double base) {
    this.window = tokens;
    this.local = where;
    this.localBase = base;
  }

  void divisors(ImmutableDoubleArray given) {
    this.divisors = given;
  }

  /** Reads all tensors. */
  LlamaModel read(Tensors tensors, Opening opening) throws IOException {
    boolean tied = !tensors.has("output.weight");
    if (tensors.has("token_embd.weight")) {
      hold(tensors, shape.parameters(tied), opening);
    }
    try {
      return LlamaModel.of(weights(tensors, tied));
    } catch (ModelFormatException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw tensors.breach("weights", e.getMessage());
    }
  }

  /** Decides where weights are while the model is used, and says what a large model takes. */
  private static void hold(Tensors tensors, long weights, Opening opening) {
    GgufRows.Storage storage = GgufRows.Storage.LEVELS;
    long need = tensors.levelBytes();
    if (opening.activations() == Activations.ROUNDED) {
      if (need == 0) {
        throw tensors.breach(
            "weights", "floats; rounded vectors are multiplied by the whole numbers of GGUF files");
      }
    } else {
      need = Float.BYTES * weights;
      storage = GgufRows.Storage.FLOATS;
      if (need > opening.memory() && tensors.hold(GgufRows.Storage.FILE)) {
        storage = GgufRows.Storage.FILE;
        need = 0;
      }
    }
    requireMemory(tensors, need);
    tensors.hold(storage);
    if (weights >= LARGE) {
      opening
          .notice()
          .accept(
              String.format(
                  Locale.ROOT,
                  "%.2g weights: %s",
                  (double) weights,
                  storage == GgufRows.Storage.FILE
                      ? "they stay in their file, since as floats they would take more than half of"
                          + " the memory"
                      : String.format(Locale.ROOT, "they take %.1f GB of memory", need / 1e9)));
    }
  }

  private static void requireMemory(Tensors tensors, long need) {
    long given = Runtime.getRuntime().maxMemory();
    if (need > given) {
      throw tensors.breach(
          "weights",
          String.format(
              Locale.ROOT,
              "need %.1f GB of memory where %.1f GB may be used; CCL_JAVA_OPTS=-Xmx%dg gives more",
              need / 1e9,
              given / 1e9,
              (need >> 30) + 2));
    }
  }

  private LlamaWeights weights(Tensors tensors, boolean tied) throws IOException {
    int width = shape.width();
    Matrix output =
        tensors.matrix(tied ? "token_embd.weight" : "output.weight", width, shape.vocabulary());
    List<LlamaLayer> layers = new ArrayList<>();
    for (int l = 0; l < shape.layers(); l++) {
      layers.add(layer(tensors, "blk." + l + ".", window > 0 && local.test(l)));
    }
    float[] norm = tensors.vector("output_norm.weight", width);
    LlamaWeights weights =
        tied
            ? LlamaWeights.tied(shape, layers, norm, output)
            : LlamaWeights.untied(
                shape,
                tensors.table("token_embd.weight", shape.vocabulary(), width),
                layers,
                norm,
                output);
    if (localBase > 0) {
      weights = weights.withRopeBase(local, localBase);
    }
    if (divisors != null) {
      weights = weights.withFrequenciesDividedBy(divisors);
    }
    return variant.equals(LlamaVariant.LLAMA) ? weights : weights.withVariant(variant);
  }

  private LlamaLayer layer(Tensors tensors, String name, boolean windowed) throws IOException {
    int width = shape.width();
    int head = shape.headWidth();
    LlamaLayer.Builder layer =
        LlamaLayer.builder()
            .norms(
                tensors.vector(name + "attn_norm.weight", width),
                tensors.vector(name + "ffn_norm.weight", width));
    attention(tensors, name, layer);
    gated(tensors, name, layer);
    if (architecture.normsHeads()) {
      layer.headNorms(
          tensors.vector(name + "attn_q_norm.weight", head),
          tensors.vector(name + "attn_k_norm.weight", head));
    }
    if (architecture.normsBehind()) {
      layer.normsBehind(
          tensors.vector(name + "post_attention_norm.weight", width),
          tensors.vector(name + "post_ffw_norm.weight", width));
    }
    return windowed && window < shape.context() ? layer.window(window).build() : layer.build();
  }

  private void attention(Tensors tensors, String name, LlamaLayer.Builder layer)
      throws IOException {
    int width = shape.width();
    int queries = shape.queryWidth();
    int keys = shape.keyWidth();
    Matrix output = biased(tensors, name + "attn_output", queries, width);
    if (tensors.has(name + "attn_qkv.weight")) {
      Matrix all = biased(tensors, name + "attn_qkv", width, queries + 2 * keys);
      layer.attention(
          turned(part(all, 0, queries), shape.heads()),
          turned(part(all, queries, keys), shape.groups()),
          part(all, queries + keys, keys),
          output);
    } else {
      layer.attention(
          turned(biased(tensors, name + "attn_q", width, queries), shape.heads()),
          turned(biased(tensors, name + "attn_k", width, keys), shape.groups()),
          biased(tensors, name + "attn_v", width, keys),
          output);
    }
  }

  private void gated(Tensors tensors, String name, LlamaLayer.Builder layer) throws IOException {
    int width = shape.width();
    int inner = shape.inner();
    Matrix down = biased(tensors, name + "ffn_down", inner, width);
    if (tensors.has(name + "ffn_gate.weight")) {
      Matrix gate = biased(tensors, name + "ffn_gate", width, inner);
      layer.gated(gate, biased(tensors, name + "ffn_up", width, inner), down);
    } else {
      Matrix both = biased(tensors, name + "ffn_up", width, 2 * inner);
      layer.gated(part(both, 0, inner), part(both, inner, inner), down);
    }
  }

  private static Matrix biased(Tensors tensors, String name, int inputs, int outputs)
      throws IOException {
    Matrix matrix = tensors.matrix(name + ".weight", inputs, outputs);
    return tensors.has(name + ".bias")
        ? matrix.withBias(tensors.vector(name + ".bias", outputs))
        : matrix;
  }

  private Matrix turned(Matrix matrix, int heads) {
    return neighbours ? matrix.reordered(RotaryOrder.halves(heads, shape.headWidth())) : matrix;
  }

  private static Matrix part(Matrix matrix, int from, int size) {
    return matrix.reordered(IntStream.range(from, from + size).toArray());
  }
}
