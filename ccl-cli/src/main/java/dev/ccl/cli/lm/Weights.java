package dev.ccl.cli.lm;

import dev.ccl.lm.Fetch;
import dev.ccl.lm.ModelSource;
import dev.ccl.lm.format.Activations;
import dev.ccl.lm.format.LoadedModel;
import dev.ccl.lm.format.Opening;
import dev.ccl.lm.token.ChatTemplate;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option of all commands that read a model. */
final class Weights {
  @Option(
      names = {"--model", "--weights"},
      paramLabel = ModelDoor.FORM,
      description = {
        "the model: a GGUF or llama2.c file, or a directory with one, with safetensors files",
        "or with an ONNX package; http://HOST of a server of llama.cpp or openai+http://HOST,",
        "with #NAME behind it; or a class of yours that supplies a LoadedModel",
        "(default: minimind2-small, where ccl lm fetch puts it)"
      })
  private String model;

  @Option(
      names = "--tokenizer",
      paramLabel = "PATH",
      description = "the tokens of a server's model: a GGUF file or a directory")
  private Path tokenizer;

  @Option(
      names = "--template",
      paramLabel = "FAMILY",
      description = {
        "how questions are put: plain, chatml, zephyr, inst, headers, gemma or phi3",
        "(default: as the model says)"
      })
  private String template;

  @Option(
      names = "--activations",
      paramLabel = "KIND",
      defaultValue = "floats",
      description = {
        "what weights are multiplied with: floats, or vectors rounded to 8 bits, which is",
        "faster with quantised GGUF files and a slightly other law (default: ${DEFAULT-VALUE})"
      })
  private String activations;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  LoadedModel open() throws IOException {
    return ModelDoor.open(name(), tokenizer, opening(template), spec.commandLine().getErr());
  }

  /** Opens the model for a use that puts no question, whatever template it carries. */
  LoadedModel openForTokens() throws IOException {
    return ModelDoor.open(
        name(),
        tokenizer,
        opening(template == null ? "plain" : template),
        spec.commandLine().getErr());
  }

  private Opening opening(String family) {
    Activations kind =
        Arrays.stream(Activations.values())
            .filter(a -> a.name().toLowerCase(Locale.ROOT).equals(activations))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "--activations: " + activations + " is neither floats nor rounded"));
    PrintWriter err = spec.commandLine().getErr();
    Opening opening =
        Opening.DEFAULT
            .withActivations(kind)
            .withNotice(
                message -> {
                  err.println("ccl: " + message);
                  err.flush();
                });
    return family == null ? opening : opening.withTemplate(ChatTemplate.named(family));
  }

  private String name() {
    if (model != null) {
      return model;
    }
    String name = ModelSource.MINIMIND2_SMALL.shortName();
    Path fetched = Fetch.defaultDirectory().resolve(name);
    if (!Files.isDirectory(fetched)) {
      throw new IllegalArgumentException(
          "no model: --model names none, and ccl lm fetch " + name + " has not been run");
    }
    return fetched.toString();
  }
}
