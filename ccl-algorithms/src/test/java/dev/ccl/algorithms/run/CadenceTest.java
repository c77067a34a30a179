package dev.ccl.algorithms.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CadenceTest {
  private static final long EVER = Long.MAX_VALUE - 1;

  @Test
  void roundsAreCountedFromTheStartOfTheRun() {
    Cadence five = Cadence.everyRounds(5);
    long[] stretches = {5, 4, 3, 2, 1, 5, 4};
    for (int round = 0; round < stretches.length; round++) {
      assertEquals(stretches[round], five.stretch(round), "from round " + round);
      assertEquals(round % 5 == 0, five.due(round, EVER), "in round " + round);
    }
    assertEquals("every 5 rounds", five.toString());
    assertEquals(1, Cadence.everyRounds(1).stretch(8));
    assertTrue(Cadence.everyRounds(1).due(8, 0));
  }

  @Test
  void timesAreReached() {
    Cadence time = Cadence.every(Duration.ofMillis(2500));
    assertFalse(time.due(5, 2_499_999_999L));
    assertTrue(time.due(5, 2_500_000_000L));
    assertEquals(Long.MAX_VALUE - 5, time.stretch(5));
    assertEquals("every 2.5 seconds", time.toString());
    Cadence brief = Cadence.every(Duration.ofNanos(1500));
    assertFalse(brief.due(5, 1499));
    assertTrue(brief.due(5, 1500));
    assertEquals("every 1.5E-6 seconds", brief.toString());
  }

  @Test
  void theEndIsNeverDueBefore() {
    assertFalse(Cadence.AT_THE_END.due(1, EVER));
    assertEquals(Long.MAX_VALUE - 1, Cadence.AT_THE_END.stretch(1));
    assertEquals("at the end", Cadence.AT_THE_END.toString());
  }

  @Test
  void lessThanARoundIsRefused() {
    for (long rounds : new long[] {0, -1}) {
      assertEquals(
          "a checkpoint every " + rounds + " rounds: not at least 1",
          assertThrows(IllegalArgumentException.class, () -> Cadence.everyRounds(rounds))
              .getMessage());
    }
  }
}
