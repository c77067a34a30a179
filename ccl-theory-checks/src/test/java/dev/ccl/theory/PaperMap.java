package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The generated parts of docs/paper-map.md, each between a pair of marks. They are compared with
 * what the tests find; {@code -Dccl.update.docs=true} writes them instead.
 */
public final class PaperMap {
  private static final Path FILE = Path.of("..", "docs", "paper-map.md");

  private PaperMap() {}

  /**
   * Whether a table is searched anew for entries that it does not have: when it is written, and in
   * long runs. Otherwise each entry that stands there is seen to be true.
   */
  public static boolean isComplete() {
    return Boolean.getBoolean("ccl.update.docs") || Boolean.getBoolean("ccl.thorough");
  }

  /** The rows of a part that begin with a name, as words; none if there is no such row. */
  public static Set<String> row(String part, String name) {
    return read(part)
        .lines()
        .filter(line -> line.startsWith("| " + name + " |"))
        .flatMap(line -> Splitter.on(' ').splitToStream(line.replace(",", "")))
        .collect(Collectors.toSet());
  }

  /** The number behind a name in the row of another one; none if there is no such cell. */
  public static OptionalInt number(String part, String row, String name) {
    Pattern cell = Pattern.compile("[| ]" + Pattern.quote(name) + " (\\d+)[, ]");
    return read(part)
        .lines()
        .filter(line -> line.startsWith("| " + row + " |"))
        .flatMap(line -> cell.matcher(line).results())
        .mapToInt(found -> Integer.parseInt(found.group(1)))
        .findFirst();
  }

  private static String read(String part) {
    try {
      String page = Files.readString(FILE);
      return page.substring(from(page, part), to(page, part));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int from(String page, String part) {
    String begin = "<!-- generated: " + part + " -->\n";
    int at = page.indexOf(begin);
    assertTrue(at >= 0, () -> FILE + " has no part \"" + part + "\"");
    return at + begin.length();
  }

  private static int to(String page, String part) {
    return page.indexOf("<!-- end: " + part + " -->", from(page, part));
  }

  /** Compares a part of the page, or writes it. */
  public static void check(String part, String expected) {
    try {
      if (Boolean.getBoolean("ccl.update.docs")) {
        String page = Files.readString(FILE);
        Files.writeString(
            FILE, page.substring(0, from(page, part)) + expected + page.substring(to(page, part)));
      } else {
        assertEquals(
            read(part),
            expected,
            "docs/paper-map.md says otherwise: find the cause of the change first; then, if it is"
                + " meant, run this test with -Dccl.update.docs=true");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
