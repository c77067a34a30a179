package dev.ccl.spark.command;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.ccl.algorithms.Learners;
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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
