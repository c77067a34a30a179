package dev.ccl.cli;

import dev.ccl.cli.lm.LmCommand;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The entry point of the command {@code ccl}. */
@Command(
    name = "ccl",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = Main.Version.class,
    description = "Coupled Calibration and Learning: experiments, plots and reports.",
    subcommands = {
      ReproduceCommand.class,
      RunCommand.class,
      LearnersCommand.class,
      SweepCommand.class,
      ReportCommand.class,
      InstanceCommand.class,
      EvaluateCommand.class,
      CertifyCommand.class,
      PlanCommand.class,
      InspectCommand.class,
      VerifyCommand.class,
      LmCommand.class,
      ClasspathCommand.class,
      ClusterCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all is well",
      "1:a check failed",
      "2:bad input: wrong arguments, or a file that breaks a rule",
      "70:a fault of this program",
      "130:interrupted by Ctrl-C; what was done is kept",
      "141:nobody reads the output any more",
      "143:ended by kill (SIGTERM); what was done is kept"
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
    StandardOutput output = new StandardOutput();
    PrintWriter out = new PrintWriter(new OutputStreamWriter(output, StandardCharsets.UTF_8));
    PrintWriter err = new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8));
    int code = run(out, err, args);
    out.flush();
    code = output.failure().isPresent() ? Failures.unwritten(output.failure().get(), err) : code;
    err.flush();
    System.exit(code);
  }

  /**
   * Runs the command with the given writers in place of the standard streams.
   *
   * @param out what the command prints
   * @param err warnings and failures; progress goes to the standard error itself
   * @param args the arguments of the command line
   * @return the exit code
   */
  public static int execute(PrintWriter out, PrintWriter err, String... args) {
    int code = run(out, err, args);
    return out.checkError() ? Failures.unwritten(new IOException("cannot be written"), err) : code;
  }

  private static int run(PrintWriter out, PrintWriter err, String... args) {
    Main main = new Main();
    PrintWriter console = Console.on(out);
    PrintWriter complaints = Console.on(err);
    CommandLine line = new CommandLine(main).setOut(console).setErr(complaints);
    if ("dumb".equals(System.getenv("TERM"))) {
      line.setColorScheme(Help.defaultColorScheme(Help.Ansi.OFF));
    }
    try {
      return Failures.run(line, () -> main.stacktrace, args);
    } finally {
      console.flush();
      complaints.flush();
    }
  }

  /**
   * {@return the commands with their options, for programs that look at them; the grammar of the
   * command line}
   */
  public static CommandSpec grammar() {
    return new CommandLine(new Main()).getCommandSpec();
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** The version that the jar's manifest carries. */
  static final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"ccl " + (version == null ? "(development)" : version)};
    }
  }
}
