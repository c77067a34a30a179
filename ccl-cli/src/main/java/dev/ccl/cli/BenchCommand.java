package dev.ccl.cli;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.bench.ShortBench;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ccl bench}: how fast is this machine, and how near to its limits are the kernels? */
@Command(
    name = "bench",
    description = {
      "Measures the kernels and a round of Algorithm 1, each beside a control.",
      "The linear kernels are also compared with the limits of this machine.",
      "Times are CPU times of one thread."
    })
final class BenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "30",
      description = "About how much CPU time to spend (${DEFAULT-VALUE}).")
  private double seconds;

  BenchCommand() {}

  @Override
  public Integer call() {
    checkArgument(
        seconds > 0 && seconds <= 3600, "--seconds: %s is not between 0 and 3600", seconds);
    ShortBench.print(spec.commandLine().getOut(), seconds);
    return 0;
  }
}
