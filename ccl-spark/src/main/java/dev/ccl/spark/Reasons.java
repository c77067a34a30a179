package dev.ccl.spark;

import com.google.common.base.Splitter;
import com.google.common.base.Throwables;
import dev.ccl.experiments.run.Printable;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Failures of Spark and of tasks on one line. */
final class Reasons {
  private static final int LONGEST = 400;

  /** What Spark says of a job that it gave up: how often a task was tried, and what came of it. */
  private static final Pattern GIVEN_UP =
      Pattern.compile("failed (\\d+) times?, most recent failure: .*?\\): (.*)");

  private static final Pattern TASK =
      Pattern.compile("Task (\\d+) in stage [\\d.]+ failed \\d+ time");

  private Reasons() {}

  /**
   * Returns what went wrong at bottom.
   *
   * @param failure any failure
   * @return the first line of the innermost message, and its type where needed
   */
  static String of(Throwable failure) {
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

  /** The number of the task for which Spark gave a job up, if there was one. */
  static OptionalInt task(Throwable failure) {
    Matcher matcher = TASK.matcher(firstLine(failure));
    return matcher.find()
        ? OptionalInt.of(Integer.parseInt(matcher.group(1)))
        : OptionalInt.empty();
  }

  private static String firstLine(Throwable failure) {
    String message = failure.getMessage() == null ? "" : failure.getMessage().strip();
    return Splitter.onPattern("\\R").split(message).iterator().next();
  }

  private static String cut(String text) {
    return Printable.of(text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text);
  }
}
