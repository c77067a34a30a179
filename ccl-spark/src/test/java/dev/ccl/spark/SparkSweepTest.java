package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The files of a sweep do not tell on what it ran, nor what happened on the way. */
class SparkSweepTest {
  private static final String CLUSTER = "local-cluster[2,1,1024]";

  @TempDir private Path directory;
  private Grid grid;

  @BeforeEach
  void sweepOnThisMachine() throws IOException {
    grid = Grid.in(directory);
    assertEquals(9, grid.expected().size(), grid.expected().keySet().toString());
  }

  private String sweep(String name, String tap) {
    return "sweep " + grid.file() + " " + directory.resolve(name) + " " + tap;
  }

  @Test
  void aClusterWritesTheSameBytesWhateverHappensToItsExecutors() throws Exception {
    Sparks.Left left =
        Sparks.drive(
            directory,
            Sparks.cluster(),
            "open " + CLUSTER + " " + Sparks.jars(directory),
            sweep("plain", "none"),
            sweep("halting", "halting"),
            sweep("full", "full"),
            sweep("full", "kept"), // once more: the rest
            sweep("broken", "broken"),
            sweep("broken", "kept"),
            "close",
            "open local-cluster[1,1,1024] none",
            sweep("jarless", "none"));
    assertEquals(0, left.code(), left.err());
    assertEquals(grid.expected(), Grid.digests(directory.resolve("plain")), left.err());
    assertEquals(2, workersWith(directory.resolve("plain"), "guava 32.0.0-jre"), left.err());
    assertTrue(Files.exists(directory.resolve("halting.mark")), "an executor halted");
    assertEquals(grid.expected(), Grid.digests(directory.resolve("halting")), left.err());
    assertSeed2Failed(left, "full", "IOException: No space left on device");
    assertEquals(grid.expected(), Grid.digests(directory.resolve("full")), "a rerun does the rest");
    // What ends its task over and over is found out, and keeps no other replicate from ending.
    assertSeed2Failed(left, "broken", "it ends its worker: tried 4 times: .*broken.*");
    assertEquals(grid.expected(), Grid.digests(directory.resolve("broken")), left.err());
    try (Stream<Path> kept = Files.list(directory.resolve("kept"))) {
      assertEquals(List.of(), kept.toList(), "no checkpoint of a finished run stays");
    }
    List<String> jarless = lines(left, "jarless failed ");
    assertEquals(1, jarless.size(), left.out());
    assertTrue(
        jarless.get(0).startsWith("jarless failed the workers do not have the jars of ccl: "),
        left.out());
  }

  /** Rounds count when their replicate arrives; what was finished before counts at once. */
  @Test
  void roundsAreToldAndThoseOfAnEarlierCallToo() throws Exception {
    Sparks.Left left =
        Sparks.drive(
            directory,
            Map.of(),
            "open local[1] none",
            sweep("alone", "none"),
            sweep("alone", "none"),
            "close");
    assertEquals(0, left.code(), left.err());
    assertEquals(grid.expected(), Grid.digests(directory.resolve("alone")), left.err());
    List<String> told = lines(left, "alone told ");
    long all = 2 * 3 * 3000;
    assertEquals(List.of("alone told " + all, "alone told " + all), told);
  }

  @Test
  @EnabledIfSystemProperty(named = "ccl.thorough", matches = "true")
  void aReplicateThatEndsItsWorkersIsNamedAndTheRestIsFinished() throws Exception {
    Sparks.Left left =
        Sparks.drive(
            directory,
            Sparks.cluster(),
            "open " + CLUSTER + " " + Sparks.jars(directory),
            sweep("deadly", "deadly"),
            sweep("deadly", "kept"));
    assertEquals(0, left.code(), left.err());
    assertSeed2Failed(left, "deadly", "it ends its worker: tried 4 times: .*137.*");
    assertEquals(grid.expected(), Grid.digests(directory.resolve("deadly")), left.err());
  }

  @Test
  @EnabledIfSystemProperty(named = "ccl.thorough", matches = "true")
  void workersWithNumbersOfAnotherVersionRefuse() throws Exception {
    Sparks.Left left =
        Sparks.drive(
            directory,
            Sparks.cluster(),
            "open " + CLUSTER + " " + Sparks.jarsOfOtherNumbers(directory),
            sweep("other", "none"));
    List<String> failed = lines(left, "other failed ");
    assertEquals(6, failed.size(), left.out() + left.err());
    String reason = "the worker belongs to another run: its code is .*, not .*";
    assertTrue(
        failed.stream()
            .allMatch(
                line ->
                    line.matches(
                        "other failed (judge|separation)-.*, IOException: seed [123]: " + reason)),
        left.out());
  }

  /** One line per cell, and no other. */
  private static void assertSeed2Failed(Sparks.Left left, String name, String reason) {
    List<String> failed = lines(left, name + " failed ");
    assertEquals(2, failed.size(), left.out() + left.err());
    for (String line : failed) {
      assertTrue(
          line.matches(name + " failed (judge|separation)-.*, IOException: seed 2: " + reason),
          line);
    }
  }

  private static List<String> lines(Sparks.Left left, String before) {
    return left.out().lines().filter(line -> line.startsWith(before)).toList();
  }

  /** How many runs say that their workers had this library. */
  private static long workersWith(Path root, String library) throws IOException {
    long count = 0;
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(it -> it.endsWith("workers.json")).toList()) {
        count += Files.readString(file).contains(library) ? 1 : 0;
      }
    }
    return count;
  }
}
