package dev.ccl.spark;

import com.google.common.base.Splitter;
import com.google.common.base.Throwables;

/** Failures on one line. */
final class Reasons {
  private static final int LONGEST = 400;

  private Reasons() {}

  /**
   * What went wrong at bottom: the first line of the innermost message, and its type where needed.
   */
  static String of(Throwable failure) {
    Throwable root = Throwables.getRootCause(failure);
    String message = root.getMessage() == null ? "" : root.getMessage().strip();
    String line = Splitter.onPattern("\\R").split(message).iterator().next();
    boolean speaks = root instanceof IllegalArgumentException && !line.isEmpty();
    String text =
        speaks || line.startsWith("--checkpoints")
            ? line
            : root.getClass().getSimpleName() + (line.isEmpty() ? "" : ": " + line);
    return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
  }
}
