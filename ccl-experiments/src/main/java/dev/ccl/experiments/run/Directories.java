package dev.ccl.experiments.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Tells directories in which one may begin from those that hold something. */
public final class Directories {
  private Directories() {}

  /**
   * Tells whether nothing is in a directory but what file managers leave in those they have shown.
   *
   * @param directory a directory
   * @return whether it is as good as empty
   * @throws IOException if it cannot be read
   */
  public static boolean isEmpty(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.allMatch(Directories::isOfAFileManager);
    }
  }

  /** Whether a file is what the Finder of macOS or the Explorer of Windows leaves. */
  static boolean isOfAFileManager(Path file) {
    String name = file.getFileName().toString();
    return name.equals(".DS_Store")
        || name.startsWith("._")
        || name.equalsIgnoreCase("Thumbs.db")
        || name.equalsIgnoreCase("desktop.ini");
  }
}
