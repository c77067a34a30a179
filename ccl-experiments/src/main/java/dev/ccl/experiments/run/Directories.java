package dev.ccl.experiments.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Tells directories in which one may begin from those that hold something of somebody else's. */
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

  /**
   * Tells whether a directory is a real one, not empty, and whether everything in it is a directory
   * that fits.
   *
   * @param directory a path
   * @param fits whether a directory in it is one of ours
   * @return whether it is a directory of such directories; false for a link
   * @throws IOException if it cannot be read
   */
  public static boolean holdsOnly(Path directory, Predicate<Path> fits) throws IOException {
    if (!isReal(directory) || isEmpty(directory)) {
      return false;
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.allMatch(file -> isOfAFileManager(file) || (isReal(file) && fits.test(file)));
    }
  }

  private static boolean isReal(Path directory) {
    return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS);
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
