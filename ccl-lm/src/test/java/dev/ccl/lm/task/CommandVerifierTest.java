package dev.ccl.lm.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ccl.lm.Children;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that judge: what they say, how long they may take, and what is left of them. */
class CommandVerifierTest {
  private static final Question QUESTION =
      Question.of("q1", "all", "q1", "3 or 7?", Map.of("right", "7"));

  @TempDir Path directory;

  private static CommandVerifier once(String script) {
    return CommandVerifier.of(List.of("sh", "-c", script), Duration.ofSeconds(10));
  }

  private static CommandVerifier lines(String script) {
    return CommandVerifier.lines(List.of("sh", "-c", script), Duration.ofSeconds(10));
  }

  private static String failure(Verifier verifier) {
    return assertThrows(VerifierException.class, () -> verifier.checked(QUESTION, "7"))
        .getMessage()
        .replaceFirst("^command \\[.*?]: ", "");
  }

  @Test
  void rewardsAreNumbersOfJson() {
    for (String number : List.of("0.5", "5e-1", "5E-1", "0.05e+1", "0.50")) {
      assertEquals(0.5, once("echo " + number).checked(QUESTION, "7"), number);
    }
    for (String other :
        List.of("0x1p-1", "0.5d", "0.5f", "+0.5", ".5", "1.", "00.5", "NaN", "Infinity", "٠.5")) {
      assertEquals("\"" + other + "\" is no reward", failure(once("echo " + other)));
    }
    assertTrue(failure(once("echo -1")).contains("outside [0,1]"));
  }

  /** A command that cannot run says why on its standard error. */
  @Test
  void whatACommandComplainsOfReachesItsUser() {
    assertEquals(
        "exit code 3; its standard error ends with: no such file",
        failure(once("echo no such file >&2; exit 3")));
    String flood = failure(once("yes complaint | head -c 1000000 >&2; echo the cause >&2; exit 1"));
    assertTrue(flood.endsWith("complaint\nthe cause"), flood);
    assertTrue(flood.length() < 500, flood);
    try (CommandVerifier open = lines("echo broken >&2; exit 4")) {
      assertEquals(
          "it ended with exit code 4 before it judged; its standard error ends with: broken",
          failure(open));
    }
  }

  /** Long before its time is over, and without a file. */
  @Test
  void aFloodIsStoppedWhileItIsWritten() {
    assertEquals("more than 4096 bytes of output", failure(once("exec yes 0.5")));
    try (CommandVerifier open = lines("yes | tr -d '\\n'")) {
      assertEquals("more than 4096 bytes of output", failure(open));
    }
  }

  /** Children that hold its output, and children with a session of their own. */
  @Test
  void whatACommandHasStartedEndsWithIt() throws IOException {
    Path told = directory.resolve("told");
    String rest = "echo $! >> '" + told + "'; echo 0.5";
    assertEquals(0.5, once("sleep 301 & " + rest).checked(QUESTION, "7"));
    assertTrue(Children.allEnd(told), "a child outlives its parent");
    assertEquals(0.5, once("(sleep 302 & " + rest + ")").checked(QUESTION, "7"));
    assertTrue(Children.allEnd(last(told)), "a grandchild outlives its parent");
    try (CommandVerifier open = lines("read -r l; sleep 303 & " + rest + "; sleep 304")) {
      assertEquals(0.5, open.checked(QUESTION, "7"));
    }
    assertTrue(Children.allEnd(last(told)), "a child of one that stayed outlives it");
  }

  @Test
  void aSessionOfItsOwnHelpsNoChild() throws IOException {
    assumeTrue(Files.isDirectory(Path.of("/proc")), "environments of processes can be read");
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/setsid")), "setsid");
    Path told = directory.resolve("told");
    assertEquals(
        0.5,
        once("setsid sh -c 'echo $$ > "
                + told
                + "; exec sleep 305' & while ! [ -s "
                + told
                + " ];"
                + " do :; done; echo 0.5")
            .checked(QUESTION, "7"));
    assertTrue(Children.allEnd(told), "a child in another session outlives its parent");
  }

  private static Path last(Path told) throws IOException {
    List<String> all = Files.readAllLines(told);
    return Files.writeString(told, all.get(all.size() - 1) + "\n");
  }

  /** Judges for ever. */
  static final class Judge {
    private Judge() {}

    public static void main(String[] told) {
      once("sleep 306 & echo $$ $! > '" + told[0] + "'; sleep 307").checked(QUESTION, "7");
    }
  }

  @Test
  void nothingIsLeftOfAProgramThatIsEnded() throws Exception {
    Path told = directory.resolve("told");
    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + directory,
                "-cp",
                System.getProperty("java.class.path"),
                Judge.class.getName(),
                told.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    while (!Files.exists(told) || !Files.readString(told).endsWith("\n")) {
      assertTrue(program.isAlive());
      Thread.sleep(5);
    }
    program.destroy();
    program.waitFor();
    assertTrue(Children.allEnd(told), "a verifier outlives the program");
    try (Stream<Path> left = Files.list(directory)) {
      assertEquals(
          List.of(told),
          left.filter(f -> !f.getFileName().toString().startsWith("hsperf")).toList());
    }
  }

  @Test
  void oneProcessJudgesManyAnswers() {
    try (CommandVerifier open = lines("while read -r l; do n=$((n+1)); echo 0.$n; done")) {
      for (double expected : new double[] {0.1, 0.2, 0.3, 0.4}) {
        assertEquals(expected, open.checked(QUESTION, "7"));
      }
    }
    try (CommandVerifier open =
        lines("while read -r l; do echo \"$l\" | grep -c '\"answer\":\"7\"'; done")) {
      assertEquals(1, open.checked(QUESTION, "7"));
      assertEquals(0, open.checked(QUESTION, "3"));
    }
  }

  /** A failure is that of one answer; the next one has a new process. */
  @Test
  void aProcessThatFailsIsStartedAnew() {
    try (CommandVerifier open = lines("read -r l; echo 0.5; read -r l; exit 3")) {
      assertEquals(0.5, open.checked(QUESTION, "7"));
      assertEquals("it ended with exit code 3 before it judged", failure(open));
      assertEquals(0.5, open.checked(QUESTION, "7"));
    }
    String slow = "read -r l; echo 0.5; read -r l; sleep 308";
    try (CommandVerifier open =
        CommandVerifier.lines(List.of("sh", "-c", slow), Duration.ofMillis(700))) {
      assertEquals(0.5, open.checked(QUESTION, "7"));
      VerifierException late =
          assertThrows(VerifierException.class, () -> open.checked(QUESTION, "7"));
      assertTrue(late.isTimeout() && late.getMessage().endsWith("no reward after 700 ms"));
      assertEquals(0.5, open.checked(QUESTION, "7"));
    }
  }

  /** Else every answer would have the reward of the one before it. */
  @Test
  void twoLinesForOneAnswerAreRefused() throws InterruptedException {
    try (CommandVerifier open = lines("while read -r l; do printf '0.5\\n0.25\\n'; done")) {
      assertEquals(0.5, open.checked(QUESTION, "7"));
      assertEquals("more than a line for one answer", failure(open));
      assertEquals(0.5, open.checked(QUESTION, "7"));
    }
  }
}
