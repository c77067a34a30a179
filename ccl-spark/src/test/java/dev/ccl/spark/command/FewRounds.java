package dev.ccl.spark.command;

import com.google.common.collect.ImmutableList;
import dev.ccl.report.reproduce.Effort;
import dev.ccl.report.reproduce.Experiments;
import dev.ccl.report.reproduce.Reproduction;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine;

/** Reproductions of a few rounds and without claims, which take a second. */
public final class FewRounds {
  private static final Effort EFFORT = new Effort("few", 4, 3, 2, 2, 0, 0);
  private static final long SEED = 3;

  private FewRounds() {}

  /** What is reproduced. */
  public static Reproduction reproduction(Path out) {
    return Reproduction.of(EFFORT, SEED, 1, out);
  }

  /** The runs of it. */
  public static ImmutableList<Experiments.Experiment> experiments(Path out) throws IOException {
    return Experiments.of(EFFORT, SEED, out);
  }

  /** Does what {@code ccl cluster reproduce} does, but for the effort; returns the exit code. */
  public static int reproduce(PrintWriter out, PrintWriter err, Path directory, String... args)
      throws IOException {
    ReproduceCommand command = new ReproduceCommand();
    CommandLine line = new CommandLine(command).setOut(out).setErr(err);
    line.parseArgs(args);
    return command.run(reproduction(directory), experiments(directory));
  }
}
