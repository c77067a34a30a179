package dev.ccl.lm.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ccl.lm.model.LlamaLayer;
import dev.ccl.lm.model.LlamaModel;
import dev.ccl.lm.model.LlamaShape;
import dev.ccl.lm.model.LlamaWeights;
import dev.ccl.lm.model.Matrix;
import dev.ccl.lm.token.ChatTemplate;
import dev.ccl.lm.token.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A directory with an ONNX file, {@code config.json}, {@code tokenizer.json} and {@code
 * tokenizer_config.json}, as exports for browsers have them. The weights are taken out of the graph
 * by the names of its nodes; the graph itself is not executed.
 */
final class OnnxPackage {
  private OnnxPackage() {}

  static LoadedModel read(Path directory, Path weights, Activations activations)
      throws IOException {
    JsonFile config = JsonFile.read(directory.resolve("config.json"));
    LlamaShape shape = shape(config);
    Path tokenizerConfig = directory.resolve("tokenizer_config.json");
    JsonFile settings = Files.exists(tokenizerConfig) ? JsonFile.read(tokenizerConfig) : null;
    JsonFile tokens = JsonFile.read(directory.resolve("tokenizer.json"));
    Tokenizer tokenizer = TokenizerJson.read(tokens, settings);
    if (tokenizer.vocabulary() > shape.vocabulary()) {
      throw tokens.breach(
          "model.vocab",
          tokenizer.vocabulary() + " tokens exceed the vocabulary of " + shape.vocabulary());
    }
    JsonNode program = settings == null ? null : settings.root().path("chat_template");
    ChatTemplate template =
        ChatTemplate.recognise(program == null || !program.isTextual() ? "" : program.asText());
    try (BinaryFile file = BinaryFile.open(weights)) {
      LlamaModel model = LlamaModel.of(weights(file, shape, activations));
      return new LoadedModel(model, tokenizer, template);
    }
  }

  private static LlamaShape shape(JsonFile config) {
    config.expect("model_type", "llama");
    config.expect("hidden_act", "silu");
    config.expect("attention_bias", "false");
    config.expect("mlp_bias", "false");
    if (!config.root().path("rope_scaling").isNull()
        && !config.root().path("rope_scaling").isMissingNode()) {
      throw config.breach("rope_scaling", "models with scaled positions cannot be read");
    }
    int width = config.integer("hidden_size");
    int heads = config.integer("num_attention_heads");
    if (heads < 1) {
      throw config.breach("num_attention_heads", heads + " is not at least 1");
    }
    try {
      return new LlamaShape(
          config.integer("vocab_size"),
          width,
          config.integer("num_hidden_layers"),
          heads,
          config.integer("num_key_value_heads", heads),
          config.integer("head_dim", width / heads),
          config.integer("intermediate_size"),
          config.integer("max_position_embeddings"),
          config.real("rms_norm_eps"),
          config.real("rope_theta"),
          1);
    } catch (ModelFormatException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw config.breach("", e.getMessage());
    }
  }

  private static LlamaWeights weights(BinaryFile file, LlamaShape shape, Activations activations)
      throws IOException {
    OnnxTensors tensors = new OnnxTensors(file, OnnxGraph.read(file), activations);
    int width = shape.width();
    List<LlamaLayer> layers = new ArrayList<>();
    for (int l = 0; l < shape.layers(); l++) {
      String name = "model.layers." + l + ".";
      String node = "/model/layers." + l + "/";
      layers.add(
          LlamaLayer.builder()
              .norms(
                  tensors.vector(name + "input_layernorm.weight", width),
                  tensors.vector(name + "post_attention_layernorm.weight", width))
              .attention(
                  tensors.product(node + "self_attn/q_proj/MatMul", width, shape.queryWidth()),
                  tensors.product(node + "self_attn/k_proj/MatMul", width, shape.keyWidth()),
                  tensors.product(node + "self_attn/v_proj/MatMul", width, shape.keyWidth()),
                  tensors.product(node + "self_attn/o_proj/MatMul", shape.queryWidth(), width))
              .gated(
                  tensors.product(node + "mlp/gate_proj/MatMul", width, shape.inner()),
                  tensors.product(node + "mlp/up_proj/MatMul", width, shape.inner()),
                  tensors.product(node + "mlp/down_proj/MatMul", shape.inner(), width))
              .build());
    }
    Matrix input = tensors.matrix("model.embed_tokens.weight", shape.vocabulary(), width);
    Matrix output = tensors.product("/lm_head/MatMul", width, shape.vocabulary());
    float[] norm = tensors.vector("model.norm.weight", width);
    return LlamaWeights.untied(shape, input, layers, norm, output);
  }
}
