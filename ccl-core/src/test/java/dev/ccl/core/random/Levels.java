package dev.ccl.core.random;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The levels of this module's sampled checks, in the files of {@code dev.ccl.testkit.FalseAlarms},
 * on which this module cannot stand: the test kit stands on it.
 */
public final class Levels {
  private static final Map<String, Double> DECLARED = new ConcurrentHashMap<>();

  static {
    String directory = System.getProperty("ccl.false-alarms", "");
    if (!directory.isEmpty()) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> write(Path.of(directory))));
    }
  }

  private Levels() {}

  /** Declares a bound of the probability that a check of the calling test fails for no reason. */
  public static void declare(double level) {
    String test =
        StackWalker.getInstance()
            .walk(
                frames ->
                    frames
                        .map(StackWalker.StackFrame::getClassName)
                        .map(name -> name.replaceFirst("\\$.*", ""))
                        .filter(name -> name.endsWith("Test"))
                        .reduce((inner, outer) -> outer)
                        .orElse("others"));
    DECLARED.merge(test, level, Double::sum);
  }

  private static void write(Path directory) {
    try {
      Files.createDirectories(directory);
      for (Map.Entry<String, Double> entry : DECLARED.entrySet()) {
        Files.writeString(directory.resolve(entry.getKey()), entry.getValue() + "\n");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
