package dev.ccl.cli.lm;

import dev.ccl.lm.Fetch;
import dev.ccl.lm.ModelSource;
import dev.ccl.lm.format.LoadedModel;
import dev.ccl.lm.format.Models;
import dev.ccl.lm.token.ChatTemplate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option of all commands that read a model. */
final class Weights {
  @Option(
      names = "--weights",
      paramLabel = "PATH",
      description = {
        "the model: a GGUF or llama2.c file, or a directory with one, with safetensors files",
        "or with an ONNX package",
        "(default: minimind2-small, where ccl lm fetch puts it)"
      })
  private Path path;

  @Option(
      names = "--template",
      paramLabel = "FAMILY",
      description = {
        "how questions are put: plain, chatml, zephyr, inst, headers, gemma or phi3",
        "(default: as the model says)"
      })
  private String template;

  LoadedModel open() throws IOException {
    return template == null ? Models.open(path()) : openForTokens();
  }

  /** Opens the model for a use that puts no question, whatever template it carries. */
  LoadedModel openForTokens() throws IOException {
    return Models.open(path(), ChatTemplate.named(template == null ? "plain" : template));
  }

  Path path() {
    if (path != null) {
      return path;
    }
    String name = ModelSource.MINIMIND2_SMALL.shortName();
    Path fetched = Fetch.shelf().resolve(name);
    if (!Files.isDirectory(fetched)) {
      throw new IllegalArgumentException(
          "no model: --weights names none, and ccl lm fetch " + name + " has not been run");
    }
    return fetched;
  }
}
