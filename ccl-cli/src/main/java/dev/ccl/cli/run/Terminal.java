package dev.ccl.cli.run;

import com.google.common.base.Splitter;
import com.google.common.primitives.Ints;
import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The terminal at standard error, if there is one. Only its width is asked for, by {@code stty}: a
 * terminal library would set signal handlers of its own, after which Ctrl-C ends the process with
 * nothing laid down.
 */
final class Terminal {
  private static final int USUAL_COLUMNS = 80;
  private static final int PATIENCE_SECONDS = 2;

  private Terminal() {}

  /** Whether someone sees what is printed. */
  static boolean isThere() {
    Console console = System.console();
    if (console == null || "dumb".equals(System.getenv("TERM"))) {
      return false;
    }
    try { // from Java 22 on there is a console without a terminal, too
      return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }

  /** Whether block characters can be shown. */
  static boolean isUnicode() {
    return Charset.defaultCharset().equals(StandardCharsets.UTF_8);
  }

  /** The number of columns; 80 where nobody knows it. */
  static int columns() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!stty.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        stty.destroy();
        return USUAL_COLUMNS;
      }
      String answer = new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return columns(answer);
    } catch (IOException e) {
      return USUAL_COLUMNS;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return USUAL_COLUMNS;
    }
  }

  /** The second of two numbers; a terminal of no size, such as a test's, has the usual one. */
  static int columns(String rowsAndColumns) {
    List<String> words = Splitter.on(' ').splitToList(rowsAndColumns.strip());
    Integer columns = words.size() == 2 ? Ints.tryParse(words.get(1)) : null;
    return columns == null || columns < 1 ? USUAL_COLUMNS : columns;
  }
}
