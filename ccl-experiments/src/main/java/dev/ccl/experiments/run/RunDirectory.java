package dev.ccl.experiments.run;

import static com.google.common.base.Preconditions.checkArgument;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Pattern;

/**
 * The directory of one run. While the run goes on there is {@code checkpoint/} in it, with one file
 * per seed; once it has ended there are {@code rows.csv} and {@code run.json} instead, written in
 * this order, so that {@code run.json} is there if and only if the run is finished.
 */
final class RunDirectory implements AutoCloseable {
  private static final String CHECKPOINTS = "checkpoint";
  private static final String LOCK = "lock";

  /** The files that runs write there, and those that a process was writing when it died. */
  private static final Pattern NAMES =
      Pattern.compile("lock|seed-?\\d+(\\.delivery)?\\.json(\\.tmp)?");

  private final Path path;
  private final FileChannel lock;

  private RunDirectory(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /** Locks a file for this process; null if another one has. */
  @FunctionalInterface
  interface Locks {
    FileLock tryLock(FileChannel file) throws IOException;
  }

  /**
   * Takes possession of a directory.
   *
   * @throws IllegalArgumentException if something else is in it, or another process
   */
  static RunDirectory open(Path path, StartMode beginning) throws IOException {
    return open(path, beginning, FileChannel::tryLock);
  }

  static RunDirectory open(Path path, StartMode beginning, Locks locks) throws IOException {
    checkArgument(!Files.exists(path) || Files.isDirectory(path), "%s is not a directory", path);
    Path checkpoints = path.resolve(CHECKPOINTS);
    boolean finished = isFinished(path);
    if (finished) {
      FinishedRun.document(path); // refuses a run.json of another program
    }
    boolean begun = isBegun(checkpoints);
    if (!begun && !finished) {
      checkArgument(
          !Files.exists(path) || isBlank(path),
          beginning == StartMode.FRESH
              ? "%s is not empty: choose another directory"
              : "%s holds other files and no run to resume",
          path);
    }
    checkArgument(
        beginning == StartMode.RESUMED || !(begun || finished),
        "%s holds a run already: go on with it by --resume, or choose another directory",
        path);
    Files.createDirectories(checkpoints);
    RunDirectory directory = new RunDirectory(path, lock(path));
    try {
      directory.takePossession(locks);
    } catch (IOException e) {
      directory.lock.close();
      if (!begun) {
        Files.delete(checkpoints.resolve(LOCK));
        directory.removeCheckpoints();
      }
      throw new IllegalArgumentException(
          String.format(
              "%s: this file system cannot lock files (%s), so that a second process here would not"
                  + " be noticed; CCL_JAVA_OPTS=-Dccl.lock=off goes on without",
              path, e.getMessage()),
          e);
    }
    return directory;
  }

  /**
   * Tells whether a run has begun, which its lock says; refuses a directory that is a link or holds
   * a file that no run writes.
   */
  private static boolean isBegun(Path checkpoints) throws IOException {
    if (!Files.exists(checkpoints, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    checkArgument(
        Files.isDirectory(checkpoints, LinkOption.NOFOLLOW_LINKS),
        "%s is not a directory of checkpoints: choose another directory",
        checkpoints);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(checkpoints)) {
      for (Path file : files) {
        checkArgument(
            isOurs(file) || Directories.isOfAFileManager(file),
            "%s is no file of a run: choose another directory",
            file);
      }
    }
    return Files.exists(checkpoints.resolve(LOCK));
  }

  private static boolean isOurs(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && NAMES.matcher(file.getFileName().toString()).matches();
  }

  /** Nothing is there, or what a process has made that ended before its lock. */
  private static boolean isBlank(Path path) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
      for (Path file : files) {
        boolean blank =
            file.endsWith(CHECKPOINTS)
                ? Directories.isEmpty(file)
                : Directories.isOfAFileManager(file);
        if (!blank) {
          return false;
        }
      }
      return true;
    }
  }

  private static FileChannel lock(Path path) throws IOException {
    return FileChannel.open(
        path.resolve(CHECKPOINTS).resolve(LOCK),
        StandardOpenOption.CREATE,
        StandardOpenOption.WRITE,
        LinkOption.NOFOLLOW_LINKS);
  }

  private void takePossession(Locks locks) throws IOException {
    if (System.getProperty("ccl.lock", "on").equals("off")) {
      return;
    }
    boolean alone;
    try {
      alone = locks.tryLock(lock) != null;
    } catch (OverlappingFileLockException e) {
      alone = false; // held by this very process
    }
    if (!alone) {
      lock.close();
      throw new IllegalArgumentException("another process is running in " + path);
    }
  }

  Path path() {
    return path;
  }

  Path checkpoints() {
    return path.resolve(CHECKPOINTS);
  }

  /** The rows of a seed that was finished elsewhere, and what it was made on. */
  Path delivery(long seed) {
    return checkpoints().resolve("seed" + seed + ".delivery.json");
  }

  Path workers() {
    return path.resolve("workers.json");
  }

  Path csv() {
    return path.resolve(FinishedRun.ROWS);
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
    if (!isFinished(path)) {
      lock.close();
      return;
    }
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(checkpoints(), RunDirectory::isOurs)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
    lock.close(); // before the directory goes: Windows keeps what is open
    removeCheckpoints();
  }

  private void removeCheckpoints() throws IOException {
    try {
      Files.delete(checkpoints());
    } catch (DirectoryNotEmptyException e) {
      // Something of somebody else's, or of the next process here: it stays.
    }
  }
}
