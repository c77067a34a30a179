package dev.ccl.experiments.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.experiments.recording.Change.Direction;
import dev.ccl.experiments.run.Measure;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** It is the interval that tells, not the mean. */
class ChangeTest {
  @Test
  void aMeanBelowTheStartIsNotYetBetter() {
    assertEquals(Direction.BETTER, new Change(1, 0.5, 0.4, 0.9).direction());
    assertEquals(Direction.UNCLEAR, new Change(1, 0.5, 0.4, 1.1).direction());
    assertEquals(Direction.UNCLEAR, new Change(1, 1.5, 0.9, 2).direction());
    assertEquals(Direction.WORSE, new Change(1, 1.5, 1.1, 2).direction());
  }

  /** An excess of 0 may be less by rounding, and has no factor either. */
  @Test
  void whatIsNotPositiveIsDownToZero() {
    for (double end : new double[] {0, -0.0, -1e-17}) {
      Change change = new Change(8, end, end, end);
      assertEquals("0", change.word());
      assertEquals("down to 0", change.text());
    }
    assertEquals("8·10¹⁷× lower", new Change(8, 1e-17, 0, 1e-16).word());
  }

  /** Numbers in a sentence are as short as in tables. */
  @Test
  void theStartIsSaidShort() {
    assertEquals(
        "not told apart from the 0.0123 at the start",
        new Change(0.0123456, 0.03, 0.01, 0.05).text());
    assertEquals(
        "worse than at the start, where it was 0.0123",
        new Change(0.0123456, 0.03, 0.02, 0.05).text());
    assertEquals("3.67 times lower than at the start", new Change(0.11, 0.03, 0.01, 0.05).text());
  }

  @Test
  void withoutRoundZeroThereIsNoStartToCompareWith() {
    double[][] values = {{3, 2}};
    Recording late = HandmadeRecording.of("a", new double[] {5, 10}, values, 10);
    assertEquals(Optional.empty(), Change.of(late, Measure.ORACLE_KL, 10));
    Recording second = HandmadeRecording.of("a", new double[] {1, 10}, values, 10);
    assertEquals(Optional.empty(), Change.of(second, Measure.ORACLE_KL, 10));
    Recording whole = HandmadeRecording.of("a", new double[] {0, 10}, values, 10);
    assertEquals(Optional.of(new Change(3, 2, 2, 2)), Change.of(whole, Measure.ORACLE_KL, 10));
  }
}
