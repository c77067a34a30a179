package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What a command printed, and its exit code. */
record Outcome(int code, String out, String err) {
  static Outcome of(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.execute(new PrintWriter(out), new PrintWriter(err), args);
    return new Outcome(code, out.toString(), err.toString());
  }

  void assertOneLine() {
    assertTrue(err.startsWith("ccl: "), err);
    assertEquals(1, err.lines().count(), err);
  }
}
