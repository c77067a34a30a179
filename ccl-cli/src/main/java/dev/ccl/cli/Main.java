package dev.ccl.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The entry point of the command {@code ccl}. */
@Command(
    name = "ccl",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {RunCommand.class, SweepCommand.class},
    description = "Coupled Calibration and Learning: experiments, plots and reports.")
public final class Main implements Runnable {

  @Spec private CommandSpec spec;

  Main() {}

  /**
   * Runs the command and exits with its code.
   *
   * @param args the arguments of the command line
   */
  public static void main(String[] args) {
    System.exit(execute(args));
  }

  static int execute(String... args) {
    return new CommandLine(new Main()).execute(args);
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** Tells the version that the jar's manifest carries. */
  static final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"ccl " + (version == null ? "(development)" : version)};
    }
  }
}
