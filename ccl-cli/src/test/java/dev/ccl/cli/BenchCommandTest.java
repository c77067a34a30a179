package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The measurement takes as long as it may, be it a fraction of a second. */
class BenchCommandTest {
  @Test
  void aFractionOfASecondIsEnough() {
    Outcome bench = Outcome.of("bench", "--seconds", "0.02");
    assertEquals(0, bench.code(), bench.err());
    assertTrue(bench.out().contains("  allocated per round"), bench.out());
  }
}
