package dev.ccl.cli.lm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ccl.lm.task.AnswerGrammar;
import dev.ccl.lm.task.Task;
import dev.ccl.lm.task.VerifierException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A task of one's own as its options describe it. */
class TaskChoiceTest {
  @TempDir private Path directory;

  private Task task(String... options) throws IOException {
    Path file = directory.resolve("mine.jsonl");
    Files.writeString(file, "{\"id\": \"a\", \"text\": \"Is 1 even?\"}\n");
    String[] all = new String[options.length + 1];
    all[0] = file.toString();
    System.arraycopy(options, 0, all, 1, options.length);
    return CommandLine.populateCommand(new TaskChoice(), all).task();
  }

  /** The likeliest tokens and the horizon, of up to four digits each, are no list of answers. */
  @Test
  void topIsFollowedByTwoNumbers() throws IOException {
    for (int[] top : new int[][] {{1, 2}, {1000, 12}, {9, 1024}}) {
      assertEquals(
          AnswerGrammar.top(top[0], top[1]).toString(),
          task("--verifier=echo 1", "--answers=top=" + top[0] + "," + top[1]).grammar().toString());
    }
    assertEquals(
        AnswerGrammar.oneOf(List.of("top=1", "x", "a b")).toString(),
        task("--verifier=echo 1", "--answers=top=1, x ,a b").grammar().toString());
  }

  /** Who takes longer is not waited for. */
  @Test
  void anAnswerHasAsManySecondsAsAreGiven() throws IOException {
    Task slow = task("--answers=yes,no", "--verifier=sleep  60", "--verifier-seconds=1");
    assertEquals(
        "command [sleep, 60]: no reward after 1000 ms",
        assertThrows(
                VerifierException.class,
                () -> slow.verifier().reward(slow.questions().get(0), "yes"))
            .getMessage());
    Task quick = task("--answers=yes,no", "--verifier=echo 0.25");
    assertEquals(0.25, quick.verifier().reward(quick.questions().get(0), "yes"));
  }
}
