package dev.ccl.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ProgressTest {

  @Test
  void theKeysNameWhatIsCounted() {
    assertEquals(
        "{\"status\":\"running\",\"completedClaims\":26,\"totalClaims\":41,\"seconds\":11}",
        Progress.status("claims", 26, 41, 11));
    assertEquals(
        "{\"status\":\"running\",\"completedRounds\":686016,\"totalRounds\":2000000,\"seconds\":10}",
        Progress.status("rounds", 686_016, 2_000_000, 10));
  }
}
