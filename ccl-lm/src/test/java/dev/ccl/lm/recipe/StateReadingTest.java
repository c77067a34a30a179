package dev.ccl.lm.recipe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** What a model says at a state, as a law. */
class StateReadingTest {
  /** A piece that is hardly ever said can still be said. */
  @Test
  void theReferenceHasFullSupport() {
    double[] logs = {-1e-9, -9, -40, -600};
    StateReading reading = StateReading.of(2, logs, new float[3], new double[4][2]);
    double[] law = new double[4];
    reading.reference(law);
    double sum = 0;
    for (double log : logs) {
      sum += StrictMath.exp(log);
    }
    for (int k = 0; k < 4; k++) {
      double expected = StrictMath.exp(logs[k]) / sum;
      assertEquals(expected, law[k], 1e-14 * expected);
      assertEquals(logs[k], reading.logReference(k));
    }
    assertEquals(2, reading.position());
    assertEquals(4, reading.pieces());
    assertEquals(3, reading.width());
  }
}
