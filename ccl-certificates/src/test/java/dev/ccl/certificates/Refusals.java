package dev.ccl.certificates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.function.Executable;

/** What is refused, in the words in which it is. */
public final class Refusals {
  private Refusals() {}

  /** Expects an argument to be refused with exactly this message. */
  public static void assertRefused(String message, Executable question) {
    assertEquals(
        message, assertThrows(IllegalArgumentException.class, question, message).getMessage());
  }
}
