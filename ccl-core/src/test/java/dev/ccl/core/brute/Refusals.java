package dev.ccl.core.brute;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.function.Executable;

/** Checks that a bad argument is refused in one line with its name and value. */
public final class Refusals {
  private Refusals() {}

  /** A refusal of an argument. */
  public static void refused(String name, Object value, Executable call) {
    refused(IllegalArgumentException.class, name, value, call);
  }

  /** A refusal of some kind. */
  public static void refused(
      Class<? extends RuntimeException> kind, String name, Object value, Executable call) {
    String message = assertThrows(kind, call).getMessage();
    assertTrue(message.contains(name) && message.contains(value.toString()), message);
    assertFalse(message.contains("\n"), message);
  }
}
