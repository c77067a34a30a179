package dev.ccl.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class ProgressTest {

  @Test
  void theKeysNameWhatIsCounted() {
    assertEquals(
        "{\"status\":\"running\",\"task\":\"claims\",\"completedClaims\":26,\"totalClaims\":41,"
            + "\"seconds\":11,\"secondsLeft\":6}",
        new ProgressText("claims", "claims", 26, 41, 11, 6).json());
    assertEquals(
        "{\"status\":\"running\",\"task\":\"ccl run\",\"completedRounds\":0,"
            + "\"totalRounds\":2000000,\"seconds\":10,\"secondsLeft\":null}",
        new ProgressText("ccl run", "rounds", 0, 2_000_000, 10, -1).json());
  }

  @Test
  void aBarFillsTheLineAndNoMore() {
    ProgressText half = new ProgressText("ccl run", "rounds", 50, 100, 3700, 61);
    assertEquals(
        "ccl run  50% |=====     | 50/100 rounds, 1:01:40, 0:01:01 left", half.bar(62, false));
    assertTrue(half.bar(62, true).contains("|█████     |"), half.bar(62, true));
    for (int columns = 1; columns < 120; columns++) {
      assertEquals(columns, half.bar(columns, true).length());
    }
    assertTrue(new ProgressText("x", "claims", 0, 0, 0, -1).bar(79, true).contains("? left"));
    assertTrue(new ProgressText("x", "rounds", 9, 8, 0, 0).bar(79, false).contains("100%"));
  }

  /** A job whose first step takes minutes completes nothing, and is heard of all the same. */
  @Test
  void aJobThatCompletesNothingIsHeardOf() throws IOException {
    PipedInputStream heard = new PipedInputStream();
    try (PrintStream err = new PrintStream(new PipedOutputStream(heard), true);
        Interruption interruption = Interruption.announce("");
        Progress progress = Progress.of("ccl verify", "checks", 42, interruption, err, 1)) {
      BufferedReader lines = new BufferedReader(new InputStreamReader(heard, UTF_8));
      assertTrue(lines.readLine().contains("\"completedChecks\":0,\"totalChecks\":42"));
      progress.completed(21);
      String line = lines.readLine();
      while (!line.contains("\"completedChecks\":21")) {
        line = lines.readLine();
      }
      assertTrue(!line.contains("null"), "an estimate of the time left: " + line);
    }
  }

  /** What is left at the speed between two ticks, of nanoseconds and what was completed. */
  @Test
  void theTimeLeftIsThatOfWhatIsLeft() {
    long[] then = {2_000_000_000L, 10};
    assertEquals(30, Progress.secondsLeft(then, new long[] {12_000_000_000L, 35}, 110));
    assertEquals(0, Progress.secondsLeft(then, new long[] {12_000_000_000L, 35}, 35));
    assertEquals(-1, Progress.secondsLeft(then, new long[] {12_000_000_000L, 10}, 110), "unknown");
    assertEquals(0, Progress.secondsLeft(then, new long[] {12_000_000_000L, 10}, 10), "finished");
  }

  @Test
  void aTerminalOfUnknownWidthHasTheUsualOne() {
    assertEquals(132, Terminal.columns("24 132\n"));
    assertEquals(80, Terminal.columns("0 0\n"));
    assertEquals(80, Terminal.columns(""));
    assertEquals(80, Terminal.columns("stty: no such device"));
  }
}
