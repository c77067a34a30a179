package dev.ccl.spark.command;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.Subject;
import dev.ccl.experiments.sweep.Sweep;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Masters are knocked at before Spark is, and jobs know how long they are. */
class ClusterTest {
  @Test
  void oneMasterOfSeveralThatAnswersWillDo() throws IOException {
    try (ServerSocket master = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
      String there = "127.0.0.1:" + master.getLocalPort();
      assertDoesNotThrow(() -> Cluster.answer("spark://" + there));
      assertDoesNotThrow(() -> Cluster.answer("spark://127.0.0.1:1," + there));
      assertDoesNotThrow(() -> Cluster.answer("spark://" + there + ",127.0.0.1:1"));
    }
  }

  /** A bar reaches its end when all seeds of all runs have made all of their rounds. */
  @Test
  void aJobHasTheRoundsOfAllSeeds() {
    Instance instance = SeparationInstance.of(1, 2, 2, 0.5);
    List<Sweep.Cell> cells = new ArrayList<>();
    for (int seeds = 2; seeds <= 3; seeds++) {
      RunPlan plan =
          RunPlan.of(
              Subject.of("judge.json", instance),
              Learners.named("practical"),
              RecordedRounds.of(new long[] {2}, 10L * seeds),
              1,
              seeds);
      cells.add(new Sweep.Cell("cell " + seeds, plan, Path.of("out", "" + seeds)));
    }
    Cluster.Job job = Cluster.Job.ofRounds("a task", cells, "advice", "kept");
    assertEquals(new Cluster.Job("a task", "rounds", 2 * 20 + 3 * 30, "advice", "kept"), job);
  }

  /** Spark's ports obey whoever calls: inside the program only this machine may. */
  @Test
  void sparkInsideTheProgramListensOnLoopbackAlone() throws IOException {
    assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "finds open ports by /proc");
    Set<String> before = outerPorts();
    Cluster cluster = new Cluster();
    new CommandLine(cluster).parseArgs("--master=local[1]");
    int code =
        cluster.use(
            new Cluster.Job("a task", "rounds", 1, "advice", "kept"),
            new PrintWriter(new StringWriter()),
            (spark, progress) -> {
              Set<String> open = outerPorts();
              open.removeAll(before);
              assertEquals(Set.of(), open);
              return new Cluster.Ending(ImmutableList.of(), false);
            });
    assertEquals(0, code);
  }

  /**
   * The ports of this process on which it listens for other machines, as the system writes them.
   */
  private static Set<String> outerPorts() throws IOException {
    Set<String> sockets = new HashSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path file : files) {
        try {
          sockets.add(Files.readSymbolicLink(file).toString());
        } catch (NoSuchFileException e) {
          continue; // closed meanwhile
        }
      }
    }
    Set<String> ports = new TreeSet<>();
    for (String table : List.of("/proc/self/net/tcp", "/proc/self/net/tcp6")) {
      for (String line : Files.readAllLines(Path.of(table))) {
        List<String> fields = Splitter.on(' ').trimResults().omitEmptyStrings().splitToList(line);
        boolean listens = fields.get(3).equals("0A");
        boolean loopback =
            fields.get(1).matches("0100007F:.*")
                || fields.get(1).matches("0{16}FFFF0{4}0100007F:.*")
                || fields.get(1).matches("0{24}01000000:.*");
        if (listens && !loopback && sockets.contains("socket:[" + fields.get(9) + "]")) {
          ports.add(fields.get(1));
        }
      }
    }
    return ports;
  }

  @Test
  void onlyMastersOfSparkItselfAreKnockedAt() {
    assertDoesNotThrow(() -> Cluster.answer("k8s://https://127.0.0.1:1"));
    assertDoesNotThrow(() -> Cluster.answer("local[2]"));
  }

  /** Runs that nobody can wait for. */
  @Test
  void moreRoundsThanANumberHolds() {
    RunPlan plan =
        RunPlan.of(
            Subject.of("judge.json", SeparationInstance.of(1, 2, 2, 0.5)),
            Learners.named("practical"),
            RecordedRounds.of(new long[] {2}, 1L << 61),
            1,
            3);
    Sweep.Cell cell = new Sweep.Cell("cell", plan, Path.of("out"));
    assertEquals(3L << 61, Cluster.Job.ofRounds("a task", List.of(cell), "advice", "kept").total());
    assertEquals(
        Long.MAX_VALUE,
        Cluster.Job.ofRounds("a task", List.of(cell, cell), "advice", "kept").total());
  }

  private static String refusal(Cluster cluster) {
    Cluster.Job job = new Cluster.Job("a task", "rounds", 1, "advice", "kept");
    return assertThrows(
            IllegalArgumentException.class,
            () ->
                cluster.use(
                    job,
                    new PrintWriter(new StringWriter()),
                    (spark, progress) -> {
                      throw new AssertionError("nothing is to be done there");
                    }))
        .getMessage();
  }

  /** Whoever says it on the command line knows better than spark-submit. */
  @Test
  void theMasterIsThatOfTheCommandThenThatOfSparkSubmit() {
    String before = System.getProperty("spark.master");
    try {
      System.setProperty("spark.master", "spark://theirs:port");
      assertEquals(
          "--master spark://theirs:port: Unparseable port number: theirs:port",
          refusal(new Cluster()));
      Cluster ours =
          CommandLine.populateCommand(new Cluster(), "--master", "spark://ours:port,b:1");
      assertEquals(
          "--master spark://ours:port,b:1: Unparseable port number: ours:port", refusal(ours));
    } finally {
      if (before == null) {
        System.clearProperty("spark.master");
      } else {
        System.setProperty("spark.master", before);
      }
    }
  }

  /** An address of this machine that is hardly used, where a system has more than one. */
  @Test
  void aMasterIsWhereMastersUsuallyAre() throws IOException {
    try (ServerSocket master = new ServerSocket()) {
      try {
        master.bind(new InetSocketAddress("127.0.70.77", 7077));
      } catch (BindException e) {
        abort("no such address, or taken");
      }
      assertDoesNotThrow(() -> Cluster.answer("spark://127.0.70.77"));
    }
  }
}
