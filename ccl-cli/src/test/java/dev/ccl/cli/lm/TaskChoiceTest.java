package dev.ccl.cli.lm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.lm.task.AnswerGrammar;
import dev.ccl.lm.task.Task;
import dev.ccl.lm.task.VerifierException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

  /** English models say " A" where an answer goes on, and an answer may hold a comma. */
  @Test
  void blanksAndCommasCountInQuotes() throws IOException {
    String[][] lists = {
      {" A, B ,C", "A", "B", "C"},
      {"\" A\", \" B \",C", " A", " B ", "C"},
      {"\"a, b\",\"say \"\"c\"\"\",5\"", "a, b", "say \"c\"", "5\""},
      {"don't,do", "don't", "do"}
    };
    for (String[] list : lists) {
      assertEquals(
          AnswerGrammar.oneOf(List.of(list).subList(1, list.length)).toString(),
          task("--verifier=echo 1", "--answers", list[0]).grammar().toString());
    }
    String longest = "t".repeat(200_000);
    assertEquals(List.of(longest, "h"), Words.ofList("--answers", "\"" + longest + "\",h"));
    for (String open : List.of("\"a", "a,\"b", "\"a\"b,c")) {
      assertEquals(
          "--answers: a quote is not closed where its answer ends: " + open,
          assertThrows(
                  IllegalArgumentException.class,
                  () -> task("--verifier=echo 1", "--answers", open))
              .getMessage());
    }
  }

  /** As a shell would, where nothing is to be replaced. */
  @Test
  void commandsAreQuotedAsInAShell() throws IOException, InterruptedException {
    for (String command :
        List.of(
            "echo  a  b ",
            "'echo' 'a b' \"c d\"",
            "echo a\\ b '\\' \"\\\"\\\\\" 'it'\\''s'",
            "echo '' \"\" x''y",
            "echo \"'\" '\"' \"a\\b\"")) {
      Process shell =
          new ProcessBuilder(
                  "sh", "-c", "for word in " + command + "; do printf '%s|' \"$word\"; done")
              .start();
      String expected = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      StringBuilder words = new StringBuilder();
      Words.ofCommand("--verifier", command).forEach(word -> words.append(word).append('|'));
      assertEquals(expected, words.toString(), command);
    }
    assertEquals(List.of("echo", "$HOME", "*", "`x`"), Words.ofCommand("", "echo $HOME * `x`"));
    for (String open : List.of("echo 'a", "echo \"a")) {
      assertTrue(
          assertThrows(
                  IllegalArgumentException.class, () -> task("--answers=a", "--verifier", open))
              .getMessage()
              .startsWith("--verifier: a quote ("));
    }
    Task quoted = task("--answers=yes,no", "--verifier", "sh -c 'echo 0.5'");
    assertEquals(0.5, quoted.verifier().reward(quoted.questions().get(0), "yes"));
  }

  /** A process that stays is ended with the command. */
  @Test
  void aLineInIsALineOut() throws IOException {
    Path file = directory.resolve("mine.jsonl");
    Files.writeString(file, "{\"id\": \"a\", \"text\": \"Is 1 even?\"}\n");
    Path told = directory.resolve("told");
    String script = "echo $$ > " + told + "; while read -r l; do n=$((n+1)); echo 0.$n; done";
    ProcessHandle judge;
    try (TaskChoice choice =
        CommandLine.populateCommand(
            new TaskChoice(),
            file.toString(),
            "--answers=yes,no",
            "--verifier=lines:sh -c '" + script + "'")) {
      Task task = choice.task();
      assertEquals(0.1, task.verifier().reward(task.questions().get(0), "yes"));
      assertEquals(0.2, task.verifier().reward(task.questions().get(0), "no"));
      judge = ProcessHandle.of(Long.parseLong(Files.readString(told).strip())).orElseThrow();
    }
    judge.onExit().join();
  }
}
