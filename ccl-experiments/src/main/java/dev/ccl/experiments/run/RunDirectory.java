package dev.ccl.experiments.run;

import static com.google.common.base.Preconditions.checkArgument;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/**
 * The directory of one run. While the run goes on there is {@code checkpoint/} in it, with one file
 * per seed; once it has ended there are {@code runs.csv} and {@code run.json} instead, written in
 * this order, so that {@code run.json} is there if and only if the run is finished. {@code
 * evaluation.csv} is made from them where it is asked for.
 */
final class RunDirectory implements AutoCloseable {
  private final Path path;
  private final FileChannel lock;

  private RunDirectory(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * Takes possession of a directory.
   *
   * @throws IllegalArgumentException if something else is in it, or another process
   */
  static RunDirectory open(Path path, StartMode beginning) throws IOException {
    checkArgument(!Files.exists(path) || Files.isDirectory(path), "%s is not a directory", path);
    Files.createDirectories(path);
    boolean ours = Files.exists(path.resolve("checkpoint")) || isFinished(path);
    if (beginning == StartMode.FRESH) {
      checkArgument(
          isEmpty(path),
          ours
              ? "%s holds a run already: go on with it by --resume, or choose another directory"
              : "%s is not empty: choose another directory",
          path);
    }
    checkArgument(ours || isEmpty(path), "%s holds other files and no run to resume", path);
    Files.createDirectories(path.resolve("checkpoint"));
    return new RunDirectory(path, lock(path));
  }

  private static FileChannel lock(Path path) throws IOException {
    FileChannel channel =
        FileChannel.open(
            path.resolve("checkpoint").resolve("lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
    FileLock lock = null;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null; // held by this very process
    }
    if (lock == null) {
      channel.close();
      throw new IllegalArgumentException("another process is running in " + path);
    }
    return channel;
  }

  Path path() {
    return path;
  }

  Path checkpoints() {
    return path.resolve("checkpoint");
  }

  /** The rows of a finished seed, where they were made elsewhere. */
  Path rows(long seed) {
    return checkpoints().resolve("seed" + seed + ".csv");
  }

  /** On what a finished seed was made, where that differs from what this process runs on. */
  Path made(long seed) {
    return checkpoints().resolve("seed" + seed + ".made");
  }

  Path workers() {
    return path.resolve("workers.json");
  }

  Path csv() {
    return path.resolve("runs.csv");
  }

  Path evaluation() {
    return path.resolve("evaluation.csv");
  }

  Path json() {
    return path.resolve("run.json");
  }

  static boolean isFinished(Path path) {
    return Files.exists(path.resolve("run.json"));
  }

  /**
   * Tells whether the run is finished.
   *
   * @throws IllegalArgumentException if a run is, but another one or a damaged one
   */
  boolean holds(RunPlan plan) throws IOException {
    if (!isFinished(path)) {
      return false;
    }
    JsonNode digest = FinishedRun.open(path).json().path("digest");
    checkArgument(
        digest.asText().equals(plan.digest()),
        "%s is finished, but of another instance, configuration or version: choose another"
            + " directory",
        json());
    return true;
  }

  /** Gives the directory free, and removes the checkpoints if the run is finished. */
  @Override
  public void close() throws IOException {
    if (isFinished(path)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(checkpoints())) {
        for (Path file : files) {
          Files.delete(file);
        }
      }
      Files.delete(checkpoints());
    }
    lock.close();
  }

  private static boolean isEmpty(Path path) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.findAny().isEmpty();
    }
  }
}
