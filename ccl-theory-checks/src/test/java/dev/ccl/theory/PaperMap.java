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
final class PaperMap {
  private static final Path FILE = Path.of("..", "docs", "paper-map.md");

  private PaperMap() {}

  static void check(String part, String expected) {
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
            "docs/paper-map.md is out of date: run this test with -Dccl.update.docs=true");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
