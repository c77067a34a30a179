package dev.ccl.cli.lm;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.lm.answer.TaskReading;
import dev.ccl.lm.format.LoadedModel;
import dev.ccl.lm.format.Models;
import dev.ccl.lm.token.ChatTemplate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Who teaches: the model itself unless something else is said. */
final class Teacher {
  @Option(
      names = "--teacher",
      paramLabel = "PATH",
      description = "another model that teaches (default: the model of --weights)")
  private Path path;

  @Option(
      names = "--teacher-template",
      paramLabel = "FAMILY",
      description = "how questions are put to it, as --template (default: as the model says)")
  private String template;

  @Option(
      names = "--teacher-examples",
      paramLabel = "FILE",
      description = "a text, such as solved examples, that the teacher reads before each question")
  private Path examples;

  @Option(
      names = "--smoothing",
      paramLabel = "X",
      defaultValue = "0.1",
      description = "the share of the uniform law in the reference (default: ${DEFAULT-VALUE})")
  private double smoothing;

  /** Asks a reference, and the teacher that was chosen beside it. */
  TaskReading.Source beside(LoadedModel reference) throws IOException {
    checkArgument(
        template == null || path != null,
        "--teacher-template: no --teacher is there whom questions are put to");
    LoadedModel teacher =
        path == null
            ? reference
            : template == null
                ? Models.open(path)
                : Models.open(path, ChatTemplate.named(template));
    String preamble = examples == null ? "" : Files.readString(examples);
    return new TaskReading.Source(reference, teacher, smoothing, preamble);
  }
}
