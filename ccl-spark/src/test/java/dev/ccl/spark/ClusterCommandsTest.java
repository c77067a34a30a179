package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.cli.RunOptions;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.report.verify.VerifyPlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What {@code ccl cluster} prints and writes is what {@code ccl} does; its failures are a line. */
class ClusterCommandsTest {
  private static final String VERIFY =
      "verify --claims C05,C16,C24 --instances random --seed 3 --liar lambda-dropped --out ";

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
  void commandsSayAndWriteTheSame() throws Exception {
    String run = "run " + at("judge.json") + " --rounds 2000 --record 5,70 --seeds 2 --out ";
    Sparks.Left left =
        Sparks.drive(
            directory,
            Map.of(),
            "ccl sweep " + grid.file() + " --master local[2]", // to out/ and the name of the file
            "ccl " + run + at("there") + " --master local[2]",
            "ccl " + VERIFY + at("lies") + " --master local[2]",
            again(),
            "ccl " + damaged(run + at("half")) + " --master local[2]");
    assertEquals(List.of(0, 0, 1, 1, 1), exits(left), left.err()); // the fourth believed a lie
    assertEquals(grid.expected(), Grid.digests(at("out/grid")));
    String swept = local(0, "sweep " + grid.file() + " --out " + at("here"));
    assertTrue(
        left.out().contains(swept.replace(at("here") + "", Path.of("out", "grid") + "")),
        left.out());

    String ran = local(0, run + at("here-run"));
    assertEquals(Grid.digests(at("here-run")), Grid.digests(at("there")));
    assertTrue(left.out().contains(ran.replace("here-run", "there")), left.out());

    String verified = local(1, VERIFY + at("here-lies"));
    assertTrue(left.out().contains(verified.replace("here-lies", "lies")), left.out());
    assertEquals(
        Files.readString(at("here-lies/counterexample-C16.json")),
        Files.readString(at("lies/counterexample-C16.json")));
    assertFalse(Files.exists(at("lies/verified")), "nothing is kept of what is complete");

    List<String> complaints =
        left.err().lines().filter(line -> line.startsWith("ccl: " + at("half"))).toList();
    assertEquals(1, complaints.size(), left.err());
    assertTrue(complaints.get(0).startsWith("ccl: " + at("half") + ", seed 2: "), left.err());
    assertTrue(complaints.get(0).contains("-seed2.json is damaged"), left.err());
    assertTrue(
        left.err()
            .contains(
                "\nccl: what was finished is in "
                    + at("half")
                    + "; the same command runs the rest\n"),
        left.err());
    assertTrue(left.err().contains("\nccl: warning: gamma = "), left.err());
  }

  /** A run of which a worker left something else than a checkpoint of seed 2. */
  private String damaged(String run) throws IOException {
    RunOptions options =
        CommandLine.populateCommand(new RunOptions(), run.substring("run ".length()).split(" "));
    RunPlan plan = options.plan(options.learner());
    String name = plan.identity().digest().substring(0, 32) + "-seed2.json";
    Files.writeString(Files.createDirectories(at("workers")).resolve(name), "{");
    return run + " --checkpoints " + at("workers").toUri();
  }

  /** A verification that was broken off, of which a verdict is kept that no other would find. */
  private String again() throws IOException {
    Instance judge = InstanceReader.read(at("judge.json"));
    List<String> claims = List.of("C16");
    VerifyPlan plan = VerifyPlan.of(claims, Optional.empty(), 1, false);
    VerifyPlan lie = VerifyPlan.of(claims, Optional.of("lambda-dropped"), 1, false);
    Path kept = Files.createDirectories(at("again/verified"));
    String verdicts = lie.verify(judge, claim -> {});
    JsonFile.writeSealed(
        kept.resolve(plan.digest(judge) + ".json"),
        json -> json.writeStringField("verdicts", verdicts));
    return "ccl verify --claims C16 --seed 1 --master local[2] --instances "
        + at("judge.json")
        + " --out "
        + at("again");
  }

  /** Spark has a hook of its own, which closes what commands still use. */
  @Test
  void anInterruptionIsOneLineAndTheSameCommandGoesOn() throws Exception {
    String run = "run " + at("judge.json") + " --rounds 3e6 --preset practical --seeds 2 --out ";
    String there = "ccl " + run + at("there") + " --master local[2] --checkpoint-seconds 1";
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
            there + " --checkpoints " + at("kept").toUri());
    assertEquals(143, left.code(), left.err());
    assertEquals(
        List.of("ccl: interrupted; the same command continues the run in " + at("there")),
        left.err()
            .lines()
            .filter(line -> !SPARKS_FLAGS.contains(line) && !line.startsWith("{")) // progress
            .toList());
  }

  @Test
  void badInputIsOneLine() throws Exception {
    Files.writeString(at("taken"), "a file");
    Files.createDirectories(at("e"));
    Files.writeString(at("e/thesis.txt"), "not a run");
    String sweep = "ccl sweep " + grid.file() + " --out " + at("a") + " --master ";
    List<String> complaints =
        refused(
            sweep + "nonsense",
            sweep + "spark://127.0.0.1:1",
            sweep + "local[1] --checkpoints " + at("taken").toUri(),
            sweep + "local[1] --checkpoints nofs://host/kept",
            sweep + "local[1] --checkpoint-seconds 0",
            "ccl sweep " + at("none.yaml"),
            "ccl run " + at("judge.json") + " --rounds 0 --out " + at("b"),
            "ccl verify --claims C99",
            "ccl verify --instances nowhere",
            "ccl reproduce --quick --master nonsense --out " + at("c"),
            "ccl reproduce --quick --master local[1] --checkpoint-seconds 0 --out " + at("d"),
            "ccl reproduce --quick --seed 3 --master local[1] --out " + at("e"));
    assertTrue(complaints.get(0).startsWith("ccl: --master nonsense: "), complaints.get(0));
    assertEquals(
        "ccl: --master spark://127.0.0.1:1: nobody answers there: Connection refused",
        complaints.get(1));
    assertTrue(
        complaints.get(2).startsWith("ccl: --checkpoints " + at("taken").toUri() + ": "),
        complaints.get(2));
    assertTrue(
        complaints.get(3).startsWith("ccl: --checkpoints nofs://host/kept: "), complaints.get(3));
    assertTrue(complaints.get(5).contains("none.yaml: no such file"), complaints.get(5));
    assertTrue(complaints.get(9).startsWith("ccl: --master nonsense: "), complaints.get(9));
    assertFalse(Files.exists(at("d")), "refused before anything is made");
    assertEquals("ccl: " + at("e") + " is not empty and holds no reproduction", complaints.get(11));
  }

  /** Hadoop knocks ten times before it gives up. */
  @Test
  @EnabledIfSystemProperty(named = "ccl.thorough", matches = "true")
  void anUnreachableFileSystemIsOneLine() throws Exception {
    String place = "hdfs://127.0.0.1:1/kept";
    List<String> complaints =
        refused(
            "ccl sweep "
                + grid.file()
                + " --out "
                + at("a")
                + " --master local[1] --checkpoints "
                + place);
    assertTrue(complaints.get(0).startsWith("ccl: --checkpoints " + place), complaints.get(0));
  }

  /** Only those who may mount can fill a disk without filling everyone's. */
  @Test
  @EnabledIfSystemProperty(named = "ccl.thorough", matches = "true")
  void aFullDiskIsOneLineAndTheSameCommandGoesOn() throws Exception {
    String disk = Files.createDirectory(at("disk")).toString();
    assumeTrue(does("mount", "-t", "tmpfs", "-o", "size=48k", "tmpfs", disk), "no mount here");
    try {
      String sweep = "ccl sweep " + grid.file() + " --master local[2] --out " + disk + "/out";
      String complaint = refused(sweep).get(0);
      assertTrue(complaint.contains("No space left on device; make room"), complaint);
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
    List<String> complaints =
        left.err().lines().filter(line -> !SPARKS_FLAGS.contains(line)).toList();
    assertEquals(lines.length, complaints.size(), left.err());
    return complaints;
  }

  private static List<Integer> exits(Sparks.Left left) {
    List<Integer> codes = new ArrayList<>();
    left.out()
        .lines()
        .filter(line -> line.startsWith("exit "))
        .forEach(line -> codes.add(Integer.valueOf(line.substring(5))));
    return codes;
  }

  /** What the command prints without a cluster. */
  private static String local(int code, String line) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    assertEquals(
        code,
        dev.ccl.cli.Main.execute(new PrintWriter(out), new PrintWriter(err), line.split(" ")),
        err.toString());
    return out.toString();
  }

  private Path at(String name) {
    return directory.resolve(name);
  }
}
