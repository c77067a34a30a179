package dev.ccl.judge;

import static com.google.common.base.Preconditions.checkArgument;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The false-alarm rates of sampled checks. Each check declares its level where it judges; what the
 * tests of a class declare is added up and written to a file when the tests are over, so that a
 * build can sum the rates of all of its modules. Where the system property {@value #PROPERTY} names
 * no directory, nothing is written.
 */
public final class FalseAlarms {
  /** The system property that names the directory of the sums, one file per test class. */
  public static final String PROPERTY = "ccl.false-alarms";

  private static final FalseAlarms DECLARED = new FalseAlarms();

  static {
    String directory = System.getProperty(PROPERTY, "");
    if (!directory.isEmpty()) {
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> DECLARED.write(Path.of(directory)), PROPERTY));
    }
  }

  private final Map<String, Double> levels = new TreeMap<>();

  FalseAlarms() {}

  /**
   * Declares the level of a sampled check.
   *
   * @param level a bound of the probability that the check fails although all is right
   * @throws IllegalArgumentException if that is no probability
   */
  public static void declare(double level) {
    if (level != 0) { // finding out who declares takes longer than many a check
      DECLARED.add(testClass(), level);
    }
  }

  /**
   * Declares the level of a sampled check that the methods of an interface make, so that no test
   * class is on the stack.
   *
   * @param test the class of the test
   * @param level a bound of the probability that the check fails although all is right
   * @throws IllegalArgumentException if that is no probability
   */
  public static void declare(Class<?> test, double level) {
    if (level != 0) {
      DECLARED.add(outermost(test.getName()), level);
    }
  }

  /**
   * Returns what was declared in this process until now.
   *
   * @param test the class of a test
   * @return the sum of its levels; 0 if there are none
   */
  public static double declared(Class<?> test) {
    return DECLARED.of(outermost(test.getName()));
  }

  private static String outermost(String name) {
    return name.replaceFirst("\\$.*", "");
  }

  /** The outermost test class on the stack: helpers that judge are called by it. */
  private static String testClass() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .map(StackWalker.StackFrame::getClassName)
                    .map(FalseAlarms::outermost)
                    .filter(name -> name.endsWith("Test"))
                    .reduce((inner, outer) -> outer)
                    .orElse("others"));
  }

  synchronized void add(String test, double level) {
    checkArgument(level >= 0 && level <= 1, "level: %s is no probability", level);
    levels.merge(test, level, Double::sum);
  }

  private synchronized double of(String test) {
    return levels.getOrDefault(test, 0.0);
  }

  synchronized void write(Path directory) {
    try {
      Files.createDirectories(directory);
      for (Map.Entry<String, Double> entry : levels.entrySet()) {
        Files.writeString(directory.resolve(entry.getKey()), entry.getValue() + "\n");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Adds up what was written.
   *
   * @param directory a directory of sums; it need not exist
   * @return what each test class declared, by name
   */
  public static Map<String, Double> read(Path directory) {
    Map<String, Double> out = new TreeMap<>();
    if (Files.isDirectory(directory)) {
      try (var files = Files.list(directory)) {
        for (Path file : (Iterable<Path>) files::iterator) {
          out.put(file.getFileName().toString(), Double.valueOf(Files.readString(file).strip()));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return out;
  }
}
