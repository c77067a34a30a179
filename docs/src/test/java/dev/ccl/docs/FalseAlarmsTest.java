package dev.ccl.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.judge.FalseAlarms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The false-alarm rate of the whole suite: what the sampled checks of all modules have declared,
 * added up. This module is the last of a build; of modules whose tests were not run it sees what
 * they declared before.
 */
class FalseAlarmsTest {
  private static final double MOST = 1e-9;

  @TempDir private Path directory;

  private static Map<String, Double> declared(Path root) throws IOException {
    Map<String, Double> all = new TreeMap<>();
    try (Stream<Path> modules = Files.list(root)) {
      for (Path module : (Iterable<Path>) modules.filter(Files::isDirectory).sorted()::iterator) {
        all.putAll(FalseAlarms.read(module.resolve("target").resolve("false-alarms")));
      }
    }
    return all;
  }

  private static double sum(Map<String, Double> levels) {
    return levels.values().stream().mapToDouble(x -> x).sum();
  }

  @Test
  void theSuiteHardlyEverFailsForNoReason() throws IOException {
    Map<String, Double> all = declared(Guide.ROOT);
    System.out.printf(
        Locale.ROOT,
        "False-alarm rate of %d test classes with sampled checks: %.2g%n",
        all.size(),
        sum(all));
    assertTrue(sum(all) <= MOST, () -> "by class: " + all);
    assertTrue(sum(all) > 0, "no module has declared a level: are the files where they are read?");
  }

  /** A check with a level of 1e-8, in whichever module, is too much. */
  @Test
  void oneCarelessCheckIsSeen() throws IOException {
    Path module = directory.resolve("ccl-some").resolve("target").resolve("false-alarms");
    Files.createDirectories(module);
    Files.writeString(module.resolve("a.FirstTest"), "1.0E-12\n");
    assertTrue(sum(declared(directory)) <= MOST);
    Files.writeString(module.resolve("a.CarelessTest"), "1.0E-8\n");
    assertEquals(1.0001e-8, sum(declared(directory)), 1e-20);
    assertTrue(sum(declared(directory)) > MOST);
  }
}
