package dev.ccl.cli.lm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ccl.lm.task.Task;
import dev.ccl.lm.task.VerifierException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A task of one's own as its options describe it. */
class TaskChoiceTest {
  @TempDir private Path directory;

  private Task task(String... options) throws IOException {
    Path file = directory.resolve("mine.jsonl");
    Files.writeString(file, "{\"id\": \"a\", \"text\": \"Is 1 even?\"}\n");
    String[] all = new String[options.length + 2];
    all[0] = file.toString();
    all[1] = "--answers=yes,no";
    System.arraycopy(options, 0, all, 2, options.length);
    return CommandLine.populateCommand(new TaskChoice(), all).task();
  }

  /** Who takes longer is not waited for. */
  @Test
  void anAnswerHasAsManySecondsAsAreGiven() throws IOException {
    Task slow = task("--verifier=sleep  60", "--verifier-seconds=1");
    assertEquals(
        "command [sleep, 60]: no reward after 1000 ms",
        assertThrows(
                VerifierException.class,
                () -> slow.verifier().reward(slow.questions().get(0), "yes"))
            .getMessage());
    Task quick = task("--verifier=echo 0.25");
    assertEquals(0.25, quick.verifier().reward(quick.questions().get(0), "yes"));
  }
}
