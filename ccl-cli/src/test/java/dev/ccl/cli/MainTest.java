package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MainTest {

  @Test
  void helpSucceeds() {
    assertEquals(0, Main.execute("--help"));
  }

  @Test
  void unknownOptionIsAUsageError() {
    assertEquals(2, Main.execute("--no-such-option"));
  }
}
