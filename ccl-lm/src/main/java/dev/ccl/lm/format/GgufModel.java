package dev.ccl.lm.format;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.lm.model.LlamaLayer;
import dev.ccl.lm.model.LlamaModel;
import dev.ccl.lm.model.LlamaShape;
import dev.ccl.lm.model.LlamaWeights;
import dev.ccl.lm.model.Matrix;
import dev.ccl.lm.token.ChatTemplate;
import dev.ccl.lm.token.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Models of the architecture {@code llama} in GGUF files. */
final class GgufModel {
  private static final String FREQUENCIES = "rope_freqs.weight";

  private final Gguf gguf;
  private final LlamaShape shape;

  private GgufModel(Gguf gguf, LlamaShape shape) {
    this.gguf = gguf;
    this.shape = shape;
  }

  static boolean isGguf(Path path) throws IOException {
    try (BinaryFile file = BinaryFile.open(path)) {
      return Gguf.begins(file);
    }
  }

  static LoadedModel read(Path path) throws IOException {
    try (BinaryFile file = BinaryFile.open(path)) {
      Gguf gguf = Gguf.read(file);
      String architecture = gguf.text("general.architecture", "");
      if (!architecture.equals("llama")) {
        throw gguf.breach(
            "general.architecture", "only llama can be read, not '" + architecture + "'");
      }
      Tokenizer tokenizer = GgufTokenizer.read(gguf);
      GgufModel reader = new GgufModel(gguf, shape(gguf, tokenizer.vocabulary()));
      LlamaModel model = LlamaModel.of(reader.weights());
      ChatTemplate template = ChatTemplate.recognise(gguf.text("tokenizer.chat_template", ""));
      return new LoadedModel(model, tokenizer, template);
    }
  }

  private static LlamaShape shape(Gguf gguf, int vocabulary) {
    int width = gguf.size("llama.embedding_length");
    int heads = gguf.size("llama.attention.head_count");
    long groups = gguf.integer("llama.attention.head_count_kv", heads);
    long headWidth = gguf.integer("llama.attention.key_length", width / heads);
    if (gguf.integer("llama.rope.dimension_count", headWidth) != headWidth) {
      throw gguf.breach("llama.rope.dimension_count", "only whole heads can be turned");
    }
    String scaling = gguf.text("llama.rope.scaling.type", "none");
    if (!scaling.equals("none") && !scaling.equals("linear")) {
      throw gguf.breach("llama.rope.scaling.type", "only none and linear can be read: " + scaling);
    }
    try {
      return new LlamaShape(
          vocabulary,
          width,
          gguf.size("llama.block_count"),
          heads,
          Math.toIntExact(groups),
          Math.toIntExact(headWidth),
          gguf.size("llama.feed_forward_length"),
          gguf.size("llama.context_length"),
          decimal(gguf.real("llama.attention.layer_norm_rms_epsilon", 1e-5)),
          gguf.real("llama.rope.freq_base", 10_000),
          scaling.equals("none") ? 1 : gguf.real("llama.rope.scaling.factor", 1));
    } catch (ModelFormatException e) {
      throw e;
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw gguf.breach("llama", e.getMessage());
    }
  }

  /** Returns the number that its writer meant: the shortest that rounds to the same float. */
  private static double decimal(double single) {
    return Double.parseDouble(Float.toString((float) single));
  }

  private LlamaWeights weights() throws IOException {
    int width = shape.width();
    boolean tied = !gguf.has("output.weight");
    Matrix output =
        transposed(tied ? "token_embd.weight" : "output.weight", width, shape.vocabulary());
    List<LlamaLayer> layers = new ArrayList<>();
    for (int l = 0; l < shape.layers(); l++) {
      layers.add(layer("blk." + l + "."));
    }
    float[] norm = vector("output_norm.weight", width);
    LlamaWeights weights =
        tied
            ? LlamaWeights.tied(shape, layers, norm, output)
            : LlamaWeights.untied(
                shape,
                Matrix.byInput(
                    shape.vocabulary(),
                    width,
                    gguf.rows("token_embd.weight", width, shape.vocabulary())),
                layers,
                norm,
                output);
    return gguf.has(FREQUENCIES) ? weights.withFrequenciesDividedBy(divisors()) : weights;
  }

  private LlamaLayer layer(String name) throws IOException {
    int width = shape.width();
    int queryWidth = shape.queryWidth();
    int keyWidth = shape.keyWidth();
    int head = shape.headWidth();
    return LlamaLayer.builder()
        .norms(vector(name + "attn_norm.weight", width), vector(name + "ffn_norm.weight", width))
        .attention(
            transposed(name + "attn_q.weight", width, queryWidth)
                .reordered(RotaryOrder.halves(shape.heads(), head)),
            transposed(name + "attn_k.weight", width, keyWidth)
                .reordered(RotaryOrder.halves(shape.groups(), head)),
            transposed(name + "attn_v.weight", width, keyWidth),
            transposed(name + "attn_output.weight", queryWidth, width))
        .gated(
            transposed(name + "ffn_gate.weight", width, shape.inner()),
            transposed(name + "ffn_up.weight", width, shape.inner()),
            transposed(name + "ffn_down.weight", shape.inner(), width))
        .build();
  }

  private Matrix transposed(String name, int inputs, int outputs) throws IOException {
    return Matrix.byOutput(inputs, outputs, gguf.rows(name, inputs, outputs));
  }

  private float[] vector(String name, int size) throws IOException {
    float[] result = new float[size];
    gguf.rows(name, size, 1).read(result);
    return result;
  }

  private ImmutableDoubleArray divisors() throws IOException {
    ImmutableDoubleArray.Builder divisors = ImmutableDoubleArray.builder();
    for (float divisor : vector(FREQUENCIES, shape.headWidth() / 2)) {
      if (!(divisor > 0)) {
        throw gguf.breach("tensor " + FREQUENCIES, "a divisor is not positive: " + divisor);
      }
      divisors.add(divisor);
    }
    return divisors.build();
  }
}
