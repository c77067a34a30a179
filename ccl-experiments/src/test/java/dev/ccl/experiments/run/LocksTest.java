package dev.ccl.experiments.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories in file systems that have no locks, such as some of clusters. */
class LocksTest {
  private static final RunDirectory.Locks NONE =
      file -> {
        throw new IOException("Function not implemented");
      };

  @TempDir private Path directory;

  @AfterEach
  void lock() {
    System.clearProperty("ccl.lock");
  }

  @Test
  void withoutLocksARunIsRefusedByOneLineThatSaysHowToGoOn() throws IOException {
    Path out = directory.resolve("out");
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> RunDirectory.open(out, StartMode.FRESH, NONE).close())
            .getMessage();
    assertEquals(
        out
            + ": this file system cannot lock files (Function not implemented), so that a second"
            + " process here would not be noticed; CCL_JAVA_OPTS=-Dccl.lock=off goes on without",
        message);
    assertFalse(Files.exists(out.resolve("checkpoint")), "the same command may begin afresh");
    System.setProperty("ccl.lock", "off");
    RunDirectory.open(out, StartMode.FRESH, NONE).close();
    RunDirectory.open(out, StartMode.RESUMED, NONE).close();
    System.clearProperty("ccl.lock");
    assertThrows(
        IllegalArgumentException.class,
        () -> RunDirectory.open(out, StartMode.RESUMED, NONE).close());
    RunDirectory.open(out, StartMode.RESUMED).close();
  }

  @Test
  void whoIsRefusedTakesNothingFromTheProcessThatRuns() throws IOException {
    Path out = directory.resolve("out");
    try (RunDirectory first = RunDirectory.open(out, StartMode.FRESH)) {
      for (RunDirectory.Locks locks : new RunDirectory.Locks[] {NONE, file -> null}) {
        assertThrows(
            IllegalArgumentException.class,
            () -> RunDirectory.open(first.path(), StartMode.RESUMED, locks).close());
      }
    }
    RunDirectory.open(out, StartMode.RESUMED).close();
  }
}
