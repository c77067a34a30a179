package dev.ccl.cli;

import dev.ccl.cli.run.WholeNumber;
import picocli.CommandLine.Option;

/** The option of the commands that run learners over consecutive seeds. */
final class FirstSeed {
  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      converter = WholeNumber.class,
      description = "the first seed of each run (default: ${DEFAULT-VALUE})")
  private long seed;

  long value() {
    return seed;
  }
}
