package dev.ccl.cli.lm;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.lm.answer.TaskReading;
import dev.ccl.lm.format.LoadedModel;
import dev.ccl.lm.format.Opening;
import dev.ccl.lm.token.ChatTemplate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Who teaches: the model itself unless something else is said. */
final class Teacher {
  @Option(
      names = "--teacher",
      paramLabel = ModelDoor.FORM,
      description = "another model that teaches (default: the model of --model)")
  private String model;

  @Option(
      names = "--teacher-tokenizer",
      paramLabel = "PATH",
      description = "the tokens of the model of a teaching server, as --tokenizer")
  private Path tokenizer;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

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
        template == null || model != null,
        "--teacher-template: no --teacher is there whom questions are put to");
    Opening opening =
        template == null
            ? Opening.DEFAULT
            : Opening.DEFAULT.withTemplate(ChatTemplate.named(template));
    LoadedModel teacher =
        model == null
            ? reference
            : ModelDoor.open(model, tokenizer, opening, spec.commandLine().getErr());
    String preamble = examples == null ? "" : Files.readString(examples);
    return new TaskReading.Source(reference, teacher, smoothing, preamble);
  }
}
