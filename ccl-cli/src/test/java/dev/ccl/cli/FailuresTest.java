package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class FailuresTest {
  /** A command in which code of the user fails. */
  @Command(name = "broken")
  private static final class Broken implements Runnable {
    @Override
    public void run() {
      throw new AssertionError("user code");
    }
  }

  @Test
  void anErrorOfUserCodeIsOneLineToo() {
    StringWriter err = new StringWriter();
    CommandLine line = new CommandLine(new Broken()).setErr(new PrintWriter(err));
    assertEquals(Failures.FAULT, Failures.run(line, () -> false));
    assertEquals(
        "ccl: unexpected AssertionError: user code (--stacktrace says where)",
        err.toString().strip());
  }
}
