package dev.ccl.lm.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.lm.model.LlamaShape;
import dev.ccl.lm.model.LlamaVariant;
import java.util.function.IntPredicate;

/** The sizes and constants of a model as {@code config.json} says them. */
final class ConfigJson {
  private final JsonFile config;
  private final Architecture architecture;
  private final JsonNode rope;
  private final JsonNode localRope; // of layers with a window, where it is said apart
  private final String ropeType;

  private ConfigJson(JsonFile config) {
    this.config = config;
    JsonNode said = config.root().path("model_type");
    String type = said.isNull() || said.isMissingNode() ? "llama" : said.asText();
    String known = type.equals("mistral") ? "llama" : type.equals("gemma3_text") ? "gemma3" : type;
    this.architecture =
        Architecture.named(type.equals("gemma3") ? "" : known)
            .orElseThrow(
                () ->
                    config.breach(
                        "model_type",
                        "'"
                            + type
                            + "'; "
                            + Architecture.names().replace("gemma3", "gemma3_text")
                            + ", mistral can be read"));
    JsonNode newer = config.root().path("rope_parameters");
    JsonNode all = newer.path("full_attention"); // where layers of several kinds differ
    this.localRope = newer.path("sliding_attention");
    this.rope =
        all.isObject() ? all : newer.isObject() ? newer : config.root().path("rope_scaling");
    this.ropeType = rope.path("rope_type").asText(rope.path("type").asText("default"));
  }

  static ModelPlan read(JsonFile config) {
    try {
      return new ConfigJson(config).plan();
    } catch (ModelFormatException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw config.breach("", e.getMessage());
    }
  }

  private ModelPlan plan() {
    for (String key : new String[] {"quantization_config", "compression_config"}) {
      if (config.root().path(key).isObject()) {
        throw config.breach(key, "rounded weights in safetensors files cannot be read");
      }
    }
    double turned = rope.path("partial_rotary_factor").asDouble(1);
    if (config.real("partial_rotary_factor", turned) != 1) {
      throw config.breach("partial_rotary_factor", "only whole heads can be turned");
    }
    if (config.root().path("use_bidirectional_attention").asBoolean()) {
      throw config.breach(
          "use_bidirectional_attention", "only models that read forward can be read");
    }
    if (!rope.isObject() && !rope.isNull() && !rope.isMissingNode()) {
      throw config.breach("rope_scaling", "an object is needed");
    }
    ModelPlan plan = new ModelPlan(architecture, shape());
    double attentionFactor = divide(plan);
    plan.variant(variant(plan.shape(), attentionFactor));
    windows(plan);
    return plan;
  }

  private LlamaShape shape() {
    int width = config.integer("hidden_size");
    int heads = config.integer("num_attention_heads");
    if (heads < 1) {
      throw config.breach("num_attention_heads", heads + " is not at least 1");
    }
    int context = config.integer("max_position_embeddings");
    if (isLongRope()) { // beyond the first context other factors would hold
      context = Math.min(context, config.integer("original_max_position_embeddings"));
    }
    double scale = ropeType.equals("linear") ? rope.path("factor").asDouble() : 1;
    return new LlamaShape(
        config.integer("vocab_size"),
        width,
        config.integer("num_hidden_layers"),
        heads,
        config.integer("num_key_value_heads", heads),
        config.integer("head_dim", architecture == Architecture.QWEN3 ? 128 : width / heads),
        config.integer("intermediate_size"),
        context,
        config.real("rms_norm_eps"),
        config.real("rope_theta", rope.path("rope_theta").asDouble(10_000)),
        scale);
  }

  private boolean isLongRope() {
    return ropeType.equals("longrope") || ropeType.equals("su");
  }

  /** Divides frequencies as the file says; returns what queries and keys are multiplied by. */
  private double divide(ModelPlan plan) {
    LlamaShape shape = plan.shape();
    if (ropeType.equals("llama3")) {
      plan.divisors(dividedByWaveLength(shape));
    } else if (isLongRope()) {
      ImmutableDoubleArray.Builder divisors = ImmutableDoubleArray.builder();
      rope.path("short_factor").forEach(factor -> divisors.add(factor.asDouble()));
      plan.divisors(divisors.build());
      double original = config.integer("original_max_position_embeddings");
      double stretch = config.integer("max_position_embeddings") / original;
      double usual =
          stretch <= 1 ? 1 : Math.sqrt(1 + StrictMath.log(stretch) / StrictMath.log(original));
      return rope.path("attention_factor").asDouble(usual);
    } else if (!ropeType.equals("default") && !ropeType.equals("linear")) {
      throw config.breach(
          "rope_scaling", "default, linear, llama3 and longrope can be read, not " + ropeType);
    }
    return 1;
  }

  /** Long waves are stretched, short ones stay, and between there is a ramp. */
  private ImmutableDoubleArray dividedByWaveLength(LlamaShape shape) {
    double factor = positive("factor");
    double low = positive("low_freq_factor");
    double high = positive("high_freq_factor");
    double original = positive("original_max_position_embeddings");
    ImmutableDoubleArray.Builder divisors = ImmutableDoubleArray.builder();
    for (int i = 0; i < shape.headWidth() / 2; i++) {
      double frequency = StrictMath.pow(shape.ropeBase(), -2.0 * i / shape.headWidth());
      double waves = original * frequency / (2 * Math.PI);
      double share = Math.max(0, Math.min(1, (waves - low) / (high - low)));
      divisors.add(1 / ((1 - share) / factor + share));
    }
    return divisors.build();
  }

  private double positive(String key) {
    double value = rope.path(key).asDouble();
    if (!(value > 0)) {
      throw config.breach("rope_scaling." + key, "a positive number is needed");
    }
    return value;
  }

  private LlamaVariant variant(LlamaShape shape, double attentionFactor) {
    JsonNode act = config.root().path("hidden_activation");
    String name = act.isTextual() ? act.asText() : config.root().path("hidden_act").asText("silu");
    if (!architecture.isGemma()) {
      config.expect("hidden_act", "silu");
      double scale = attentionFactor * attentionFactor / Math.sqrt(shape.headWidth());
      return new LlamaVariant(
          LlamaVariant.Activation.SILU, 1, attentionFactor == 1 ? 0 : scale, 0, 0);
    }
    if (!name.startsWith("gelu")) {
      throw config.breach("hidden_activation", "only gelu_pytorch_tanh can be read, not " + name);
    }
    double scalar = config.real("query_pre_attn_scalar", shape.headWidth());
    return new LlamaVariant(
        LlamaVariant.Activation.GELU_TANH,
        Math.sqrt(shape.width()),
        scalar == shape.headWidth() ? 0 : 1 / Math.sqrt(scalar),
        config.real("attn_logit_softcapping", 0),
        config.real("final_logit_softcapping", 0));
  }

  private void windows(ModelPlan plan) {
    int window = config.integer("sliding_window", 0);
    boolean qwen = architecture == Architecture.QWEN2 || architecture == Architecture.QWEN3;
    if (qwen && !config.root().path("use_sliding_window").asBoolean()) {
      return;
    }
    JsonNode kinds = config.root().path("layer_types");
    int pattern = config.integer("sliding_window_pattern", architecture.windowPattern());
    IntPredicate where =
        kinds.isArray()
            ? layer -> kinds.path(layer).asText().equals("sliding_attention")
            : qwen
                ? fromLayer(config.integer("max_window_layers", 0))
                : GgufModel.everyBut(Math.max(1, pattern));
    kinds.forEach(this::requireKnownKind);
    if (kinds.isArray() && kinds.size() != plan.shape().layers()) {
      throw config.breach("layer_types", "one kind per layer is needed");
    }
    boolean local = architecture == Architecture.GEMMA3;
    if (localRope.isObject() && (!local || !isDefault(localRope))) {
      throw config.breach(
          "rope_parameters.sliding_attention", "only a base of its own in gemma3_text can be read");
    }
    double said = localRope.path("rope_theta").asDouble(10_000);
    double base = local ? config.real("rope_local_base_freq", said) : 0;
    if (window > 0) {
      plan.window(window, where, base);
    }
  }

  private void requireKnownKind(JsonNode kind) {
    if (!kind.asText().equals("full_attention") && !kind.asText().equals("sliding_attention")) {
      throw config.breach(
          "layer_types", "only full_attention and sliding_attention can be read, not " + kind);
    }
  }

  private static boolean isDefault(JsonNode rope) {
    return rope.path("rope_type").asText("default").equals("default")
        && rope.path("partial_rotary_factor").asDouble(1) == 1;
  }

  private static IntPredicate fromLayer(int first) {
    return layer -> layer >= first;
  }
}
