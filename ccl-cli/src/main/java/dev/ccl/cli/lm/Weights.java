package dev.ccl.cli.lm;

import dev.ccl.lm.Fetch;
import dev.ccl.lm.ModelSource;
import dev.ccl.lm.format.LoadedModel;
import dev.ccl.lm.format.Models;
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
        "the model: a GGUF or llama2.c file, or a directory with one or with an ONNX package",
        "(default: minimind2-small, where ccl lm fetch puts it)"
      })
  private Path path;

  LoadedModel open() throws IOException {
    return Models.open(path());
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
