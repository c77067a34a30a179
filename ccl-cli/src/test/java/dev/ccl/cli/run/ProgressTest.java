package dev.ccl.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

  @Test
  void aTerminalOfUnknownWidthHasTheUsualOne() {
    assertEquals(132, Terminal.columns("24 132\n"));
    assertEquals(80, Terminal.columns("0 0\n"));
    assertEquals(80, Terminal.columns(""));
    assertEquals(80, Terminal.columns("stty: no such device"));
  }
}
