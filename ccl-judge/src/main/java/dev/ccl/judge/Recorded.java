package dev.ccl.judge;

import com.google.common.base.Splitter;
import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Text that was recorded in a resource beside a test: what people read, as a whole, so that no part
 * of it changes unnoticed. It says nothing of whether the text is right; that is for tests that
 * compute it a second time.
 *
 * <p>With {@code -Dccl.record=src/test/resources} texts are recorded instead, and the test fails,
 * so that a build never records and passes.
 */
public final class Recorded {
  private Recorded() {}

  /**
   * Compares with the resource of this name in the package of the test.
   *
   * @param test the class beside which the text was recorded
   * @param name the resource's name
   * @param text what it should hold
   */
  public static void check(Class<?> test, String name, String text) {
    String directory = System.getProperty("ccl.record", "");
    if (!directory.isEmpty()) {
      throw new AssertionError(
          "recorded, now read what changed: " + write(directory, test, name, text));
    }
    URL resource = test.getResource(name);
    if (resource == null) {
      throw new AssertionError(name + " was never recorded; " + advice());
    }
    try {
      compare(name, Resources.toString(resource, StandardCharsets.UTF_8), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Fails with the first line that differs. */
  static void compare(String name, String recorded, String now) {
    if (recorded.equals(now)) {
      return;
    }
    List<String> before = Splitter.on('\n').splitToList(recorded);
    List<String> after = Splitter.on('\n').splitToList(now);
    int line = 0;
    while (line < before.size()
        && line < after.size()
        && before.get(line).equals(after.get(line))) {
      line++;
    }
    throw new AssertionError(
        String.format(
            Locale.ROOT,
            "%s differs from what was recorded, first in line %d:%n  recorded: %s%n  now:      %s%n%s",
            name,
            line + 1,
            at(before, line),
            at(after, line),
            advice()));
  }

  private static String at(List<String> lines, int line) {
    return line < lines.size() ? lines.get(line) : "(no such line)";
  }

  private static String advice() {
    return "Find the cause first. Only what was meant to change, and was checked by a second"
        + " computation, is recorded anew: -Dccl.record=src/test/resources, in the module's directory";
  }

  private static Path write(String directory, Class<?> test, String name, String text) {
    Path file = Path.of(directory, test.getPackageName().replace('.', '/'), name);
    try {
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
