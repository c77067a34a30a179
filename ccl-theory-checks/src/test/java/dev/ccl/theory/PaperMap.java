package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The generated parts of docs/paper-map.md, each between a pair of marks. They are compared with
 * what the tests find; {@code -Dccl.update.docs=true} writes them instead.
 */
public final class PaperMap {
  private static final Path FILE = Path.of("..", "docs", "paper-map.md");

  private PaperMap() {}

  /** Whether the page's matrix, which another test holds to the code, says so. */
  public static boolean rejects(String liar, String claim) {
    try {
      return Files.readAllLines(FILE).stream()
          .anyMatch(line -> line.startsWith("| `" + liar + "` |") && line.contains(claim));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Compares a part of the page, or writes it. */
  public static void check(String part, String expected) {
    String begin = "<!-- generated: " + part + " -->\n";
    String end = "<!-- end: " + part + " -->";
    try {
      String page = Files.readString(FILE);
      int from = page.indexOf(begin) + begin.length();
      int to = page.indexOf(end);
      if (from < begin.length() || to < from) {
        throw new AssertionError(FILE + " has no part \"" + part + "\"");
      }
      if (Boolean.getBoolean("ccl.update.docs")) {
        Files.writeString(FILE, page.substring(0, from) + expected + page.substring(to));
      } else {
        assertEquals(
            page.substring(from, to),
            expected,
            "docs/paper-map.md says otherwise: find the cause of the change first; then, if it is"
                + " meant, run this test with -Dccl.update.docs=true");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
