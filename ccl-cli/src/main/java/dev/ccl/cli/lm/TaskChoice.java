package dev.ccl.cli.lm;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.lm.task.AnswerGrammar;
import dev.ccl.lm.task.CommandVerifier;
import dev.ccl.lm.task.Task;
import dev.ccl.lm.task.TaskFile;
import dev.ccl.lm.task.Tasks;
import dev.ccl.lm.task.Verifier;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which task: a built-in one, or a file of questions with answers and a verifier. */
final class TaskChoice implements Closeable {
  private static final String LINES = "lines:";

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
      description =
          "for a file: the legal answers, separated by commas, or top=K,H; blanks around an answer"
              + " count in double quotes only")
  private String answers;

  @Option(
      names = "--verifier",
      paramLabel = "CLASS|COMMAND",
      description = {
        "for a file: class:NAME, a command that reads JSON and prints a reward, or lines:COMMAND,",
        "which is started once and prints a line for each line that it reads; quotes as in a shell"
      })
  private String verifier;

  @Option(
      names = "--verifier-seconds",
      paramLabel = "N",
      defaultValue = "10",
      description = "for a command: the time of one answer (default: ${DEFAULT-VALUE})")
  private int seconds;

  private CommandVerifier command; // null where none was asked for

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
    List<String> listed = Words.ofList("--answers", answers);
    checkArgument(!listed.contains(""), "--answers: an answer of \"%s\" is empty", answers);
    return AnswerGrammar.oneOf(listed);
  }

  private Verifier verifier() {
    if (verifier.startsWith("class:")) {
      return TaskFile.verifier(verifier.substring("class:".length()));
    }
    Duration limit = Duration.ofSeconds(seconds);
    command =
        verifier.startsWith(LINES)
            ? CommandVerifier.lines(words(verifier.substring(LINES.length())), limit)
            : CommandVerifier.of(words(verifier), limit);
    return command;
  }

  private static List<String> words(String text) {
    return Words.ofCommand("--verifier", text);
  }

  /** Ends the verifier's process, if one waits for answers. */
  @Override
  public void close() {
    if (command != null) {
      command.close();
    }
  }
}
