package dev.ccl.algorithms.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Throwables;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
  @TempDir Path directory;

  /** A full disk fails in the middle of writing, with a message that names no file. */
  @Test
  void aFailureNamesTheFileAndLeavesTheOldOne() throws IOException {
    Path file = directory.resolve("kept");
    AtomicFile.write(file, out -> out.write('a'));
    FileSystemException e =
        assertThrows(
            FileSystemException.class,
            () ->
                AtomicFile.write(
                    file,
                    out -> {
                      out.write('b');
                      throw new IOException("No space left on device");
                    }));
    assertEquals(file.toString(), e.getFile());
    assertEquals("No space left on device", e.getReason());
    assertEquals("a", Files.readString(file));
    try (Stream<Path> files = Files.list(directory)) {
      assertEquals(List.of(file), files.toList());
    }
  }

  @Test
  void nothingIsLeftOfAContentThatThrows() throws IOException {
    Path file = directory.resolve("kept");
    AtomicFile.write(file, out -> out.write('a'));
    for (Throwable failure : List.of(new IllegalStateException("x"), new StackOverflowError("y"))) {
      Throwable thrown =
          assertThrows(
              failure.getClass(),
              () ->
                  AtomicFile.write(
                      file,
                      out -> {
                        out.write('b');
                        Throwables.throwIfUnchecked(failure);
                      }));
      assertSame(failure, thrown);
      assertEquals("a", Files.readString(file));
      try (Stream<Path> files = Files.list(directory)) {
        assertEquals(List.of(file), files.toList());
      }
    }
  }

  /** A directory of the same name, in which something is, cannot be replaced. */
  @Test
  void nothingIsLeftOfAFileThatCannotTakeItsPlace() throws IOException {
    Path file = Files.createDirectory(directory.resolve("kept"));
    Path inside = Files.writeString(file.resolve("inside"), "a");
    assertThrows(FileSystemException.class, () -> AtomicFile.write(file, out -> out.write('b')));
    assertEquals("a", Files.readString(inside));
    try (Stream<Path> files = Files.list(directory)) {
      assertEquals(List.of(file), files.toList());
    }
  }

  /** A name alone is that of a file in the working directory. */
  @Test
  void aBareNameIsEnough() throws IOException {
    Path bare = Path.of("atomic-file-test-bare-name");
    try {
      AtomicFile.write(bare, out -> out.write('a'));
      assertEquals("a", Files.readString(bare.toAbsolutePath()));
      assertFalse(Files.exists(Path.of(bare + ".tmp")));
    } finally {
      Files.deleteIfExists(bare);
    }
  }

  /** A process that is killed leaves what it had written, which may be more than comes next. */
  @Test
  void nothingOfAnotherAttemptIsKept() throws IOException {
    Path file = directory.resolve("kept");
    Files.writeString(directory.resolve("kept.tmp"), "left by another process");
    AtomicFile.write(file, out -> out.write('a'));
    assertEquals("a", Files.readString(file));
    try (Stream<Path> files = Files.list(directory)) {
      assertEquals(List.of(file), files.toList());
    }
  }

  @Test
  void anInterruptedThreadStillWrites() throws IOException {
    Path file = directory.resolve("kept");
    Thread.currentThread().interrupt();
    AtomicFile.write(
        file,
        out -> {
          for (int i = 0; i < 100; i++) {
            out.write(new byte[10_000]);
            out.flush();
          }
        });
    assertTrue(Thread.interrupted(), "the interrupt is left to the caller");
    assertEquals(1_000_000, Files.size(file));
  }
}
