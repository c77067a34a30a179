package dev.ccl.spark;

import static com.google.common.base.Preconditions.checkState;

import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Checkpoints;
import dev.ccl.algorithms.run.Journal;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.Replicate;
import dev.ccl.algorithms.run.RunIdentity;
import dev.ccl.experiments.run.Provenance;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.Subject;
import java.io.Serializable;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

/** A Spark task: some replicates, each from its last checkpoint. */
final class ReplicateTask
    extends AbstractFunction1<Iterator<ArrayList<ReplicateTask.Seed>>, ArrayList<Delivery>>
    implements Serializable {
  private static final long serialVersionUID = 1;

  /**
   * A replicate of one of the cells.
   *
   * @param cell the number of its cell
   * @param number its seed
   */
  record Seed(int cell, long number) implements Serializable {}

  /** Stands between a task and where it keeps its checkpoints. */
  interface Tap extends Serializable {
    Journal on(Journal journal);
  }

  /**
   * Where and how often replicates in progress are kept.
   *
   * @param hadoop what Spark's Hadoop knows about file systems
   * @param place a directory of one of them
   * @param every how often
   * @param tap stands in between
   */
  record Keep(Broadcast<SerializableConfiguration> hadoop, URI place, Duration every, Tap tap)
      implements Serializable {
    HadoopCheckpoints checkpoints(RunIdentity identity, Cadence cadence) {
      return HadoopCheckpoints.in(hadoop.value().value(), place, identity, cadence);
    }
  }

  private final ArrayList<CellText> cells;
  private final Broadcast<HashMap<String, byte[]>> instances;
  private final Keep keep; // null if nothing is kept on the way
  private transient RunPlan lastPlan; // each task has a copy of its own
  private transient int lastCell;

  ReplicateTask(
      List<CellText> cells, Broadcast<HashMap<String, byte[]>> instances, Optional<Keep> keep) {
    this.cells = new ArrayList<>(cells);
    this.instances = instances;
    this.keep = keep.orElse(null);
  }

  @Override
  public ArrayList<Delivery> apply(Iterator<ArrayList<Seed>> slices) {
    ArrayList<Delivery> deliveries = new ArrayList<>();
    while (slices.hasNext()) {
      slices.next().forEach(seed -> deliveries.add(replicate(seed)));
    }
    return deliveries;
  }

  /**
   * Runs a replicate. A failure, which would be the same everywhere, is a value and stops no other
   * replicate; only the end of the worker itself, or a wish from outside, ends the task without
   * results, and then Spark tries it again elsewhere.
   */
  Delivery replicate(Seed seed) {
    try {
      return attempt(seed);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError | LinkageError e) {
      if (TaskContext.get().isInterrupted()) {
        throw new IllegalStateException("stopped", e);
      }
      return Delivery.failed(seed.cell(), seed.number(), Reasons.of(e));
    }
  }

  /** The plan of a cell; that of the last replicate is kept, since it is mostly the same. */
  private RunPlan plan(int cell) {
    if (lastPlan == null || cell != lastCell) {
      CellText text = cells.get(cell);
      lastPlan = text.plan(subject(text));
      lastCell = cell;
    }
    return lastPlan;
  }

  private Subject subject(CellText cell) {
    return Subject.of(cell.fileName(), instances.value().get(cell.instance()));
  }

  private Delivery attempt(Seed seed) {
    RunPlan plan = plan(seed.cell());
    TaskContext context = TaskContext.get(); // replicates have threads of their own
    Monitor monitor =
        new Monitor() {
          @Override
          public boolean stopping() {
            return context.isInterrupted();
          }
        };
    Last journal = new Last(journal(plan), seed.number());
    boolean finished = plan.replicates().run(seed.number(), 1, 1, journal, monitor);
    checkState(finished, "stopped");
    Replicate end = journal.last.orElseThrow();
    return Delivery.finished(
        seed.cell(),
        seed.number(),
        Checkpoints.bytes(plan.identity(), end),
        plan.rows(end),
        journal.resumed,
        Provenance.here());
  }

  private Optional<Journal> journal(RunPlan plan) {
    return Optional.ofNullable(keep)
        .map(it -> it.tap().on(it.checkpoints(plan.identity(), Cadence.every(it.every()))));
  }

  /** Remembers what was kept last, whether it is kept elsewhere as well or not. */
  private static final class Last implements Journal {
    private final Optional<Journal> elsewhere;
    private final long resumed;
    private Optional<Replicate> last;

    Last(Optional<Journal> elsewhere, long seed) {
      this.elsewhere = elsewhere;
      this.last = elsewhere.flatMap(journal -> journal.find(seed));
      this.resumed = last.map(replicate -> replicate.state().round()).orElse(0L);
    }

    @Override
    public Cadence cadence() {
      return elsewhere.map(Journal::cadence).orElse(Cadence.AT_THE_END);
    }

    @Override
    public Optional<Replicate> find(long seed) {
      return last;
    }

    @Override
    public void keep(Replicate replicate) {
      last = Optional.of(replicate);
      elsewhere.ifPresent(journal -> journal.keep(replicate));
    }
  }
}
