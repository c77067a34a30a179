package dev.ccl.lm.format;

import dev.ccl.lm.model.LlamaModel;
import dev.ccl.lm.token.ChatTemplate;
import dev.ccl.lm.token.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A directory with an ONNX file, {@code config.json}, {@code tokenizer.json} and {@code
 * tokenizer_config.json}, as exports for browsers have them. The weights are taken out of the graph
 * by the names of its nodes; the graph itself is not executed.
 */
final class OnnxPackage {
  private OnnxPackage() {}

  /** Reads a model; the template is that of the package if none is given. */
  static LoadedModel read(Path directory, Path weights, Opening opening) throws IOException {
    PackageFiles files = PackageFiles.at(directory);
    JsonFile config = files.config();
    config.expect("model_type", "llama");
    config.expect("attention_bias", "false");
    config.expect("mlp_bias", "false");
    ModelPlan plan = ConfigJson.read(config);
    Tokenizer tokenizer = files.tokenizer(plan.shape().vocabulary());
    ChatTemplate template = files.template(opening);
    try (BinaryFile file = BinaryFile.open(weights)) {
      LlamaModel model = plan.read(new OnnxTensors(file, OnnxGraph.read(file)), opening);
      return new LoadedModel(model, tokenizer, template);
    }
  }
}
