package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.forest.BudgetExceededException;
import dev.ccl.lm.task.VerifierException;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class FailuresTest {
  /** A command that fails in some way. */
  @Command(name = "broken")
  private record Broken(Throwable why) implements Callable<Integer> {
    @Override
    public Integer call() throws Exception {
      if (why instanceof Error) {
        throw (Error) why;
      }
      throw (Exception) why;
    }
  }

  private record Row(Throwable why, int code, String said) {}

  private static String said(int code, boolean trace, Throwable why) {
    StringWriter err = new StringWriter();
    CommandLine line = new CommandLine(new Broken(why)).setErr(new PrintWriter(err));
    assertEquals(code, Failures.run(line, () -> trace), why.toString());
    return err.toString();
  }

  private static Row bad(Throwable why, String said) {
    return new Row(why, Failures.BAD_INPUT, said);
  }

  private static Row fault(Throwable why, String said) {
    return new Row(why, Failures.FAULT, said + " (--stacktrace says where)");
  }

  /** Who is to blame is the exit code; the message is that of the user, or has the type. */
  @Test
  void everyFailureIsOneLineAndAnExitCode() {
    String again =
        "; make room, then give the same command again (ccl run and ccl reproduce with --resume)";
    for (Row row :
        List.of(
            bad(new IllegalArgumentException("rounds: 0\n  is none"), "rounds: 0; is none"),
            bad(new IllegalArgumentException("a \n\n b\r\nc"), "a; b; c"),
            bad(new IllegalArgumentException("\u001b[2J"), "\\u001b[2J"),
            bad(new IllegalArgumentException(), "IllegalArgumentException"),
            bad(new NumberFormatException("x"), "x"),
            bad(new IOException("cut"), "cut"),
            bad(new IOException(), "IOException"),
            bad(new EOFException("short"), "EOFException: short"),
            bad(new EOFException(), "EOFException"),
            bad(new NoSuchFileException("f"), "f: there is no such file or directory"),
            bad(
                new UncheckedIOException(new NoSuchFileException("f")),
                "f: there is no such file or directory"),
            bad(new AccessDeniedException("f"), "f: permission denied"),
            bad(
                new FileAlreadyExistsException("f"),
                "f: there is a file of this name, not a directory"),
            bad(new FileSystemException("f", null, "Is a directory"), "f: Is a directory"),
            bad(new FileSystemException("f"), "f: FileSystemException"),
            bad(
                new FileSystemException("f", null, "No space left on device"),
                "f: No space left on device" + again),
            bad(
                new FileSystemException("f", null, "Disk quota exceeded"),
                "f: Disk quota exceeded" + again),
            bad(new MalformedInputException(1), "a text that is read is not in UTF-8"),
            bad(new VerifierException("no verdict"), "no verdict"),
            bad(new BudgetExceededException("too large") {}, "too large"),
            bad(new InvalidPathException("a", "odd"), "\"a\": odd"),
            bad(
                new InvalidPathException("a", "unmappable characters"),
                "\"a\": the locale cannot spell this file name; LC_ALL=C.UTF-8 can"),
            fault(new IllegalStateException("s"), "unexpected IllegalStateException: s"),
            fault(new NullPointerException(), "unexpected NullPointerException"),
            fault(new AssertionError("user code"), "unexpected AssertionError: user code"),
            fault(
                new OutOfMemoryError("heap"),
                "out of memory; CCL_JAVA_OPTS=-Xmx… gives the program more"),
            fault(
                new StackOverflowError(),
                "the stack is too small; CCL_JAVA_OPTS=-Xss… gives the program more"))) {
      assertEquals("ccl: " + row.said(), said(row.code(), false, row.why()).strip());
      String all = said(row.code(), true, row.why());
      String first = row.said().replace(" (--stacktrace says where)", "");
      assertTrue(all.startsWith("ccl: " + first + System.lineSeparator()), all);
      assertTrue(all.contains("\tat "), all);
    }
  }

  @Test
  void aNameThatIsNoneIsBadInput() {
    Outcome outcome = Outcome.of("run", "a\u0000b", "--rounds=3", "--out=x");
    assertEquals(Failures.BAD_INPUT, outcome.code());
    assertEquals(
        "ccl: Invalid value for positional parameter at index 0 (FILE): \"a\\u0000b\": Nul character"
            + " not allowed (see ccl run --help)",
        outcome.err().strip());
  }

  @Test
  void whatDoesNotArriveIsToldUnlessNobodyReads() {
    StringWriter err = new StringWriter();
    assertEquals(
        Failures.NO_READER,
        Failures.unwritten(new IOException("Broken pipe"), new PrintWriter(err)));
    assertEquals(
        Failures.NO_READER,
        Failures.unwritten(new IOException("write: Broken pipe (32)"), new PrintWriter(err)));
    assertEquals("", err.toString());
    assertEquals(
        Failures.BAD_INPUT, Failures.unwritten(new IOException("full"), new PrintWriter(err)));
    assertEquals("ccl: standard output: full", err.toString().strip());
    StringWriter other = new StringWriter();
    for (String why : new String[] {null, "cut\noff"}) {
      assertEquals(
          Failures.BAD_INPUT, Failures.unwritten(new IOException(why), new PrintWriter(other)));
    }
    assertEquals(
        List.of("ccl: standard output: null", "ccl: standard output: cut; off"),
        other.toString().lines().toList());
  }
}
