package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Checkpoints;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.algorithms.run.Replicate;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.run.Provenance;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.Subject;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskContext$;
import org.apache.spark.util.SerializableConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replicates of several cells in one task; there is no cluster here. */
class ReplicateTaskTest {
  private static final List<RunPlan> PLANS =
      List.of(
          plan("one.json", SeparationInstance.of(1, 2, 2, 0.5), 20),
          plan("one.json", SeparationInstance.of(1, 2, 2, 0.5), 30),
          plan("two.json", SeparationInstance.of(2, 3, 1, 0.75), 20));

  @TempDir private Path directory;

  private static RunPlan plan(String file, Instance instance, int rounds) {
    return RunPlan.of(
        Subject.of(file, instance), Ccl.practical(), RecordedRounds.logarithmic(rounds), 1, 3);
  }

  @BeforeEach
  void beOnAWorker() {
    TaskContext$.MODULE$.setTaskContext(TaskContext$.MODULE$.empty());
  }

  @AfterEach
  void leave() {
    TaskContext$.MODULE$.unset();
  }

  private static ReplicateTask task(Optional<ReplicateTask.Keep> keep) {
    HashMap<String, byte[]> instances = new HashMap<>();
    PLANS.forEach(plan -> instances.put(plan.subject().digest(), plan.subject().bytes()));
    return new ReplicateTask(
        PLANS.stream().map(CellText::of).toList(), new Here<>(instances), keep);
  }

  private static Replicate alone(RunPlan plan, long seed) {
    return plan.replicates().run(seed, 1, 1).get(0);
  }

  /** Does something with every replicate after it was kept. */
  private Delivery piece(Duration every, Consumer<Replicate> then) {
    ReplicateTask.Tap tap =
        journal -> {
          assertEquals(Cadence.every(every).toString(), journal.cadence().toString());
          return new Taps.Tapped(journal) {
            @Override
            public void keep(Replicate replicate) {
              super.keep(replicate);
              then.accept(replicate);
            }
          };
        };
    ReplicateTask.Keep keep =
        new ReplicateTask.Keep(
            new Here<>(new SerializableConfiguration(new Configuration())),
            directory.toUri(),
            every,
            tap);
    return task(Optional.of(keep)).replicate(new ReplicateTask.Seed(1, 2));
  }

  @Test
  void everyReplicateIsOneOfItsOwnCell() {
    ReplicateTask task = task(Optional.empty());
    int[] cells = {0, 0, 1, 2, 2, 0};
    for (int i = 0; i < cells.length; i++) {
      RunPlan plan = PLANS.get(cells[i]);
      long seed = 1L + i % 3;
      Delivery delivery = task.replicate(new ReplicateTask.Seed(cells[i], seed));
      Replicate expected = alone(plan, seed);
      assertTrue(!delivery.isFailed(), delivery.failure());
      assertEquals(cells[i], delivery.cell());
      assertEquals(seed, delivery.seed());
      assertEquals(plan.rows(expected), delivery.rows(), "cell " + cells[i]);
      assertArrayEquals(Checkpoints.bytes(plan.identity(), expected), delivery.checkpoint());
      assertEquals(0, delivery.resumed());
      assertEquals(Provenance.here(), delivery.made());
    }
  }

  /** Without a wait between checkpoints there is one after the first round, which is a stretch. */
  @Test
  void aReplicateIsKeptAsOftenAsAsked() {
    List<Long> kept = new ArrayList<>();
    Consumer<Replicate> note = replicate -> kept.add(replicate.state().round());
    piece(Duration.ofDays(1), note);
    assertEquals(List.of(30L), kept);
    kept.clear();
    leaveNothing();
    piece(Duration.ZERO, note);
    assertEquals(1, kept.get(0));
    assertTrue(kept.size() > 2, kept.toString());
    assertEquals(30, kept.get(kept.size() - 1));
  }

  private void leaveNothing() {
    File[] files = directory.toFile().listFiles();
    Arrays.stream(files).forEach(file -> assertTrue(file.delete()));
  }

  @Test
  void whatFailedGoesOnFromItsLastCheckpointToTheSameBits() {
    Delivery failed =
        piece(
            Duration.ZERO,
            replicate -> {
              if (replicate.state().round() > 1) {
                throw new UncheckedIOException(new IOException("the plug"));
              }
            });
    assertTrue(failed.isFailed());
    assertEquals(1, failed.cell());
    assertEquals(2, failed.seed());
    assertEquals("IOException: the plug", failed.failure());

    List<Long> kept = new ArrayList<>();
    Delivery delivery = piece(Duration.ZERO, replicate -> kept.add(replicate.state().round()));
    RunPlan plan = PLANS.get(1);
    Replicate expected = alone(plan, 2);
    assertTrue(delivery.resumed() > 1 && delivery.resumed() < kept.get(0), kept.toString());
    assertEquals(plan.rows(expected), delivery.rows());
    assertArrayEquals(Checkpoints.bytes(plan.identity(), expected), delivery.checkpoint());

    Delivery again = piece(Duration.ZERO, replicate -> {});
    assertEquals(30, again.resumed());
    assertEquals(plan.rows(expected), again.rows());
  }

  /** Spark gives a task up that ran too long elsewhere, or with its job. */
  @Test
  void whatIsStoppedIsNoFailure() {
    TaskContext first = TaskContext.get(); // replicates have threads of their own
    List<Long> kept = new ArrayList<>();
    assertThrows(
        IllegalStateException.class,
        () ->
            piece(
                Duration.ZERO,
                replicate -> {
                  kept.add(replicate.state().round());
                  first.markInterrupted("enough");
                }));
    assertEquals(2, kept.size(), "at the first round, and where it stopped");
    beOnAWorker();
    TaskContext second = TaskContext.get();
    assertThrows(
        IllegalStateException.class,
        () ->
            piece(
                Duration.ZERO,
                replicate -> {
                  second.markInterrupted("enough");
                  throw new IllegalArgumentException("its files are closed");
                }));
  }

  /** A cell that is refused once is refused again, and not taken for the one before it. */
  @Test
  void everyReplicateOfARefusedCellFails() {
    HashMap<String, byte[]> instances = new HashMap<>();
    PLANS.forEach(plan -> instances.put(plan.subject().digest(), plan.subject().bytes()));
    CellText good = CellText.of(PLANS.get(0));
    CellText sent = CellText.of(PLANS.get(1));
    HashMap<String, String> otherCode = new HashMap<>(sent.identity());
    otherCode.put("code", "another");
    CellText bad = new CellText(sent.instance(), sent.fileName(), sent.configuration(), otherCode);
    ReplicateTask task =
        new ReplicateTask(List.of(good, bad), new Here<>(instances), Optional.empty());
    for (int cell : new int[] {0, 1, 1, 0, 1}) {
      Delivery delivery = task.replicate(new ReplicateTask.Seed(cell, 3));
      assertEquals(cell == 1, delivery.isFailed(), "cell " + cell);
      assertEquals(cell, delivery.cell());
      assertEquals(3, delivery.seed());
      if (cell == 1) {
        String start = "the worker belongs to another run: its code";
        assertTrue(delivery.failure().startsWith(start), delivery.failure());
      }
    }
  }

  /** All 64 bits of a seed count. */
  @Test
  void largeSeedsAreThemselves() {
    for (long seed : new long[] {2 + (1L << 32), -5}) {
      Delivery delivery = task(Optional.empty()).replicate(new ReplicateTask.Seed(2, seed));
      assertEquals(seed, delivery.seed());
      assertEquals(PLANS.get(2).rows(alone(PLANS.get(2), seed)), delivery.rows());
    }
  }
}
