package dev.ccl.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
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
    ProgressText third = new ProgressText("ccl run", "rounds", 33, 100, 7265, 0);
    assertEquals(
        "ccl run  33% |███▎      | 33/100 rounds, 2:01:05, 0:00:00 left", third.bar(62, true));
    assertEquals("ccl run  33% 33/100 rounds, 2:01:05, 0:00:00 left     ", third.bar(54, true));
    for (int columns = 1; columns < 120; columns++) {
      assertEquals(columns, half.bar(columns, true).length());
    }
    assertTrue(new ProgressText("x", "claims", 0, 0, 0, -1).bar(79, true).contains("? left"));
    assertTrue(new ProgressText("x", "rounds", 9, 8, 0, 0).bar(79, false).contains("100%"));
    ProgressText almost = new ProgressText("ccl run", "rounds", 999_999, 1_000_000, 9, 0);
    for (boolean unicode : new boolean[] {true, false}) {
      String bar = almost.bar(79, unicode);
      assertTrue(bar.startsWith("ccl run  99% |"), bar);
      assertFalse(bar.contains("█|") || bar.contains("=|"), "not full before the end: " + bar);
    }
  }

  /** Counts have 64 bits, and hours do not become days. */
  @Test
  void whatIsLongIsShownInFull() {
    ProgressText most =
        new ProgressText("ccl run", "rounds", 3_000_000_000L, 4_000_000_000L, 363_599, 90_061);
    assertEquals(
        "ccl run  75% |====  | 3000000000/4000000000 rounds, 100:59:59, 25:01:01 left",
        most.bar(76, false));
    assertTrue(most.bar(76, true).contains("|████▌ |"), "in eighths: " + most.bar(76, true));
    assertEquals(
        "{\"status\":\"running\",\"task\":\"ccl run\",\"completedRounds\":3000000000,"
            + "\"totalRounds\":4000000000,\"seconds\":363599,\"secondsLeft\":90061}",
        most.json());
    long[] now = {60_000_000_000L, 1_000_000};
    assertEquals(359_940, Progress.secondsLeft(new long[] {0, 0}, now, 6_000_000_000L));
  }

  /** A bar of four signs is the least; where there is no room for it, words are cut at the end. */
  @Test
  void aNarrowLineHasNoBar() {
    ProgressText half = new ProgressText("ccl run", "rounds", 50, 100, 3700, 61);
    String words = "ccl run  50% 50/100 rounds, 1:01:40, 0:01:01 left";
    assertEquals("ccl run  50% |==  | 50/100 rounds, 1:01:40, 0:01:01 left", half.bar(56, false));
    assertEquals(words + " ".repeat(6), half.bar(55, false));
    assertEquals(words, half.bar(49, true));
    assertEquals("ccl run  50% 50/1", half.bar(17, true));
    String nothing = new ProgressText("x", "claims", 0, 0, 0, 0).bar(50, false);
    assertTrue(nothing.startsWith("x   0% |     "), nothing);
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

  private final AtomicLong now = new AtomicLong(7); // nanoseconds since some beginning
  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

  private Progress driven(Interruption interruption, int columns) {
    PrintStream err = new PrintStream(shown, true, UTF_8);
    return Progress.of(
        "ccl run", "rounds", 400, interruption, err, 10_000_000_000L, now::get, columns);
  }

  private void tick(Progress progress, double seconds) {
    now.set(7 + Math.round(1e9 * seconds));
    progress.tick();
  }

  private static String status(long completed, long seconds, Object left) {
    return "{\"status\":\"running\",\"task\":\"ccl run\",\"completedRounds\":"
        + completed
        + ",\"totalRounds\":400,\"seconds\":"
        + seconds
        + ",\"secondsLeft\":"
        + left
        + "}";
  }

  /** A status every ten seconds, whose speed is that of 240 looks, a minute in all. */
  @Test
  void aStatusHasTheSpeedOfTheLastMinute() {
    try (Interruption interruption = Interruption.announce("");
        Progress progress = driven(interruption, 0)) {
      tick(progress, 1);
      progress.completed(5);
      progress.completed(4);
      tick(progress, 9.9);
      assertEquals("", shown.toString(UTF_8));
      tick(progress, 12);
      tick(progress, 21.9);
      progress.completed(1);
      tick(progress, 22);
      tick(progress, 32);
      for (int i = 1; i <= 235; i++) { // with all others: 242
        tick(progress, 32 + i / 100.0);
      }
      progress.completed(100);
      tick(progress, 42);
    }
    assertEquals(
        List.of(
            status(9, 12, (long) (11.0 / 9 * 391)),
            status(10, 22, (long) (21.0 / 10 * 390)),
            status(10, 32, (long) (31.0 / 10 * 390)),
            status(110, 42, (long) ((42 - 12.0) / (110 - 9) * 290))),
        shown.toString(UTF_8).lines().toList());
  }

  /** Each look covers the one before; the last says how it ended, in a line of its own. */
  @Test
  void aBarIsDrawnOverItself() {
    try (Interruption interruption = Interruption.announce("");
        Progress progress = driven(interruption, 70)) {
      progress.completed(100);
      tick(progress, 0.25);
      progress.completed(300);
      now.addAndGet(3_000_000_000L);
    }
    boolean unicode = Terminal.isUnicode();
    assertEquals(
        "\r"
            + new ProgressText("ccl run", "rounds", 100, 400, 0, -1).bar(70, unicode)
            + "\r"
            + new ProgressText("ccl run", "rounds", 400, 400, 3, 0).bar(70, unicode)
            + System.lineSeparator(),
        shown.toString(UTF_8));
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
    assertEquals(1, Terminal.columns("24 1"));
    assertEquals(80, Terminal.columns("24 -1"));
    assertEquals(80, Terminal.columns("24 132 7"));
    assertEquals(80, Terminal.columns("stty: no such device"));
  }
}
