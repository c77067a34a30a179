package dev.ccl.cli;

import dev.ccl.core.forest.BudgetExceededException;
import dev.ccl.experiments.run.Printable;
import dev.ccl.lm.task.VerifierException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Turns every failure of a command into one line on the error stream and an exit code: {@link
 * #BAD_INPUT} where the input is to blame, {@link #FAULT} otherwise.
 */
public final class Failures implements IParameterExceptionHandler, IExecutionExceptionHandler {
  static final int CHECK_FAILED = 1;
  static final int BAD_INPUT = 2;
  static final int FAULT = 70;
  static final int NO_READER = 141;

  private static final int LONGEST = 6000; // characters of a message

  private final BooleanSupplier showTrace;

  private Failures(BooleanSupplier showTrace) {
    this.showTrace = showTrace;
  }

  /**
   * Runs a command, whatever comes of it.
   *
   * @param line the command
   * @param showTrace whether to show where an error arose; asked when there is one
   * @param args the arguments
   * @return the exit code
   */
  public static int run(CommandLine line, BooleanSupplier showTrace, String... args) {
    Failures failures = new Failures(showTrace);
    line.setParameterExceptionHandler(failures);
    line.setExecutionExceptionHandler(failures);
    line.registerConverter(Path.class, Failures::path);
    return failures.guard(line.getErr(), () -> line.execute(args));
  }

  /** The library would say in its own words why a name is none, and take no name for one. */
  private static Path path(String name) {
    if (name.isEmpty()) {
      throw new TypeConversionException("an empty name is no file");
    }
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new TypeConversionException(describe(e));
    }
  }

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    CommandLine line = e.getCommandLine();
    // The library says "option" once too often of a map.
    String said = e.getMessage().replace("option option", "option");
    StringBuilder text = new StringBuilder(oneLine(said));
    if (e instanceof UnmatchedArgumentException) {
      List<String> guesses = ((UnmatchedArgumentException) e).getSuggestions();
      if (!guesses.isEmpty()) {
        text.append("; did you mean ").append(String.join(" or ", guesses)).append("?");
      }
    }
    text.append(" (see ").append(line.getCommandSpec().qualifiedName()).append(" --help)");
    return fail(line.getErr(), e, text.toString(), BAD_INPUT);
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine line, ParseResult parsed) {
    if (isInputToBlame(e)) {
      return fail(line.getErr(), e, describe(e), BAD_INPUT);
    }
    return fault(line.getErr(), e, "unexpected " + describe(e));
  }

  private static boolean isInputToBlame(Exception e) {
    return e instanceof IllegalArgumentException
        || e instanceof IOException
        || e instanceof UncheckedIOException
        || e instanceof VerifierException
        || e instanceof BudgetExceededException;
  }

  /** The exit code after several failures: a fault if one of them is. */
  static int code(List<Exception> failures) {
    return failures.stream().allMatch(Failures::isInputToBlame) ? BAD_INPUT : FAULT;
  }

  /** Catches what picocli lets through. */
  private int guard(PrintWriter err, IntSupplier command) {
    try {
      return command.getAsInt();
    } catch (OutOfMemoryError e) {
      return fault(err, e, "out of memory; CCL_JAVA_OPTS=-Xmx… gives the program more");
    } catch (StackOverflowError e) {
      return fault(err, e, "the stack is too small; CCL_JAVA_OPTS=-Xss… gives the program more");
    } catch (Error e) { // such as one of user code
      return fault(err, e, "unexpected " + describe(e));
    }
  }

  /** The exit code where what a command printed did not arrive. */
  static int unwritten(IOException e, PrintWriter err) {
    if (String.valueOf(e.getMessage()).contains("Broken pipe")) {
      return NO_READER; // such as head: it has seen enough, and needs no message
    }
    err.println("ccl: standard output: " + oneLine(String.valueOf(e.getMessage())));
    err.flush();
    return BAD_INPUT;
  }

  private int fault(PrintWriter err, Throwable e, String text) {
    return fail(
        err, e, text + (showTrace.getAsBoolean() ? "" : " (--stacktrace says where)"), FAULT);
  }

  private int fail(PrintWriter err, Throwable e, String text, int code) {
    err.println("ccl: " + text);
    if (showTrace.getAsBoolean()) {
      e.printStackTrace(err);
    }
    err.flush();
    return code;
  }

  /** Says in one line why something failed. */
  static String describe(Throwable e) {
    if (e instanceof UncheckedIOException && e.getCause() != null) {
      return describe(e.getCause());
    }
    if (e instanceof CharacterCodingException) {
      return "a text that is read is not in UTF-8";
    }
    if (e instanceof FileSystemException) {
      return describe((FileSystemException) e);
    }
    if (e instanceof InvalidPathException) {
      return describe((InvalidPathException) e);
    }
    boolean speaksForItself =
        e instanceof IllegalArgumentException
            || e instanceof VerifierException
            || e instanceof BudgetExceededException
            || e.getClass().equals(IOException.class);
    String message = e.getMessage() == null ? "" : oneLine(e.getMessage());
    if (speaksForItself && !message.isEmpty()) {
      return message;
    }
    return e.getClass().getSimpleName() + (message.isEmpty() ? "" : ": " + message);
  }

  /**
   * The exceptions of java.nio.file have the file as their message, and the reason as their type.
   */
  private static String describe(FileSystemException e) {
    String reason =
        e instanceof NoSuchFileException
            ? "there is no such file or directory"
            : e instanceof AccessDeniedException
                ? "permission denied"
                : e instanceof FileAlreadyExistsException
                    ? "there is a file of this name, not a directory"
                    : e instanceof DirectoryNotEmptyException
                        ? "the directory is not empty"
                        : e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
    return oneLine(e.getFile() + ": " + reason + remedy(reason));
  }

  /** What the system says of a full disk or a used-up quota, with what to do. */
  private static String remedy(String reason) {
    return reason.startsWith("No space left") || reason.startsWith("Disk quota")
        ? "; make room, then give the same command again (ccl run and ccl reproduce with --resume)"
        : "";
  }

  private static String describe(InvalidPathException e) {
    boolean unspeakable = e.getReason().contains("unmappable");
    return oneLine(
        "\""
            + e.getInput()
            + "\": "
            + (unspeakable
                ? "the locale cannot spell this file name; LC_ALL=C.UTF-8 can"
                : e.getReason()));
  }

  /** Of a text without end, such as an argument that is echoed, both ends are shown. */
  private static String oneLine(String text) {
    String shown =
        text.length() <= LONGEST
            ? text
            : text.substring(0, LONGEST / 2)
                + " [… "
                + (text.length() - LONGEST)
                + " characters …] "
                + text.substring(text.length() - LONGEST / 2);
    return Printable.of(shown.replaceAll("\\s*\\R\\s*", "; "));
  }
}
