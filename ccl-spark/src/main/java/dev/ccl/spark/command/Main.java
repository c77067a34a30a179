package dev.ccl.spark.command;

import dev.ccl.cli.Failures;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The entry point of {@code ccl cluster}, also for {@code spark-submit}. */
@Command(
    name = "ccl cluster",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    description = "Runs experiments on a Spark cluster; the files are those of one machine.",
    subcommands = {
      SweepCommand.class,
      RunCommand.class,
      VerifyCommand.class,
      ReproduceCommand.class
    },
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
  @Spec private CommandSpec spec;

  @Option(
      names = "--stacktrace",
      scope = ScopeType.INHERIT,
      description = "Show where in the program an error arose.")
  private boolean stacktrace;

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
    Main main = new Main();
    CommandLine line = new CommandLine(main).setOut(out).setErr(err);
    return Failures.run(line, () -> main.stacktrace, args);
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
