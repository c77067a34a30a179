package dev.ccl.spark;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.sweep.Sweep;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Runs plans on a cluster and leaves the files that one machine would. Results are written as they
 * arrive: a finished replicate is on the driver's disk at once, a finished run is a finished
 * directory whatever becomes of the others, and what is missing is all that a second call runs.
 */
public final class SparkRuns {
  private static final int TASKS_PER_CORE = 3;
  private static final double TASK_SECONDS = 5;
  private static final int REPLICATES_PER_TASK = 1000;

  private final JavaSparkContext spark;
  private final Optional<URI> checkpoints;
  private final Duration every;
  private final ReplicateTask.Tap tap;

  private SparkRuns(
      JavaSparkContext spark, Optional<URI> checkpoints, Duration every, ReplicateTask.Tap tap) {
    this.spark = spark;
    this.checkpoints = checkpoints;
    this.every = every;
    this.tap = tap;
  }

  /**
   * Returns runs that keep nothing of a replicate before it is finished.
   *
   * @param spark a context whose workers have the jars of this program
   * @return the runs
   */
  public static SparkRuns on(JavaSparkContext spark) {
    return new SparkRuns(spark, Optional.empty(), Duration.ofSeconds(10), journal -> journal);
  }

  /**
   * Returns the same with checkpoints: a replicate whose worker is lost goes on elsewhere.
   *
   * @param place a directory of any file system of Hadoop that all workers see
   * @param every how often to keep a replicate in progress; no result depends on it
   * @return the runs
   */
  public SparkRuns withCheckpoints(URI place, Duration every) {
    return new SparkRuns(spark, Optional.of(place), every, tap);
  }

  SparkRuns with(ReplicateTask.Tap otherTap) {
    return new SparkRuns(spark, checkpoints, every, otherTap);
  }

  /**
   * How it ended.
   *
   * @param failures what failed: the name of the run, the seed and the reason, one line each
   * @param stopped whether the monitor stopped it
   * @param tasks how many tasks there were
   * @param resumed the latest round at which a replicate went on from a checkpoint, 0 if none did
   */
  public record Outcome(ImmutableList<String> failures, boolean stopped, int tasks, long resumed) {
    /**
     * Tells whether all runs are finished.
     *
     * @return whether nothing failed and nothing was stopped
     */
    public boolean isComplete() {
      return failures.isEmpty() && !stopped;
    }
  }

  /**
   * Runs what is not finished.
   *
   * @param cells the plans with their directories on this machine
   * @param monitor watches and may stop
   * @return how it ended
   * @throws IOException if the driver cannot read or write a file; what was written is kept
   */
  public Outcome run(List<Sweep.Cell> cells, Monitor monitor) throws IOException {
    // What is broadcast is left to Spark, which frees it once nobody holds it: destroyed here, its
    // removal would still be under way when a command closes the context, and Spark would print
    // the trace of a rejected task.
    Broadcast<SerializableConfiguration> hadoop =
        spark.broadcast(new SerializableConfiguration(spark.hadoopConfiguration()));
    Optional<ReplicateTask.Keep> keep =
        checkpoints.map(place -> new ReplicateTask.Keep(hadoop, place, every, tap));
    if (keep.isPresent() && !cells.isEmpty()) { // refuses an unreachable place before anything runs
      keep.get().checkpoints(cells.get(0).plan().identity(), Cadence.AT_THE_END);
    }
    try (RunDesk desk = new RunDesk(cells, keep)) {
      List<Parcel.Load<ReplicateTask.Seed>> loads = loads(cells, desk, monitor);
      int cores = Math.max(1, spark.sc().defaultParallelism());
      List<Parcel<ReplicateTask.Seed>> parcels =
          Parcel.pack(loads, TASKS_PER_CORE * cores, TASK_SECONDS, REPLICATES_PER_TASK);
      Broadcast<HashMap<String, byte[]>> instances = spark.broadcast(instances(cells, loads));
      List<CellText> texts = cells.stream().map(cell -> CellText.of(cell.plan())).toList();
      boolean stopped =
          Errand.<ReplicateTask.Seed, Delivery>of(spark, monitor)
              .run(parcels, rounds -> new ReplicateTask(texts, instances, keep, rounds), desk);
      return new Outcome(desk.failures(), stopped, parcels.size(), desk.resumed());
    }
  }

  /** What is left of each cell; the directories of all are in the desk's possession then. */
  static List<Parcel.Load<ReplicateTask.Seed>> loads(
      List<Sweep.Cell> cells, RunDesk desk, Monitor monitor) throws IOException {
    List<Parcel.Load<ReplicateTask.Seed>> loads = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      RunPlan plan = cells.get(i).plan();
      List<Long> left;
      try {
        left = desk.open(i);
      } catch (IOException | IllegalArgumentException e) {
        if (cells.size() == 1) {
          throw e;
        }
        desk.fail(cells.get(i).name() + ": " + Reasons.of(e));
        continue;
      }
      monitor.completed(plan.recorded().last() * (plan.seeds() - left.size()));
      if (!left.isEmpty()) {
        double seconds = Pace.seconds(plan);
        for (long seed : left) {
          loads.add(new Parcel.Load<>(new ReplicateTask.Seed(i, seed), seconds));
        }
      }
    }
    return loads;
  }

  /** The instances of what is left, each once. */
  static HashMap<String, byte[]> instances(
      List<Sweep.Cell> cells, List<Parcel.Load<ReplicateTask.Seed>> loads) {
    HashMap<String, byte[]> bytes = new HashMap<>();
    for (Parcel.Load<ReplicateTask.Seed> load : loads) {
      var subject = cells.get(load.piece().cell()).plan().subject();
      bytes.computeIfAbsent(subject.digest(), digest -> subject.bytes());
    }
    return bytes;
  }
}
