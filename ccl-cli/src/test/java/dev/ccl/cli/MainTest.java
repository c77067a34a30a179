package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MainTest {

  @Test
  void helpSucceedsOnEveryCommand() {
    for (String[] args :
        new String[][] {{"--help"}, {"evaluate", "--help"}, {"inspect", "--help"}, {}}) {
      Outcome outcome = Outcome.of(args);
      assertEquals(0, outcome.code());
      assertTrue(outcome.out().startsWith("Usage: ccl"), outcome.out());
      assertEquals("", outcome.err());
    }
  }

  @Test
  void versionIsTold() {
    assertTrue(Outcome.of("--version").out().startsWith("ccl "));
  }

  @Test
  void wrongArgumentsAreOneLine() {
    String[][] wrong = {
      {"--no-such-option"},
      {"evalute"},
      {"evaluate"},
      {"evaluate", "x.json", "--w", "[1]"},
      {"inspect", "--jso", "x.json"},
      {"inspect", "x.json", "--budget", "many"},
      {"inspect", "no-such-file.json"}
    };
    for (String[] args : wrong) {
      Outcome outcome = Outcome.of(args);
      assertEquals(2, outcome.code(), String.join(" ", args));
      assertEquals("", outcome.out());
      outcome.assertOneLine();
    }
    assertTrue(Outcome.of("evalute").err().contains("evaluate"), "a guess is offered");
  }

  @Test
  void faultsOfTheProgramAreToldApart() {
    Outcome outcome = Outcome.of("--stacktrace", "inspect", "no-such-file.json");
    assertEquals(2, outcome.code());
    assertTrue(outcome.err().contains("\tat "), "the trace is shown on demand");
    assertFalse(Outcome.of("inspect", "no-such-file.json").err().contains("\tat "));
  }
}
