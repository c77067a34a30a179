package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Ccl;
import dev.ccl.algorithms.run.Checkpoints;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.algorithms.run.Replicate;
import dev.ccl.algorithms.run.Replicates;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.Subject;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.apache.spark.TaskContext$;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.LongAccumulator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import scala.reflect.ClassTag$;

/** A task that replicates of several cells were packed into, without a cluster. */
class ReplicateTaskTest {
  private static final List<RunPlan> PLANS =
      List.of(
          plan("one.json", SeparationInstance.of(1, 2, 2, 0.5), 20),
          plan("one.json", SeparationInstance.of(1, 2, 2, 0.5), 30),
          plan("two.json", SeparationInstance.of(2, 3, 1, 0.75), 20));

  private static RunPlan plan(String file, Instance instance, int rounds) {
    return RunPlan.of(
        Subject.of(file, instance), Ccl.practical(), RecordedRounds.logarithmic(rounds), 1, 3);
  }

  /** What was sent, on the machine that sent it. */
  private static final class Here extends Broadcast<HashMap<String, byte[]>> {
    private static final long serialVersionUID = 1;

    private final HashMap<String, byte[]> value;

    Here(HashMap<String, byte[]> value) {
      super(0, ClassTag$.MODULE$.apply(HashMap.class));
      this.value = value;
    }

    @Override
    public HashMap<String, byte[]> getValue() {
      return value;
    }

    @Override
    public void doUnpersist(boolean blocking) {}

    @Override
    public void doDestroy(boolean blocking) {}
  }

  @BeforeEach
  void beOnAWorker() {
    TaskContext$.MODULE$.setTaskContext(TaskContext$.MODULE$.empty());
  }

  @AfterEach
  void leave() {
    TaskContext$.MODULE$.unset();
  }

  @Test
  void everyReplicateIsOneOfItsOwnCell() {
    HashMap<String, byte[]> instances = new HashMap<>();
    PLANS.forEach(plan -> instances.put(plan.subject().digest(), plan.subject().bytes()));
    LongAccumulator rounds = new LongAccumulator();
    ReplicateTask task =
        new ReplicateTask(
            PLANS.stream().map(CellText::of).toList(),
            new Here(instances),
            Optional.empty(),
            rounds);
    int[] cells = {0, 0, 1, 2, 2, 0};
    long expectedRounds = 0;
    for (int i = 0; i < cells.length; i++) {
      RunPlan plan = PLANS.get(cells[i]);
      long seed = 1L + i % 3;
      Delivery delivery = task.piece(new ReplicateTask.Seed(cells[i], seed));
      Replicate expected =
          Replicates.of(plan.learner(), plan.problem(), plan.recorded()).run(seed, 1, 1).get(0);
      assertTrue(!delivery.isFailed(), delivery.failure());
      assertEquals(cells[i], delivery.cell());
      assertEquals(seed, delivery.seed());
      assertEquals(plan.rows(expected), delivery.rows(), "cell " + cells[i]);
      assertArrayEquals(Checkpoints.bytes(plan.identity(), expected), delivery.checkpoint());
      assertEquals(0, delivery.resumed());
      expectedRounds += plan.recorded().last();
    }
    assertEquals(expectedRounds, rounds.value());
  }
}
