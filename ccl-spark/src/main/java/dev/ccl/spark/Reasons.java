package dev.ccl.spark;

import com.google.common.base.Splitter;
import com.google.common.base.Throwables;
import dev.ccl.experiments.run.Printable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Failures of Spark and of tasks on one line. */
public final class Reasons {
  private static final int LONGEST = 400;

  /** What Spark says of a job that it gave up: how often a task was tried, and what came of it. */
  private static final Pattern GIVEN_UP =
      Pattern.compile("failed (\\d+) times?, most recent failure: .*?\\): (.*)");

  private Reasons() {}

  /**
   * Returns what went wrong at bottom.
   *
   * @param failure any failure
   * @return the first line of the innermost message, and its type where needed
   */
  public static String of(Throwable failure) {
    Throwable root = Throwables.getRootCause(failure);
    String line = firstLine(root);
    boolean speaks = root instanceof IllegalArgumentException && !line.isEmpty();
    return cut(
        speaks || line.startsWith("--checkpoints")
            ? line
            : root.getClass().getSimpleName() + (line.isEmpty() ? "" : ": " + line));
  }

  /** The same of a job that was given up, without the words that all such failures share. */
  static String ofJob(Throwable failure) {
    Matcher matcher = GIVEN_UP.matcher(firstLine(failure));
    return matcher.find()
        ? cut(
            "tried "
                + Printable.counted(Long.parseLong(matcher.group(1)), "time")
                + ": "
                + matcher.group(2))
        : of(failure);
  }

  private static String firstLine(Throwable failure) {
    String message = failure.getMessage() == null ? "" : failure.getMessage().strip();
    return Splitter.onPattern("\\R").split(message).iterator().next();
  }

  private static String cut(String text) {
    return Printable.of(text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text);
  }
}
