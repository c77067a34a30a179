package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Checkpoints;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.algorithms.run.Replicate;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.run.Provenance;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.experiments.run.Subject;
import dev.ccl.experiments.sweep.Executor;
import dev.ccl.experiments.sweep.Sweep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.util.SerializableConfiguration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What arrives goes into the directory of its cell; there is no cluster here. */
class RunDirectoriesTest {
  private static final List<RunPlan> PLANS = List.of(plan(10, 3), plan(20, 2));

  @TempDir private Path directory;
  private List<Sweep.Cell> cells;
  private ReplicateTask.Keep keep;
  private final List<String> failed = new ArrayList<>();
  private final Executor.FailureListener failures =
      (cell, reason) -> failed.add(cell.name() + ", " + reason.getMessage());

  private static RunPlan plan(int rounds, int seeds) {
    return RunPlan.of(
        Subject.of("judge.json", SeparationInstance.of(1, 2, 2, 0.5)),
        Ccl.practical(),
        RecordedRounds.logarithmic(rounds),
        4,
        seeds);
  }

  @BeforeEach
  void twoCells() {
    cells =
        List.of(
            new Sweep.Cell("short", PLANS.get(0), directory.resolve("a")),
            new Sweep.Cell("long", PLANS.get(1), directory.resolve("b")));
    keep =
        new ReplicateTask.Keep(
            new Here<>(new SerializableConfiguration(new Configuration())),
            directory.resolve("kept").toUri(),
            Duration.ofHours(1),
            journal -> journal);
  }

  private static Replicate end(int cell, long seed) {
    RunPlan plan = PLANS.get(cell);
    return plan.replicates().run(seed, 1, 1).get(0);
  }

  private static Delivery finished(int cell, long seed, long resumed) {
    return finished(cell, seed, resumed, cell);
  }

  /** A seed of a plan, for one of several cells that have this plan. */
  private static Delivery finished(int planOfCell, long seed, long resumed, int cell) {
    RunPlan plan = PLANS.get(planOfCell);
    Replicate end = end(planOfCell, seed);
    byte[] checkpoint = Checkpoints.bytes(plan.identity(), end);
    return Delivery.finished(cell, seed, checkpoint, plan.rows(end), resumed, Provenance.here());
  }

  private HadoopCheckpoints kept(int cell) {
    return keep.checkpoints(PLANS.get(cell).identity(), Cadence.AT_THE_END);
  }

  @Test
  void aCellIsFinishedWithItsLastSeedAndForgetsItsCheckpointsOnlyThen() throws IOException {
    RunPlan plan = PLANS.get(0);
    try (RunJob job = RunJob.open(plan, directory.resolve("here"), StartMode.RESUMED)) {
      job.run(1, Cadence.AT_THE_END, Monitor.NONE);
    }
    try (RunDirectories directories = new RunDirectories(cells, Optional.of(keep), failures)) {
      assertEquals(List.of(4L, 5L, 6L), directories.open(0));
      assertEquals(List.of(4L, 5L), directories.open(1));
      kept(0).keep(end(0, 4));
      kept(0).keep(end(0, 6));
      kept(1).keep(end(1, 4));
      directories.accept(finished(0, 6, 3));
      directories.accept(finished(0, 4, 7));
      assertFalse(Files.exists(directory.resolve("a/run.json")));
      assertTrue(kept(0).find(4).isPresent());
      directories.accept(finished(0, 5, 0));
      assertEquals(Grid.digests(directory.resolve("here")), Grid.digests(directory.resolve("a")));
      assertEquals(Optional.empty(), kept(0).find(4));
      assertEquals(Optional.empty(), kept(0).find(6));
      assertTrue(kept(1).find(4).isPresent(), "the other cell still runs");
      assertEquals(List.of(), failed);
    }
    try (RunDirectories directories = new RunDirectories(cells, Optional.of(keep), failures)) {
      assertEquals(List.of(), directories.open(0));
    }
  }

  /**
   * The driver runs nothing itself, nor does a cell count as done for want of seeds to wait for.
   */
  @Test
  void whatFailedIsNamedAndLeftForTheNextTime() throws IOException {
    try (RunDirectories directories = new RunDirectories(cells, Optional.of(keep), failures)) {
      directories.open(0);
      directories.open(1);
      kept(1).keep(end(1, 5));
      directories.accept(Delivery.failed(1, 5, "no room"));
      directories.accept(finished(1, 4, 0));
      directories.accept(finished(1, 4, 0)); // twice is not two
      directories.accept(finished(0, 4, 0));
      directories.accept(finished(0, 5, 0));
      directories.lost(new ReplicateTask.Seed(0, 6), "tried 4 times");
      assertEquals(
          List.of("long, seed 5: no room", "short, seed 6: it ends its worker: tried 4 times"),
          failed);
      assertTrue(kept(1).find(5).isPresent(), "it goes on from there");
    }
    try (RunDirectories directories = new RunDirectories(cells, Optional.of(keep), failures)) {
      assertEquals(List.of(6L), directories.open(0));
      assertEquals(List.of(5L), directories.open(1));
      directories.accept(finished(1, 5, 0));
      directories.accept(finished(1, 5, 0));
      assertTrue(Files.exists(directory.resolve("b/run.json")));
      assertFalse(Files.exists(directory.resolve("a/run.json")));
    }
  }

  /** A process may open a thousand files or so; an unfinished directory has one. */
  @Test
  void thousandsOfUnfinishedCellsOpenFewFiles() throws IOException {
    assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "counts open files by /proc");
    List<Sweep.Cell> many = new ArrayList<>();
    for (int i = 0; i < 1500; i++) {
      many.add(new Sweep.Cell("cell " + i, PLANS.get(1), directory.resolve("many/" + i)));
    }
    long before = openFiles();
    try (RunDirectories directories = new RunDirectories(many, Optional.empty(), failures)) {
      for (int i = 0; i < many.size(); i++) {
        assertEquals(List.of(4L, 5L), directories.open(i));
      }
      assertTrue(openFiles() - before < 200, openFiles() + " files are open");
      directories.accept(finished(1, 4, 0, 0)); // of cells whose directories were closed meanwhile
      directories.accept(finished(1, 4, 0, 1499));
      directories.accept(finished(1, 5, 0, 0));
      assertTrue(Files.exists(many.get(0).directory().resolve("run.json")));
      assertFalse(Files.exists(many.get(1499).directory().resolve("run.json")));
      assertEquals(List.of(), failed);
    }
  }

  private static long openFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.count();
    }
  }

  /** The driver was ended between the end of a cell and the end of its checkpoints. */
  @Test
  void aCellWithoutSeedsLeftIsFinishedWhereItIsOpened() throws IOException {
    try (RunDirectories directories = new RunDirectories(cells, Optional.empty(), failures)) {
      directories.open(1);
      directories.accept(finished(1, 5, 0));
      directories.accept(finished(1, 4, 0));
    }
    kept(1).keep(end(1, 5));
    kept(0).keep(end(0, 5));
    try (RunDirectories directories = new RunDirectories(cells, Optional.of(keep), failures)) {
      assertEquals(List.of(), directories.open(1));
      assertEquals(Optional.empty(), kept(1).find(5));
      assertTrue(kept(0).find(5).isPresent());
      try (RunDirectories another = new RunDirectories(cells, Optional.of(keep), failures)) {
        assertEquals(List.of(), another.open(1), "and left to others at once");
      }
    }
  }
}
