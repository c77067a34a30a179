package dev.ccl.cli;

import static com.google.common.base.Preconditions.checkArgument;

import picocli.CommandLine.Option;

/** The option of all commands that can use several processors. */
final class Threads {
  @Option(
      names = "--threads",
      paramLabel = "K",
      description = "threads to use, which change no result (default: all processors)")
  private int threads = Runtime.getRuntime().availableProcessors();

  int count() {
    checkArgument(threads >= 1, "--threads: %s is not at least 1", threads);
    return threads;
  }
}
