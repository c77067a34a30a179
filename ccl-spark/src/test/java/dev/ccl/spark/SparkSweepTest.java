package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.sweep.Sweep;
import dev.ccl.experiments.sweep.SweepFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a sweep do not tell on what it ran, nor what happened on the way. */
class SparkSweepTest {
  @TempDir private Path directory;
  private Path grid;
  private TreeMap<String, String> expected;

  @BeforeEach
  void sweepOnThisMachine() throws IOException {
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), directory.resolve("judge.json"));
    grid = directory.resolve("grid.yaml");
    Sparks.write(
        grid,
        """
        instances: [judge.json]
        learners: [direct-matching, {learner: ccl, preset: practical}]
        rounds: 3000
        seeds: 3
        """);
    Path here = directory.resolve("here");
    Sweep.of(here, SweepFile.read(grid)).run(2, Cadence.AT_THE_END, Monitor.NONE);
    expected = digests(here);
    assertEquals(6, expected.size(), expected.keySet().toString());
  }

  @Test
  void commandsOnThisMachineWriteTheSameBytes() throws Exception {
    Path out = directory.resolve("local");
    Path taken = directory.resolve("taken");
    Sparks.write(taken, "a file");
    Sparks.Left left =
        Sparks.drive(
            directory,
            Map.of(),
            "commands",
            "sweep " + grid + " --master local[2] --out " + out,
            "sweep " + grid + " --master nonsense --out " + directory.resolve("a"),
            "sweep "
                + grid
                + " --out "
                + directory.resolve("b")
                + " --checkpoints "
                + taken.toUri(),
            "sweep " + directory.resolve("none.yaml"));
    assertEquals(0, left.code(), left.err());
    assertEquals(expected, digests(out));
    assertEquals(
        List.of("exit 0", "exit 2", "exit 2", "exit 2"),
        left.out().lines().filter(line -> line.startsWith("exit")).toList(),
        left.err());
    List<String> complaints = left.err().lines().filter(line -> line.startsWith("ccl: ")).toList();
    assertEquals(3, complaints.size(), left.err());
    assertTrue(complaints.get(0).contains("--master nonsense: "), left.err());
    assertTrue(complaints.get(1).contains("--checkpoints " + taken.toUri()), left.err());
    assertTrue(complaints.get(2).endsWith("none.yaml: no such file"), left.err());
    assertFalse(left.err().contains("\tat "), left.err());
  }

  @Test
  void aClusterWritesTheSameBytesWhateverHappensToItsExecutors() throws Exception {
    Path home = Sparks.home();
    Sparks.Left left =
        Sparks.drive(
            directory,
            Map.of("SPARK_HOME", home.toString(), "SPARK_SCALA_VERSION", "2.13"),
            "sweeps",
            "local-cluster[2,1,1024]",
            grid.toString(),
            directory.toString(),
            Sparks.jars(directory));
    assertEquals(0, left.code(), left.err());
    assertEquals(expected, digests(directory.resolve("plain")), left.err());
    assertEquals(2, workersWith(directory.resolve("plain"), "guava 32.0.0-jre"), left.err());
    assertTrue(Files.exists(directory.resolve("mark")), "an executor halted");
    assertEquals(expected, digests(directory.resolve("halting")), left.err());
    assertTrue(round(left, "halting resumed ") > 0, left.out());
    assertEquals(0, round(left, "plain resumed "), left.out());
    List<String> failed =
        left.out().lines().filter(line -> line.startsWith("failing failed ")).toList();
    assertEquals(2, failed.size(), "one line per cell: " + failed);
    for (String line : failed) {
      assertTrue(
          line.matches("failing failed judge-.*, seed 2: IOException: No space left on device"),
          line);
    }
    assertEquals(expected, digests(directory.resolve("failing")), "a rerun finishes the rest");
    try (Stream<Path> kept = Files.list(directory.resolve("kept"))) {
      assertEquals(List.of(), kept.toList(), "no checkpoint of a finished run stays");
    }
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

  private static long round(Sparks.Left left, String before) {
    return left.out()
        .lines()
        .filter(line -> line.startsWith(before))
        .mapToLong(line -> Long.parseLong(line.substring(before.length())))
        .findFirst()
        .orElseThrow();
  }

  static TreeMap<String, String> digests(Path root) throws IOException {
    TreeMap<String, String> digests = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (file.endsWith("workers.json")) {
          continue; // on what workers ran, where it is not what the driver runs on
        }
        digests.put(
            root.relativize(file).toString(),
            MoreFiles.asByteSource(file).hash(Hashing.sha256()).toString());
      }
    }
    return digests;
  }
}
