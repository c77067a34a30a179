package dev.ccl.lm;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Programs that tests start and that tell their numbers in a file. */
public final class Children {
  private static final long PATIENCE_NANOSECONDS = 20_000_000_000L;
  private static final long TICK_NANOSECONDS = 5_000_000;

  private Children() {}

  /** Interrupts the calling thread as soon as a file has a whole line. */
  public static void interruptWhenToldIn(Path file) {
    Thread caller = Thread.currentThread();
    Thread watch =
        new Thread(
            () -> {
              while (!read(file).endsWith("\n")) {
                LockSupport.parkNanos(TICK_NANOSECONDS);
              }
              caller.interrupt();
            });
    watch.setDaemon(true);
    watch.start();
  }

  /** Returns whether the processes whose numbers are in a file end; those that do not are ended. */
  public static boolean allEnd(Path file) {
    List<ProcessHandle> processes =
        Splitter.on(' ')
            .splitToStream(read(file).strip())
            .map(number -> ProcessHandle.of(Long.parseLong(number)))
            .flatMap(Optional::stream)
            .toList();
    long began = System.nanoTime();
    while (System.nanoTime() - began < PATIENCE_NANOSECONDS) {
      if (processes.stream().noneMatch(Children::runs)) {
        return true;
      }
      LockSupport.parkNanos(TICK_NANOSECONDS);
    }
    processes.forEach(ProcessHandle::destroyForcibly);
    return false;
  }

  /** One that has ended and is not yet forgotten by the system has no command any more. */
  private static boolean runs(ProcessHandle process) {
    return process.isAlive() && process.info().command().isPresent();
  }

  private static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
