package dev.ccl.cli;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The arguments of a command that reads an instance and evaluates it exactly. */
final class InstanceFile {
  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "An instance file, JSON or .cclz; - reads the standard input.")
  private String file;

  @Option(
      names = "--budget",
      paramLabel = "EDGES",
      defaultValue = "" + Forest.DEFAULT_BUDGET,
      description = "Refuse forests with more edges than this (default: ${DEFAULT-VALUE}).")
  private long budget;

  Instance read() throws IOException {
    checkArgument(!file.isEmpty(), "FILE: an empty name is no file");
    return file.equals("-")
        ? InstanceReader.read("standard input", System.in)
        : InstanceReader.read(Path.of(file));
  }

  String name() {
    return file;
  }

  long budget() {
    return budget;
  }
}
