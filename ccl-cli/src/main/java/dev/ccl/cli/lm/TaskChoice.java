package dev.ccl.cli.lm;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.base.Splitter;
import dev.ccl.lm.task.AnswerGrammar;
import dev.ccl.lm.task.CommandVerifier;
import dev.ccl.lm.task.Task;
import dev.ccl.lm.task.TaskFile;
import dev.ccl.lm.task.Tasks;
import dev.ccl.lm.task.Verifier;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which task: a built-in one, or a file of questions with answers and a verifier. */
final class TaskChoice {
  @Parameters(
      index = "0",
      paramLabel = "TASK",
      description =
          "comparisons, arithmetic, code, judge, words (on demand), or a file of questions (JSON"
              + " lines, .jsonl)")
  private String name;

  @Option(
      names = "--answers",
      paramLabel = "LIST",
      description = "for a file: the legal answers, separated by commas, or top=K,H")
  private String answers;

  @Option(
      names = "--verifier",
      paramLabel = "CLASS|COMMAND",
      description = "for a file: class:NAME or a command that reads JSON and prints a reward")
  private String verifier;

  @Option(
      names = "--verifier-seconds",
      paramLabel = "N",
      defaultValue = "10",
      description = "for a command: the time of one answer (default: ${DEFAULT-VALUE})")
  private int seconds;

  Task task() throws IOException {
    if (!name.endsWith(".jsonl")) {
      checkArgument(
          answers == null && verifier == null,
          "--answers and --verifier are for a file of questions (.jsonl)");
      return Tasks.named(name);
    }
    checkArgument(answers != null, "--answers: a file of questions needs its legal answers");
    checkArgument(verifier != null, "--verifier: a file of questions needs a verifier");
    return TaskFile.read(Path.of(name), grammar(), verifier());
  }

  private AnswerGrammar grammar() {
    if (answers.matches("top=\\d{1,4},\\d{1,4}")) {
      String numbers = answers.substring("top=".length());
      int comma = numbers.indexOf(',');
      return AnswerGrammar.top(
          Integer.parseInt(numbers.substring(0, comma)),
          Integer.parseInt(numbers.substring(comma + 1)));
    }
    List<String> listed = Splitter.on(',').trimResults().splitToList(answers);
    checkArgument(!listed.contains(""), "--answers: an answer of \"%s\" is empty", answers);
    return AnswerGrammar.oneOf(listed);
  }

  private Verifier verifier() {
    return verifier.startsWith("class:")
        ? TaskFile.verifier(verifier.substring("class:".length()))
        : CommandVerifier.of(
            Splitter.on(' ').omitEmptyStrings().splitToList(verifier), Duration.ofSeconds(seconds));
  }
}
