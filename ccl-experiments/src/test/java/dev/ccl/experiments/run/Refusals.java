package dev.ccl.experiments.run;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.function.Executable;

/** What has to be refused, with a message of one line. */
public final class Refusals {
  /** Refusals, of which there are none yet. */
  public Refusals() {}

  /** Does what has to be refused. */
  public void add(String what, Executable action) {
    String message =
        assertThrows(IllegalArgumentException.class, action, what + " was not refused")
            .getMessage();
    assertFalse(message == null || message.isBlank(), what);
    assertFalse(message.strip().contains("\n"), what + ": " + message);
  }
}
