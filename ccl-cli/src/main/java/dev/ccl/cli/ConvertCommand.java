package dev.ccl.cli;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.RandomSpec.Precision;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ccl instance convert}: the same instance in another form. */
@Command(
    name = "convert",
    mixinStandardHelpOptions = true,
    description = {
      "Writes an instance in another form: JSON if OUT ends in .json, compact if it ends in .cclz.",
      "Both hold every bit of it and have the same digest."
    })
final class ConvertCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "IN", description = "An instance; - for standard input.")
  private String in;

  @Parameters(index = "1", paramLabel = "OUT", description = "The file to write.")
  private Path out;

  @Option(
      names = "--precision",
      description = "double, or single: features and rewards are rounded, a different instance.")
  private String precision = "double";

  @Option(names = "--without-target-rewards", description = "Leave the ground truth out.")
  private boolean withoutTargetRewards;

  @Override
  public Integer call() throws IOException {
    boolean single =
        InstanceCommand.word(Precision.class, "--precision", precision) == Precision.SINGLE;
    checkArgument(
        out.toString().endsWith(".json") || out.toString().endsWith(InstanceWriter.COMPACT),
        "OUT: \"%s\" ends in neither .json nor %s",
        out,
        InstanceWriter.COMPACT);
    Instance read =
        in.equals("-")
            ? InstanceReader.read("standard input", System.in)
            : InstanceReader.read(Path.of(in));
    Instance kept = withoutTargetRewards ? read.withoutTargetRewards() : read;
    Instance written = single ? kept.inSinglePrecision() : kept;
    InstanceWriter.write(written, out);
    PrintWriter lines = spec.commandLine().getOut();
    lines.println("digest of what was read:    " + read.digest());
    lines.println("digest of what was written: " + written.digest());
    if (single && !written.equals(kept)) {
      lines.println("features and rewards were rounded: this is another instance");
    }
    lines.flush();
    return 0;
  }
}
