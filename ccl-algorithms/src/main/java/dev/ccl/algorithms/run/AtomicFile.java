package dev.ccl.algorithms.run;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes files of which, at any moment and however the process ends, either the whole old or the
 * whole new content is there: into a temporary file beside, down to the disk, then renamed. An
 * interrupt of the thread does not hinder it.
 */
public final class AtomicFile {
  private AtomicFile() {}

  /** What is written. */
  @FunctionalInterface
  public interface Content {
    /**
     * Writes the content.
     *
     * @param out buffered; need not be closed
     * @throws IOException if writing fails
     */
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Replaces a file. Whoever writes the same file must be alone.
   *
   * @param path the file; its directory exists
   * @param content what to write
   * @throws IOException if writing fails; the old file is untouched then
   */
  public static void write(Path path, Content content) throws IOException {
    Path temporary = path.resolveSibling(path.getFileName() + ".tmp");
    OutputStream file = Files.newOutputStream(temporary); // what fails here leaves nothing of ours
    try {
      try (OutputStream out = new BufferedOutputStream(file, 1 << 16)) {
        content.writeTo(out);
      }
      force(temporary);
      Files.move(
          temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      Files.deleteIfExists(temporary);
      throw e instanceof FileSystemException ? e : named(path, e);
    } catch (RuntimeException | Error e) {
      Files.deleteIfExists(temporary);
      throw e;
    }
  }

  /** Waits until a file is on the disk. Not by a channel, which an interrupt would close. */
  private static void force(Path file) throws IOException {
    try (FileOutputStream appending = new FileOutputStream(file.toFile(), true)) {
      appending.getFD().sync();
    }
  }

  /** What fails in the middle of writing, such as a full disk, does not say which file it was. */
  private static IOException named(Path path, IOException e) {
    FileSystemException named = new FileSystemException(path.toString(), null, e.getMessage());
    named.initCause(e);
    return named;
  }
}
