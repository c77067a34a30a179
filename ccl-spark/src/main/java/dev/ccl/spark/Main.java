package dev.ccl.spark;

import com.google.common.base.Throwables;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The entry point of {@code ccl cluster}, also for {@code spark-submit}. */
@Command(
    name = "ccl cluster",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    description = "Runs experiments on a Spark cluster; the files are those of one machine.",
    subcommands = {SweepCommand.class, RunCommand.class, ReproduceCommand.class},
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all is well",
      "1:something failed; what was finished is kept",
      "2:bad input: wrong arguments, or a file that breaks a rule",
      "70:a fault of this program",
      "130:interrupted; what was done is kept"
    })
public final class Main implements Runnable {
  private static final int BAD_INPUT = 2;
  private static final int FAULT = 70;

  @Spec private CommandSpec spec;

  Main() {}

  /**
   * Runs the command and exits with its code.
   *
   * @param args the arguments of the command line
   */
  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8));
    PrintWriter err = new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8));
    int code = execute(out, err, args);
    out.flush();
    err.flush();
    System.exit(code);
  }

  /**
   * Runs the command with the given writers in place of the standard streams.
   *
   * @param out what the command prints
   * @param err failures
   * @param args the arguments of the command line
   * @return the exit code
   */
  public static int execute(PrintWriter out, PrintWriter err, String... args) {
    CommandLine line = new CommandLine(new Main()).setOut(out).setErr(err);
    line.setParameterExceptionHandler((e, given) -> fail(err, e.getMessage(), BAD_INPUT));
    line.setExecutionExceptionHandler((e, command, parsed) -> fail(err, e));
    return line.execute(args);
  }

  private static int fail(PrintWriter err, Exception e) {
    boolean input =
        e instanceof IllegalArgumentException
            || e instanceof IOException
            || e instanceof UncheckedIOException;
    String text =
        e instanceof FileSystemException || Throwables.getRootCause(e) instanceof RuntimeException
            ? Reasons.of(e)
            : e.getMessage();
    return fail(err, input ? text : "unexpected " + Reasons.of(e), input ? BAD_INPUT : FAULT);
  }

  private static int fail(PrintWriter err, String text, int code) {
    err.println("ccl: " + String.valueOf(text).replaceAll("\\s*\\R\\s*", "; "));
    err.flush();
    return code;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
