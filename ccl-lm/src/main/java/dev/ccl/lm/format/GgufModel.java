package dev.ccl.lm.format;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.lm.LanguageModel;
import dev.ccl.lm.model.LlamaModel;
import dev.ccl.lm.model.LlamaShape;
import dev.ccl.lm.model.LlamaVariant;
import dev.ccl.lm.model.Matrix;
import dev.ccl.lm.model.Rows;
import dev.ccl.lm.token.ChatTemplate;
import dev.ccl.lm.token.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;

/** Models of Llama and its relatives in GGUF files. */
final class GgufModel implements Tensors {
  private static final String FREQUENCIES = "rope_freqs.weight";
  private static final String SHORT_FACTORS = "rope_factors_short.weight";
  private static final String LONG_FACTORS = "rope_factors_long.weight";

  /** Keys that no number of ours depends on; what else is not asked for is refused. */
  private static final Set<String> HARMLESS =
      Set.of(
          ".vocab_size",
          ".tensor_data_layout",
          ".rope.scaling.finetuned",
          ".rope.scaling.original_context_length");

  private final Gguf gguf;
  private final String prefix;
  private final Architecture architecture;
  private GgufRows.Storage storage = GgufRows.Storage.FLOATS;

  private GgufModel(Gguf gguf, Architecture architecture) {
    this.gguf = gguf;
    this.architecture = architecture;
    this.prefix = architecture + ".";
  }

  static boolean isGguf(Path path) throws IOException {
    try (BinaryFile file = BinaryFile.open(path)) {
      return Gguf.begins(file);
    }
  }

  /** Reads a model; the template is that of the file if none is given. */
  static LoadedModel read(Path path, Opening opening) throws IOException {
    try (BinaryFile file = BinaryFile.open(path)) {
      Gguf gguf = Gguf.read(file);
      String name = gguf.text("general.architecture", "");
      GgufModel reader =
          new GgufModel(
              gguf,
              Architecture.named(name)
                  .orElseThrow(
                      () ->
                          gguf.breach(
                              "general.architecture",
                              "'" + name + "'; " + Architecture.names() + " can be read")));
      if (gguf.integer("split.count", 1) > 1) {
        throw gguf.breach("split.count", "a part of a model; join the parts to one file");
      }
      gguf.requireReadableTensors();
      Tokenizer tokenizer = GgufTokenizer.read(gguf);
      ChatTemplate template = template(gguf, gguf.text("tokenizer.chat_template", ""), opening);
      LlamaModel model = reader.plan(tokenizer.vocabulary()).read(reader, opening);
      gguf.requireAllRead(name, HARMLESS);
      return new LoadedModel(model, tokenizer, template);
    }
  }

  /** Reads tokenizer and template of a file for a model from elsewhere. */
  static LoadedModel around(Function<Tokenizer, LanguageModel> model, Path path, Opening opening)
      throws IOException {
    try (BinaryFile file = BinaryFile.open(path)) {
      Gguf gguf = Gguf.read(file);
      Tokenizer tokenizer = GgufTokenizer.read(gguf);
      String program = gguf.text("tokenizer.chat_template", "");
      return new LoadedModel(model.apply(tokenizer), tokenizer, template(gguf, program, opening));
    }
  }

  private static ChatTemplate template(Gguf gguf, String program, Opening opening) {
    try {
      return opening.template().orElseGet(() -> ChatTemplate.recognise(program));
    } catch (IllegalArgumentException e) {
      throw gguf.breach("tokenizer.chat_template", e.getMessage());
    }
  }

  private ModelPlan plan(int vocabulary) throws IOException {
    int context = gguf.size(prefix + "context_length");
    if (gguf.has(SHORT_FACTORS)) { // beyond the first context other factors would hold
      context = Math.min(context, gguf.size(prefix + "rope.scaling.original_context_length"));
    }
    ModelPlan plan = new ModelPlan(architecture, shape(vocabulary, context));
    if (architecture.turnsNeighbours()) {
      plan.turnsNeighbours();
    }
    plan.variant(variant(plan.shape()));
    windows(plan);
    if (gguf.has(SHORT_FACTORS)) {
      plan.divisors(divisors(SHORT_FACTORS, plan.shape()));
      divisors(LONG_FACTORS, plan.shape());
    } else if (gguf.has(FREQUENCIES)) {
      plan.divisors(divisors(FREQUENCIES, plan.shape()));
    }
    if (gguf.integer(prefix + "attention.causal", 1) != 1) {
      throw gguf.breach(prefix + "attention.causal", "only models that read forward can be read");
    }
    return plan;
  }

  private LlamaShape shape(int vocabulary, int context) {
    int width = gguf.size(prefix + "embedding_length");
    int heads = gguf.size(prefix + "attention.head_count");
    long groups = gguf.integer(prefix + "attention.head_count_kv", heads);
    long headWidth = gguf.integer(prefix + "attention.key_length", width / heads);
    long valueWidth = gguf.integer(prefix + "attention.value_length", headWidth);
    if (valueWidth != headWidth) {
      throw gguf.breach(prefix + "attention.value_length", "only that of keys can be read");
    }
    if (gguf.integer(prefix + "rope.dimension_count", headWidth) != headWidth) {
      throw gguf.breach(prefix + "rope.dimension_count", "only whole heads can be turned");
    }
    try {
      return new LlamaShape(
          vocabulary,
          width,
          gguf.size(prefix + "block_count"),
          heads,
          Math.toIntExact(groups),
          Math.toIntExact(headWidth),
          gguf.size(prefix + "feed_forward_length"),
          context,
          decimal(gguf.real(prefix + "attention.layer_norm_rms_epsilon", 1e-5)),
          gguf.real(prefix + "rope.freq_base", 10_000),
          ropeScale());
    } catch (ModelFormatException e) {
      throw e;
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw gguf.breach(architecture.toString(), e.getMessage());
    }
  }

  /** Returns what positions are divided by: a factor counts unless the file says none. */
  private double ropeScale() {
    String key = prefix + "rope.scaling.type";
    String scaling = gguf.text(key, "linear");
    double early = gguf.real(prefix + "rope.scale_linear", 0);
    double factor = gguf.real(prefix + "rope.scaling.factor", early);
    boolean factors = scaling.equals("longrope") && gguf.has(SHORT_FACTORS);
    if (!scaling.equals("none") && !scaling.equals("linear") && !factors) {
      throw gguf.breach(key, "only none and linear can be read: " + scaling);
    }
    return scaling.equals("linear") && factor != 0 ? factor : 1;
  }

  /** Returns the number that its writer meant: the shortest that rounds to the same float. */
  private static double decimal(double single) {
    return Double.parseDouble(Float.toString((float) single));
  }

  private LlamaVariant variant(LlamaShape shape) {
    double factor = gguf.real(prefix + "rope.scaling.attn_factor", 1);
    double scale = factor == 1 ? 0 : factor * factor / Math.sqrt(shape.headWidth());
    if (!architecture.isGemma()) {
      return new LlamaVariant(LlamaVariant.Activation.SILU, 1, scale, 0, 0);
    }
    boolean second = architecture == Architecture.GEMMA2;
    boolean largest =
        shape.layers() == (second ? 46 : architecture == Architecture.GEMMA3 ? 62 : -1);
    return new LlamaVariant(
        LlamaVariant.Activation.GELU_TANH,
        Math.sqrt(shape.width()),
        largest ? 1 / Math.sqrt((double) shape.width() / shape.heads()) : scale,
        gguf.real(prefix + "attn_logit_softcapping", second ? 50 : 0),
        gguf.real(prefix + "final_logit_softcapping", second ? 30 : 0));
  }

  private void windows(ModelPlan plan) throws IOException {
    String key = prefix + "attention.sliding_window";
    long window = gguf.integer(key, architecture == Architecture.GEMMA2 ? 4096 : 0);
    double base =
        gguf.real(prefix + "rope.freq_base_swa", architecture == Architecture.GEMMA3 ? 10_000 : 0);
    if (window < 0 || window > Integer.MAX_VALUE) {
      throw gguf.breach(key, window + " is no size");
    }
    IntPredicate where = everyBut(architecture.windowPattern());
    if (gguf.isList(key + "_pattern")) {
      List<Long> which = gguf.list(key + "_pattern", Long.class);
      if (which.size() != plan.shape().layers()) {
        throw gguf.breach(key + "_pattern", "one value per layer is needed");
      }
      where = layer -> which.get(layer) != 0;
    } else if (gguf.integer(key + "_pattern", 0) > 0) {
      where = everyBut(gguf.integer(key + "_pattern", 0));
    }
    if (window > 0) {
      plan.window((int) window, where, base);
    }
  }

  /** All layers but the last of so many; all if it is 1. */
  static IntPredicate everyBut(long pattern) {
    return layer -> pattern == 1 || layer % pattern < pattern - 1;
  }

  private ImmutableDoubleArray divisors(String name, LlamaShape shape) throws IOException {
    ImmutableDoubleArray.Builder divisors = ImmutableDoubleArray.builder();
    for (float divisor : vector(name, shape.headWidth() / 2)) {
      if (!(divisor > 0)) {
        throw gguf.breach("tensor " + name, "a divisor is not positive: " + divisor);
      }
      divisors.add(divisor);
    }
    return divisors.build();
  }

  @Override
  public boolean has(String name) {
    return gguf.has(name);
  }

  @Override
  public float[] vector(String name, int size) throws IOException {
    return gguf.rows(name, size, 1).vector();
  }

  @Override
  public long levelBytes() {
    return gguf.levelBytes();
  }

  @Override
  public Matrix matrix(String name, int inputs, int outputs) throws IOException {
    return gguf.rows(name, inputs, outputs).matrix(storage);
  }

  @Override
  public Rows table(String name, int tokens, int width) throws IOException {
    GgufRows rows = gguf.rows(name, width, tokens);
    return storage == GgufRows.Storage.FLOATS ? rows.inMemory() : rows.rows();
  }

  @Override
  public boolean hold(GgufRows.Storage where) {
    storage = where;
    return true;
  }

  @Override
  public ModelFormatException breach(String place, String rule) {
    return gguf.breach(place, rule);
  }
}
