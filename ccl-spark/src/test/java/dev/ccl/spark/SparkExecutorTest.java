package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Checkpoints;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.algorithms.run.Replicate;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.run.Provenance;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.experiments.run.Subject;
import dev.ccl.experiments.sweep.Executor;
import dev.ccl.experiments.sweep.Sweep;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is sent to a cluster when some of it is done already. */
class SparkExecutorTest {
  private static final RunPlan BEGUN = plan(SeparationInstance.of(1, 2, 2, 0.5), 10, 3);
  private static final RunPlan DONE = plan(SeparationInstance.of(2, 3, 1, 0.75), 7, 2);
  private static final RunPlan NEW = plan(SeparationInstance.of(1, 2, 2, 0.5), 20, 2);

  private static final Executor.FailureListener NONE =
      (cell, reason) -> {
        throw new AssertionError(cell.name(), reason);
      };

  @TempDir private Path directory;

  private static RunPlan plan(Instance instance, int rounds, int seeds) {
    return RunPlan.of(
        Subject.of("judge.json", instance),
        Ccl.practical(),
        RecordedRounds.logarithmic(rounds),
        4,
        seeds);
  }

  private static Delivery first(RunPlan plan) {
    Replicate end = plan.replicates().run(4, 1, 1).get(0);
    byte[] bytes = Checkpoints.bytes(plan.identity(), end);
    return Delivery.finished(0, 4, bytes, plan.rows(end), 0, Provenance.here());
  }

  @Test
  void onlyWhatIsLeftIsSentAndTheRestCounts() throws IOException {
    List<Sweep.Cell> cells =
        List.of(
            new Sweep.Cell("begun", BEGUN, directory.resolve("begun")),
            new Sweep.Cell("done", DONE, directory.resolve("done")),
            new Sweep.Cell("new", NEW, directory.resolve("new")));
    try (RunDirectories directories = new RunDirectories(cells, Optional.empty(), NONE);
        RunJob done = RunJob.open(DONE, directory.resolve("done"), StartMode.RESUMED)) {
      directories.open(0);
      directories.accept(first(BEGUN));
      done.run(1, Cadence.AT_THE_END, Monitor.NONE);
    }
    AtomicLong completed = new AtomicLong();
    List<ReplicateTask.Seed> left;
    try (RunDirectories directories = new RunDirectories(cells, Optional.empty(), NONE)) {
      left = SparkExecutor.left(cells, directories, counting(completed));
    }
    assertEquals(
        List.of(
            new ReplicateTask.Seed(0, 5),
            new ReplicateTask.Seed(0, 6),
            new ReplicateTask.Seed(2, 4),
            new ReplicateTask.Seed(2, 5)),
        left);
    assertEquals(1 * 10 + 2 * 7, completed.get()); // rounds of finished replicates

    HashMap<String, byte[]> sent = SparkExecutor.instances(cells, left);
    assertEquals(Set.of(NEW.subject().digest()), sent.keySet());
    assertArrayEquals(NEW.subject().bytes(), sent.get(NEW.subject().digest()));
  }

  private static Monitor counting(AtomicLong completed) {
    return new Monitor() {
      @Override
      public void completed(long more) {
        completed.addAndGet(more);
      }

      @Override
      public boolean stopping() {
        return false;
      }
    };
  }
}
