package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.sweep.SweepFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** {@code ccl cluster} writes what {@code ccl sweep} does; its failures are a line. */
class ClusterCommandsTest {
  /** What the JVM says about the flags that Spark asks for, and cannot be silent about. */
  private static final List<String> SPARKS_FLAGS =
      List.of(
          "WARNING: Using incubator modules: jdk.incubator.vector",
          "WARNING: package sun.security.action not in java.base"); // Java 25

  @TempDir private Path directory;
  private Grid grid;

  @BeforeEach
  void sweepOnThisMachine() throws IOException {
    grid = Grid.in(directory);
  }

  @Test
  void aSweepWritesTheSameFilesAndAFailureIsNamed() throws Exception {
    Path one = at("one.yaml");
    Files.writeString(
        one, "instances: [judge.json]\nlearners: [practical]\nrounds: 2000\nseeds: 2\n");
    Sparks.Left left =
        Sparks.drive(
            directory,
            Map.of(),
            "ccl " + grid.file() + " --master local[2]", // to out/ and the name of the file
            "ccl "
                + one
                + " --master local[2] --out "
                + at("half")
                + " --checkpoints "
                + damaged(one));
    assertEquals(List.of(0, 1), exits(left), left.err());
    assertEquals(grid.expected(), Grid.digests(at("out/grid")));
    assertTrue(left.out().contains("2 cells; written: " + Path.of("out", "grid")), left.out());
    List<String> complaints = left.err().lines().filter(line -> line.contains("seed 2: ")).toList();
    assertEquals(1, complaints.size(), left.err());
    assertTrue(complaints.get(0).startsWith("ccl: judge-practical-"), left.err());
    assertTrue(complaints.get(0).contains("-seed2.json is damaged"), left.err());
    String rest = "what was finished is in " + at("half") + "; the same command runs the rest\n";
    assertTrue(left.err().contains("\nccl: " + rest), left.err());
  }

  /** A place where a worker left something else than a checkpoint of seed 2. */
  private String damaged(Path file) throws IOException {
    RunPlan plan = SweepFile.read(file).get(0);
    String name = plan.identity().digest().substring(0, 32) + "-seed2.json";
    Files.writeString(Files.createDirectories(at("workers")).resolve(name), "{");
    return at("workers").toUri().toString();
  }

  /** Spark has a hook of its own, which closes what commands still use. */
  @Test
  void anInterruptionIsOneLineAndTheSameCommandGoesOn() throws Exception {
    Path file = at("long.yaml");
    Files.writeString(
        file, "instances: [judge.json]\nlearners: [practical]\nrounds: 3000000\nseeds: 2\n");
    Sparks.Left left =
        Sparks.drive(
            directory,
            Map.of(),
            driver -> {
              while (driver.isAlive() && !Files.exists(at("kept"))) {
                Thread.sleep(20);
              }
              driver.destroy();
            },
            "ccl "
                + file
                + " --master local[2] --checkpoint-seconds 1 --checkpoints "
                + at("kept").toUri());
    assertEquals(143, left.code(), left.err());
    assertEquals(
        List.of("ccl: interrupted; the same command goes on in " + Path.of("out", "long")),
        complaints(left));
  }

  @Test
  void badInputIsOneLine() throws Exception {
    Files.writeString(at("taken"), "a file");
    Files.createDirectories(at("e"));
    Files.writeString(at("e/thesis.txt"), "not a run");
    String sweep = "ccl " + grid.file() + " --out " + at("a") + " --master ";
    List<String> complaints =
        refused(
            sweep + "nonsense",
            sweep + "spark://127.0.0.1:1",
            sweep + "local[1] --checkpoints " + at("taken").toUri(),
            sweep + "local[1] --checkpoints nofs://host/kept",
            "ccl " + grid.file() + " --checkpoint-seconds 0 --out " + at("d"),
            "ccl " + at("none.yaml"),
            "ccl " + grid.file() + " --nonsense",
            "ccl " + grid.file() + " --out " + at("e"));
    assertTrue(complaints.get(0).startsWith("ccl: --master nonsense: "), complaints.get(0));
    assertEquals(
        "ccl: --master spark://127.0.0.1:1: nobody answers there: Connection refused",
        complaints.get(1));
    assertTrue(
        complaints.get(2).startsWith("ccl: --checkpoints " + at("taken").toUri() + ": "),
        complaints.get(2));
    assertTrue(
        complaints.get(3).startsWith("ccl: --checkpoints nofs://host/kept: "), complaints.get(3));
    assertFalse(Files.exists(at("d")), "refused before anything is made");
    assertTrue(complaints.get(5).contains("none.yaml: no such file"), complaints.get(5));
    assertEquals("ccl: " + at("e") + " is not empty and holds no sweep", complaints.get(7));
  }

  /** Hadoop knocks ten times before it gives up. */
  @Test
  @EnabledIfSystemProperty(named = "ccl.thorough", matches = "true")
  void anUnreachableFileSystemIsOneLine() throws Exception {
    String place = "hdfs://127.0.0.1:1/kept";
    String complaint =
        refused(
                "ccl "
                    + grid.file()
                    + " --out "
                    + at("a")
                    + " --master local[1] --checkpoints "
                    + place)
            .get(0);
    assertTrue(complaint.startsWith("ccl: --checkpoints " + place), complaint);
  }

  /** Only those who may mount can fill a disk without filling everyone's. */
  @Test
  @EnabledIfSystemProperty(named = "ccl.thorough", matches = "true")
  void aFullDiskIsOneLineAndTheSameCommandGoesOn() throws Exception {
    String disk = Files.createDirectory(at("disk")).toString();
    assumeTrue(does("mount", "-t", "tmpfs", "-o", "size=48k", "tmpfs", disk), "no mount here");
    try {
      String sweep = "ccl " + grid.file() + " --master local[2] --out " + disk + "/out";
      String complaint = refused(sweep).get(0);
      assertTrue(complaint.contains("No space left on device"), complaint);
      assertTrue(does("mount", "-o", "remount,size=8m", disk));
      assertEquals(List.of(0), exits(Sparks.drive(directory, Map.of(), sweep)));
      assertEquals(grid.expected(), Grid.digests(at("disk/out")));
    } finally {
      assertTrue(does("umount", disk));
    }
  }

  private static boolean does(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
  }

  /** The complaints about commands that all fail for their input, one line each. */
  private List<String> refused(String... lines) throws Exception {
    Sparks.Left left = Sparks.drive(directory, Map.of(), lines);
    assertEquals(0, left.code(), left.err());
    assertTrue(exits(left).stream().allMatch(code -> code == 2), left.out() + left.err());
    List<String> complaints = complaints(left);
    assertEquals(lines.length, complaints.size(), left.err());
    return complaints;
  }

  private static List<String> complaints(Sparks.Left left) {
    return left.err().lines().filter(line -> !SPARKS_FLAGS.contains(line)).toList();
  }

  private static List<Integer> exits(Sparks.Left left) {
    List<Integer> codes = new ArrayList<>();
    left.out()
        .lines()
        .filter(line -> line.startsWith("exit "))
        .forEach(line -> codes.add(Integer.valueOf(line.substring(5))));
    return codes;
  }

  private Path at(String name) {
    return directory.resolve(name);
  }
}
