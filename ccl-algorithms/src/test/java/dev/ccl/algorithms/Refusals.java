package dev.ccl.algorithms;

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

  /** Expects a question to come at the wrong time, with exactly this message. */
  public static void assertUntimely(String message, Executable question) {
    assertEquals(
        message, assertThrows(IllegalStateException.class, question, message).getMessage());
  }
}
